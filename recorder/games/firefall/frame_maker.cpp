#include "recorder/games/firefall/frame_maker.h"

#include <algorithm>

#include "format/model/row.h"

namespace tickreel::firefall {

namespace {

constexpr std::size_t kMaxTypes = 2048;  // a game has some hundreds; noise must not make more

ItemType check_type() {
    return {.name = "ViewChecksum",
            .origin = "2",
            .use = TypeUse::Event,
            .fields = {{.name = "View", .kind = FieldKind::Text},
                       {.name = "Entity", .kind = FieldKind::UInt64},
                       {.name = "Expected", .kind = FieldKind::UInt32},
                       {.name = "Computed", .kind = FieldKind::UInt32}}};
}

// Messages whose contents are not decoded: one type each, so that they can be told apart.
ItemType message_type(const std::string& name, const std::string& origin) {
    return {.name = name,
            .origin = origin,
            .use = TypeUse::Event,
            .known = false,
            .fields = {{.name = "Entity", .kind = FieldKind::UInt64},
                       {.name = "Body", .kind = FieldKind::Blob}}};
}

}  // namespace

void FrameMaker::next_segment(Segment segment) {
    segment_ = std::move(segment);
    segment_open_ = false;
    start_.reset();
    tick_ = 0;
    last_tick_ = kNoTick;
    bytes_ = 0;
    parts_ = 0;
    snapshot_ = {};
    shown_.clear();
    words_ = 0;
}

void FrameMaker::advance(std::chrono::nanoseconds time, World& world, FrameSink& sink) {
    if (!start_) start_ = time;
    // A capture's clock may jump back; ticks only rise.
    const Tick tick = std::max<Tick>((time - *start_) / kStep, tick_);
    if (tick > tick_) end_tick(world, sink);
    tick_ = tick;
    time_ = time;
}

void FrameMaker::count_datagram(std::size_t bytes) {
    bytes_ += static_cast<std::uint32_t>(bytes);
    if (parts_ < 0xffff) ++parts_;
}

void FrameMaker::end_tick(World& world, FrameSink& sink) {
    WorldChanges changes = world.take_changes();
    if (changes.views.empty() && changes.checks.empty() && changes.events.empty()) return;
    if (tick_ <= last_tick_) tick_ = last_tick_ + 1;
    if (!segment_open_) {
        sink.begin_segment(segment_);
        segment_open_ = true;
        ++segments_;
    }
    Frame frame;
    frame.segment = segments_ - 1;
    frame.tick = tick_;
    frame.time = time_;
    if (!changes.views.empty()) update_items(changes, world, sink);
    frame.snapshot = snapshot_;
    frame.wire = wire_info(changes);
    add_events(changes, world, sink, frame);
    sink.add_frame(frame);
    ++frames_;
    last_tick_ = tick_;
    bytes_ = 0;
    parts_ = 0;
}

void FrameMaker::update_items(const WorldChanges& changes, const World& world, FrameSink& sink) {
    builder_ = SnapshotBuilder(snapshot_);
    for (const std::uint64_t id : changes.views) {
        const View* view = world.find(id);
        if (view == nullptr)
            erase_item(id);
        else
            set_item(id, *view, sink);
    }
    snapshot_ = builder_.build();
}

void FrameMaker::erase_item(std::uint64_t id) {
    const auto found = shown_.find(id);
    if (found == shown_.end()) return;
    builder_.erase(found->second.key);
    words_ -= found->second.words;
    shown_.erase(found);
}

void FrameMaker::set_item(std::uint64_t id, const View& view, FrameSink& sink) {
    const ItemType& type = view.shape().type;
    auto known = types_.find(type.name);
    if (known == types_.end()) known = types_.emplace(type.name, sink.add_type(type)).first;
    const ItemKey key{known->second, id >> 8};
    const std::vector<Word> row = view.row();
    erase_item(id);  // its type may be another one now
    if (words_ + row.size() > kMaxWords || shown_.size() >= kMaxItems) {
        ++left_out_;
        return;
    }
    builder_.set(key, row);
    words_ += row.size();
    shown_[id] = {key, row.size()};
}

WireInfo FrameMaker::wire_info(const WorldChanges& changes) const {
    WireInfo wire;
    wire.bytes = bytes_;
    wire.parts = parts_;
    if (changes.checks.empty()) return wire;
    const auto bad =
        std::find_if(changes.checks.begin(), changes.checks.end(),
                     [](const ViewCheck& check) { return check.expected != check.computed; });
    const ViewCheck& told = bad == changes.checks.end() ? changes.checks.back() : *bad;
    wire.checksum = bad == changes.checks.end() ? WireChecksum::Ok : WireChecksum::Mismatch;
    wire.expected = told.expected;
    wire.computed = told.computed;
    return wire;
}

void FrameMaker::add_events(WorldChanges& changes, const World& world, FrameSink& sink,
                            Frame& frame) {
    for (const ViewCheck& check : changes.checks)
        if (check.expected != check.computed)
            frame.events.push_back(check_event(check, world, sink));
    for (const GameEvent& event : changes.events)
        frame.events.push_back(game_event(event, world, sink));
}

Event FrameMaker::check_event(const ViewCheck& check, const World& world, FrameSink& sink) {
    const ItemType type = check_type();
    const std::vector<Value> values{world.view_name(static_cast<std::uint8_t>(check.id)),
                                    check.id >> 8, std::uint64_t{check.expected},
                                    std::uint64_t{check.computed}};
    return {sink.add_type(type), make_row(type, values), false};
}

Event FrameMaker::game_event(const GameEvent& event, const World& world, FrameSink& sink) {
    const auto typecode = static_cast<std::uint8_t>(event.id);
    const std::string number = std::to_string(event.message);
    std::string name =
        typecode == 0 ? "Message_" + number : world.view_name(typecode) + "_message_" + number;
    auto known = types_.find(name);
    if (known == types_.end()) {
        const bool full = types_.size() >= kMaxTypes;
        const ItemType type = full ? message_type("Message", "")
                                   : message_type(name, std::to_string(typecode) + "/" + number);
        known = types_.emplace(full ? type.name : std::move(name), sink.add_type(type)).first;
    }
    const Cells cells{{.bits = event.id >> 8}, {.bytes = event.body}};
    return {known->second, pack_row(message_type("Message", ""), cells), false};
}

}  // namespace tickreel::firefall
