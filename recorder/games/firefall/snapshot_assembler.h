#pragma once
// Builds the snapshot: one item per view, keyed by the 56-bit entity, with one type per kind of
// view, and one per character and vehicle (entity_item.h).

#include <map>
#include <unordered_map>

#include "recorder/games/firefall/entity_item.h"
#include "tickreel/model/frame_sink.h"

namespace tickreel::firefall {

class SnapshotAssembler {
public:
    void clear();
    // Applies the changes since the last call; returns the snapshot after them.
    const Snapshot& update(const WorldChanges& changes, const World& world, FrameSink& sink);
    std::uint64_t left_out() const { return left_out_; }  // items beyond a snapshot's limits

private:
    struct State {
        const ItemType* type = nullptr;
        std::size_t words = 0;
        ItemKey key{};
    };
    using Items = std::unordered_map<std::uint64_t, State>;

    void set(Items& items, std::uint64_t id, const ItemType& type, std::vector<Word> row,
             FrameSink& sink);
    void erase(Items& items, std::uint64_t id);
    void set_view(std::uint64_t id, const View& view, FrameSink& sink,
                  std::set<std::uint64_t>& entities);
    void erase_view(std::uint64_t id, std::set<std::uint64_t>& entities);
    void set_entity(std::uint64_t entity, const World& world, FrameSink& sink);
    std::pair<TypeId, const ItemType*> type_id(const ItemType& type, FrameSink& sink);

    Snapshot snapshot_{};
    SnapshotBuilder builder_{};
    Items views_{};     // by view id
    Items entities_{};  // by entity
    EntityItems looks_{};
    std::map<std::string, std::pair<TypeId, ItemType>> types_{};
    std::size_t words_ = 0;
    std::uint64_t left_out_ = 0;
};

}  // namespace tickreel::firefall
