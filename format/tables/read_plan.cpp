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
    if (bounds.ids && bounds.ids->size() == 1)
        text += concat(", only id ", bounds.ids->front());
    else if (bounds.ids)
        text += concat(", only ", bounds.ids->size(), " ids");
    if (bounds.few)
        text += concat(", only the ", bounds.few->last ? "last " : "first ", bounds.few->rows,
                       bounds.few->rows == 1 ? " row" : " rows");
    return text;
}

TickBounds read_bounds(const TableCatalog& catalog, std::size_t table, const TickBounds& asked) {
    const TablePlan& plan = catalog.plans[table];
    TickBounds read = is_resampled(plan, catalog.files) ? whole_steps(asked, catalog.files) : asked;
    const bool items = plan.kind == TableKind::Items || plan.kind == TableKind::AllItems;
    if (!items) read.ids.reset();
    return read;
}

}  // namespace

std::uint64_t expected_rows(const TableCatalog& catalog, const QueryNeeds& needs) {
    const TickSpan all = span_of(catalog.files);
    if (all.first > all.last) return 0;
    double rows = 0;
    const auto add = [&](const auto& uses) {
        for (const auto& [table, bounds] : uses) {
            const auto from = static_cast<double>(std::max(bounds.from, all.first));
            const auto to = static_cast<double>(std::min(bounds.to, all.last));
            const double share =
                std::max(0.0, to - from + 1) /
                (static_cast<double>(all.last) - static_cast<double>(all.first) + 1);
            const auto known = count_rows(catalog.plans[table], catalog.files);
            rows += share * static_cast<double>(known.value_or(0));
        }
    };
    add(needs.uses(catalog.plans));
    add(needs.steps(catalog.plans));
    return static_cast<std::uint64_t>(rows);
}

std::string read_plan(const TableCatalog& catalog, const QueryNeeds& needs, bool bounded) {
    const TickSpan all = span_of(catalog.files);
    if (all.segments == 0) return "";
    if (!bounded) return "all ticks of what it reads";
    std::string text;
    for (const auto& [table, bounds] : needs.uses(catalog.plans))
        text += concat(text.empty() ? "" : "\n", catalog.plans[table].name, ": ",
                       catalog.ends_only.contains(table)
                           ? "counted in the index, no rows read"
                           : bounds_text(read_bounds(catalog, table, bounds), all));
    for (const auto& [table, bounds] : needs.steps(catalog.plans))
        text += concat(text.empty() ? "" : "\n", catalog.plans[table].name, kStepsSuffix, ": ",
                       bounds_text(bounds, all));
    return text;
}

}  // namespace tickreel
