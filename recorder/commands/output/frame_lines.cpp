#include "recorder/commands/output/frame_lines.h"

#include <fmt/format.h>

#include "recorder/commands/output/item_json.h"
#include "recorder/commands/output/text_format.h"
#include "tickreel/model/find_name.h"

namespace tickreel {

Result<LineChoice> choose_lines(const Schema& schema, const std::vector<std::string>& types) {
    std::vector<std::string> of_items;
    std::vector<std::string> of_events;
    for (const std::string& name : types) {
        const auto id = match_type(schema, name);
        const bool event = id && schema[*id].use == TypeUse::Event;
        (event ? of_events : of_items).push_back(name);
    }
    const auto pick = [&](TypeUse use, const std::vector<std::string>& names) -> Result<Selection> {
        if (!types.empty() && names.empty()) return Selection{{}, {}};
        return select_types(schema, use, names, {});
    };
    const auto items = pick(TypeUse::Item, of_items);
    if (!items) return items.error();
    const auto events = pick(TypeUse::Event, of_events);
    if (!events) return events.error();
    return LineChoice{*items, *events};
}

FrameLines::FrameLines(const ReelReader& reel, LineChoice choice)
    : choice_(std::move(choice)),
      types_(reel.schema()),
      several_segments_(reel.segments().size() > 1),
      printer_(reel.schema(), reel.timeline(), choice_.items, TableFormat::Ndjson) {}

void FrameLines::append_events(std::string& out, const Frame& frame) const {
    for (const Event& event : frame.events) {
        if (!choice_.events[event.type].shown) continue;
        out += fmt::format("{{\"tick\":\"{}\",\"time\":\"{}\",\"event\":{},", frame.tick,
                           rfc3339(frame.time), json_string(types_[event.type].name));
        if (several_segments_) out += fmt::format("\"segment\":{},", frame.segment);
        append_fields(out, types_.reader(event.type), event.row, choice_.events[event.type].fields);
        out += "}\n";
    }
}

}  // namespace tickreel
