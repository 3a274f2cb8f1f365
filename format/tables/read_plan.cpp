#include "format/tables/read_plan.h"

#include <algorithm>

#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

struct TickSpan {
    Tick first = std::numeric_limits<Tick>::max();
    Tick last = std::numeric_limits<Tick>::min();
    std::size_t segments = 0;
};

TickSpan span_of(const std::vector<ReelFile>& files) {
    TickSpan span;
    for (const ReelFile& file : files) {
        span.segments += file.reel->segments().size();
        for (const ChunkInfo& chunk : file.reel->chunks()) {
            span.first = std::min(span.first, chunk.first_tick);
            span.last = std::max(span.last, chunk.last_tick);
        }
    }
    return span;
}

std::string ticks_text(const TickBounds& bounds, const TickSpan& all) {
    const Tick from = std::max(bounds.from, all.first);
    const Tick to = std::min(bounds.to, all.last);
    if (from > to) return "no ticks";
    if (from == all.first && to == all.last) return "all ticks";
    return concat("ticks ", from, "..", to + 1, " of ", all.first, "..", all.last + 1);
}

std::string bounds_text(const TickBounds& bounds, const TickSpan& all) {
    std::string text = ticks_text(bounds, all);
    if (bounds.has_times()) text += ", only groups that touch the time range";
    if (bounds.places)
        text += concat(", ", bounds.places->size(), " of ", all.segments, " segments");
    if (bounds.few)
        text += concat(", only the ", bounds.few->last ? "last " : "first ", bounds.few->rows,
                       bounds.few->rows == 1 ? " row" : " rows");
    return text;
}

}  // namespace

std::string read_plan(const TableCatalog& catalog, const QueryNeeds& needs, bool bounded) {
    const TickSpan all = span_of(catalog.files);
    if (all.segments == 0) return "";
    if (!bounded) return "all ticks of what it reads";
    std::string text;
    for (const auto& [table, bounds] : needs.uses(catalog.plans))
        text += concat(text.empty() ? "" : "\n", catalog.plans[table].name, ": ",
                       catalog.ends_only.contains(table) ? "counted in the index, no rows read"
                                                         : bounds_text(bounds, all));
    for (const auto& [table, bounds] : needs.steps(catalog.plans))
        text += concat(text.empty() ? "" : "\n", catalog.plans[table].name, kStepsSuffix, ": ",
                       bounds_text(bounds, all));
    return text;
}

}  // namespace tickreel
