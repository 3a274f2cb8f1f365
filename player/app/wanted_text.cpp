#include "player/app/wanted_text.h"

#include <algorithm>

#include "format/model/row.h"

namespace tickreel {

namespace {

constexpr std::size_t kEventsAFrame = 20000;

bool is_text(FieldKind kind) {
    return kind == FieldKind::PackedText || kind == FieldKind::Text;
}

void want_field(const PlayerState& state, const Snapshot& snapshot, TypeId type, std::size_t field,
                UiContext& ui) {
    const ItemType& facts = state.reader().schema()[type];
    for (std::size_t i = snapshot.lower_bound({type, 0});
         i < snapshot.size() && snapshot[i].key.type == type; ++i) {
        const Value value = read_field(facts, snapshot[i].row, field);
        if (const auto* text = std::get_if<std::string>(&value)) {
            ui.want_text(*text);
        }
    }
}

}  // namespace

void WantedText::start(const PlayerState& state, UiContext& ui) {
    generation_ = state.generation();
    text_fields_.clear();
    looked_at_ = {~0U, 0};
    events_ = 0;
    markers_ = 0;
    ui.want_text(state.path());
    for (const std::string& path : state.recents().paths()) {
        ui.want_text(path);
    }
    if (!state.ready()) {
        return;
    }
    const Schema& schema = state.reader().schema();
    for (TypeId type = 0; type < schema.size(); ++type) {
        for (std::size_t field = 0; field < schema[type].fields.size(); ++field) {
            if (schema[type].use == TypeUse::Item && is_text(schema[type].fields[field].kind)) {
                text_fields_.emplace_back(type, field);
            }
        }
    }
    for (const Segment& segment : state.reader().segments()) {
        ui.want_text(segment.map);
    }
}

void WantedText::collect_events(const RecordingScan& scan, UiContext& ui) {
    if (scan.events.size() < events_) {
        events_ = 0;  // a new scan
    }
    const std::size_t end = std::min(scan.events.size(), events_ + kEventsAFrame);
    for (; events_ < end; ++events_) {
        ui.want_text(scan.events[events_].text);
    }
}

void WantedText::collect(const PlayerState& state, UiContext& ui) {
    if (generation_ != state.generation()) {
        start(state, ui);
    }
    if (!state.ready()) {
        return;
    }
    collect_events(state.scan(), ui);
    if (markers_ != state.markers().size()) {
        markers_ = state.markers().size();
        for (const Marker& marker : state.markers()) {
            ui.want_text(marker.text);
        }
    }
    const Frame* frame = state.frames().current();
    if (frame != nullptr && frame->moment() != looked_at_) {
        looked_at_ = frame->moment();
        for (const auto& [type, field] : text_fields_) {
            want_field(state, frame->snapshot, type, field, ui);
        }
    }
}

}  // namespace tickreel
