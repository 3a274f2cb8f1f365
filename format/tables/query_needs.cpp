#include "format/tables/query_needs.h"

#include <algorithm>
#include <optional>

#include "format/tables/ends_only.h"
#include "format/tables/parse_tree.h"
#include "tickreel/base/concat.h"
#include "tickreel/export/schema_views.h"

namespace tickreel {

std::vector<std::string> table_names(const TablePlan& plan) {
    std::vector<std::string> names{plan.name};
    names.insert(names.end(), plan.aliases.begin(), plan.aliases.end());
    return names;
}

void QueryNeeds::add_view(const SqlView& view, const std::string& parse_tree,
                          const ExpressionAnswers& answers) {
    views_.push_back({ascii_lower(view.name), view.by_tick, view.other_id, view.rows_of,
                      tick_bounds(parse_tree, answers)});
}

namespace {

using NeedsByTable = std::map<std::size_t, TickBounds>;

TickBounds planned_and_said(const TickBounds& planned, const TickBounds& said) {
    return planned == TickBounds{} ? said : both(planned, said);
}

// A table that the query names may be one that its plan does without.
NeedsByTable planned_and_said(NeedsByTable planned, const NeedsByTable& said) {
    for (auto& [table, bounds] : planned)
        if (const auto found = said.find(table); found != said.end())
            bounds = planned_and_said(bounds, found->second);
    return planned;
}

// In lower case, also that of the table behind views that has the same rows.
std::vector<std::string> names_in_queries(const TablePlan& plan) {
    std::vector<std::string> names = table_names(plan);
    names.push_back(concat(plan.name, kNamesSuffix));
    for (std::string& name : names) name = ascii_lower(name);
    return names;
}

bool has_name(const TablePlan& plan, const std::string& lower) {
    const std::vector<std::string> names = table_names(plan);
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return ascii_lower(name) == lower; });
}

}  // namespace

// The ticks of which a view's rows are wanted are those of which the table's are that they come
// from; the items may be others.
TickBounds QueryNeeds::asked_of(const View& view, const TickBounds& said,
                                const std::vector<TablePlan>& plans) const {
    if (!view.by_tick) return {};
    TickBounds asked = said;
    if (view.other_id) asked.ids.reset();
    for (std::size_t i = 0; scans_ && !view.rows_of.empty() && i < plans.size(); ++i) {
        const auto planned = scans_->tables.find(i);
        if (planned == scans_->tables.end() || !has_name(plans[i], ascii_lower(view.rows_of)))
            continue;
        TickBounds rows = planned->second;
        rows.ids.reset();
        asked = planned_and_said(rows, asked);
    }
    return asked;
}

void QueryNeeds::ask(const std::vector<TablePlan>& plans, const std::string& parse_tree,
                     const ExpressionAnswers& answers, const FewBounds& few,
                     std::optional<ScanNeeds> scans) {
    scans_ = std::move(scans);
    bounds_ = tick_bounds(parse_tree, answers);
    ends_only_ = tickreel::ends_only(parse_tree);
    // The last view first: what it reads may be a view itself.
    for (std::size_t i = views_.size(); i-- > 0;) {
        const auto* const view = &views_[i];
        const auto used = bounds_.find(view->name);
        if (used == bounds_.end()) continue;
        TickBounds asked = asked_of(*view, used->second, plans);
        if (asked.few && !view->rows_of.empty()) asked = few(view->rows_of, asked);
        for (const auto& [table, own] : view->reads) {
            const TickBounds read = both(asked, own);
            const auto [at, fresh] = bounds_.try_emplace(table, read);
            if (!fresh) at->second = hull(at->second, read);
            ends_only_.erase(table);
        }
    }
}

std::map<std::size_t, TickBounds> QueryNeeds::uses(const std::vector<TablePlan>& plans) const {
    std::map<std::size_t, TickBounds> found;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        std::optional<TickBounds> all;
        for (const std::string& name : names_in_queries(plans[i])) {
            const auto use = bounds_.find(name);
            if (use == bounds_.end()) continue;
            all = all ? hull(*all, use->second) : use->second;
        }
        if (all) found[i] = *all;
    }
    return scans_ ? planned_and_said(scans_->tables, found) : found;
}

std::map<std::size_t, TickBounds> QueryNeeds::bounds(const std::vector<TablePlan>& plans) const {
    auto found = uses(plans);
    std::erase_if(found, [](const auto& use) { return use.second == TickBounds{}; });
    return found;
}

std::map<std::size_t, TickBounds> QueryNeeds::steps(const std::vector<TablePlan>& plans) const {
    std::map<std::size_t, TickBounds> found;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        const auto use = bounds_.find(ascii_lower(plans[i].name + std::string(kStepsSuffix)));
        if (use != bounds_.end()) found[i] = use->second;
    }
    return scans_ ? planned_and_said(scans_->steps, found) : found;
}

std::set<std::size_t> QueryNeeds::ends_only(const std::vector<TablePlan>& plans) const {
    std::set<std::size_t> found;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        std::size_t uses = 0;
        std::size_t plain = 0;
        for (const std::string& name : names_in_queries(plans[i])) {
            uses += bounds_.count(name);
            plain += ends_only_.count(name);
        }
        if (uses != 0 && uses == plain) found.insert(i);
    }
    return found;
}

}  // namespace tickreel
