#include "recorder/commands/output/frame_lines.h"

#include "tickreel/model/find_name.h"

namespace tickreel {

Result<LineChoice> choose_lines(const Schema& schema, const std::vector<std::string>& types) {
    std::vector<std::string> of_items;
    std::vector<std::string> of_events;
    for (const std::string& name : types) {
        const auto id = match_type(schema, name);
        if (id) (schema[*id].use == TypeUse::Event ? of_events : of_items).push_back(name);
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

FrameLines::FrameLines(const ReelReader& reel, LineChoice choice, const ValueStyle& style)
    : choice_(std::move(choice)),
      printer_(reel.schema(), reel.timeline(), choice_.items, TableFormat::Ndjson, style),
      events_(reel.schema(), reel.timeline(), choice_.events, TableFormat::Ndjson, style) {}

}  // namespace tickreel
