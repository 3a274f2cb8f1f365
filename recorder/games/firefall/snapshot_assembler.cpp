#include "recorder/games/firefall/snapshot_assembler.h"

namespace tickreel::firefall {

void SnapshotAssembler::clear() {
    snapshot_ = {};
    views_.clear();
    entities_.clear();
    looks_.clear();
    words_ = 0;
}

const Snapshot& SnapshotAssembler::update(const WorldChanges& changes, const World& world,
                                          FrameSink& sink) {
    if (changes.views.empty() && changes.movers.empty()) return snapshot_;
    builder_ = SnapshotBuilder(snapshot_);
    std::set<std::uint64_t> entities = changes.movers;
    for (const std::uint64_t id : changes.views)
        if (const View* view = world.find(id))
            set_view(id, *view, sink, entities);
        else
            erase_view(id, entities);
    for (const std::uint64_t entity : entities) set_entity(entity, world, sink);
    snapshot_ = builder_.build();
    return snapshot_;
}

std::pair<TypeId, const ItemType*> SnapshotAssembler::type_id(const ItemType& type,
                                                              FrameSink& sink) {
    auto known = types_.find(type.name);
    if (known == types_.end())
        known = types_.emplace(type.name, std::pair(sink.add_type(type), type)).first;
    return {known->second.first, &known->second.second};
}

void SnapshotAssembler::erase(Items& items, std::uint64_t id) {
    const auto found = items.find(id);
    if (found == items.end()) return;
    builder_.erase(found->second.key);
    words_ -= found->second.words;
    items.erase(found);
}

void SnapshotAssembler::set(Items& items, std::uint64_t id, const ItemType& type,
                            std::vector<Word> row, FrameSink& sink) {
    const auto [number, known_type] = type_id(type, sink);
    const ItemKey key{number, &items == &views_ ? id >> 8 : id};
    erase(items, id);  // its type may have changed
    if (words_ + row.size() > kMaxWords || views_.size() + entities_.size() >= kMaxItems) {
        ++left_out_;
        return;
    }
    builder_.set(key, row);
    words_ += row.size();
    items[id] = {known_type, row.size(), key};
}

void SnapshotAssembler::set_view(std::uint64_t id, const View& view, FrameSink& sink,
                                 std::set<std::uint64_t>& entities) {
    const ItemType& type = view.shape().type;
    std::vector<Word> row = view.row();
    if (looks_.note_view(id, type, row)) entities.insert(id >> 8);
    set(views_, id, type, std::move(row), sink);
}

void SnapshotAssembler::erase_view(std::uint64_t id, std::set<std::uint64_t>& entities) {
    const auto found = views_.find(id);
    if (found == views_.end()) return;
    if (looks_.forget_view(id, *found->second.type)) entities.insert(id >> 8);
    erase(views_, id);
}

void SnapshotAssembler::set_entity(std::uint64_t entity, const World& world, FrameSink& sink) {
    const Mover* mover = world.find_mover(entity);
    if (mover == nullptr)
        erase(entities_, entity);
    else
        set(entities_, entity, entity_type(mover->of), looks_.row(entity, *mover), sink);
}

}  // namespace tickreel::firefall
