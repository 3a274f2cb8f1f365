#include "format/tables/scan_needs.h"

#include <algorithm>
#include <string>

#include "format/tables/parse_tree.h"

namespace tickreel {

namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

const ParseNode& part(const ParseNode& node, const char* key) {
    static const ParseNode none;
    const auto found = node.find(key);
    return found == node.end() ? none : *found;
}

std::optional<std::size_t> index_of(const ParseNode& node) {
    return node.is_number_unsigned() ? std::optional(node.get<std::size_t>()) : std::nullopt;
}

// Of a list of indices, or of objects that have one.
std::optional<std::size_t> entry_of(const ParseNode& indices, std::optional<std::size_t> at) {
    if (!at || !indices.is_array() || *at >= indices.size()) return std::nullopt;
    const ParseNode& entry = indices[*at];
    return index_of(entry.is_object() ? part(entry, "index") : entry);
}

std::optional<std::int64_t> number_of(const ParseNode& value, std::string_view type) {
    if (text_of(part(value, "type"), "id") != type || !part(value, "value").is_number_integer())
        return std::nullopt;
    return part(value, "value").get<std::int64_t>();
}

// Values of a column, inclusive.
struct Span {
    std::int64_t from = kLeast;
    std::int64_t to = kMost;
    bool holds(std::int64_t value) const { return from <= value && value <= to; }
};

// Those that a comparison with `value` lets through; all for one that is no range.
Span span_of(const std::string& compare, std::int64_t value) {
    if (compare == "COMPARE_EQUAL") return {value, value};
    if (compare == "COMPARE_GREATERTHANOREQUALTO") return {value, kMost};
    if (compare == "COMPARE_GREATERTHAN" && value < kMost) return {value + 1, kMost};
    if (compare == "COMPARE_LESSTHANOREQUALTO") return {kLeast, value};
    if (compare == "COMPARE_LESSTHAN" && value > kLeast) return {kLeast, value - 1};
    return {};
}

// The conditions right above one scan.
class Conditions {
public:
    Conditions(const ParseNode& scan, std::span<const ReelFile> files)
        : scan_(scan), files_(files) {}

    TickBounds all_of(const ParseNode& conditions) const {
        TickBounds bounds;
        for (const ParseNode& condition : conditions) bounds = both(bounds, bounds_of(condition));
        return bounds;
    }

private:
    TickBounds bounds_of(const ParseNode& condition) const {
        const std::string type = text_of(condition, "type");
        const ParseNode& children = part(condition, "children");
        if (type == "CONJUNCTION_AND") return all_of(children);
        if (type == "CONJUNCTION_OR") return any_of(children);
        if (type == "COMPARE_BETWEEN") {
            const auto how = [&](const char* inclusive, std::string compare) {
                return part(condition, inclusive) == false ? compare : compare + "OREQUALTO";
            };
            const ParseNode& input = part(condition, "input");
            return both(compared(input, how("lower_inclusive", "COMPARE_GREATERTHAN"),
                                 part(condition, "lower")),
                        compared(input, how("upper_inclusive", "COMPARE_LESSTHAN"),
                                 part(condition, "upper")));
        }
        if (type == "COMPARE_IN") {
            if (!children.is_array() || children.size() < 2) return {};
            TickBounds bounds = compared(children[0], "COMPARE_EQUAL", children[1]);
            for (std::size_t i = 2; i < children.size(); ++i)
                bounds = hull(bounds, compared(children[0], "COMPARE_EQUAL", children[i]));
            return bounds;
        }
        const ParseNode& left = part(condition, "left");
        const ParseNode& right = part(condition, "right");
        return both(compared(left, type, right), compared(right, mirrored(type), left));
    }

    TickBounds any_of(const ParseNode& conditions) const {
        if (!conditions.is_array() || conditions.empty()) return {};
        TickBounds bounds = bounds_of(conditions[0]);
        for (std::size_t i = 1; i < conditions.size(); ++i)
            bounds = hull(bounds, bounds_of(conditions[i]));
        return bounds;
    }

    // "" when it is none.
    std::string column(const ParseNode& node) const {
        if (text_of(node, "type") != "BOUND_REF") return {};
        auto at = index_of(part(node, "index"));
        if (const ParseNode& shown = part(scan_, "projection_ids"); !shown.empty())
            at = entry_of(shown, at);
        at = entry_of(part(scan_, "column_indexes"), at);
        const ParseNode& names = part(scan_, "names");
        if (!at || !names.is_array() || *at >= names.size() || !names[*at].is_string()) return {};
        return names[*at].get<std::string>();
    }

    TickBounds compared(const ParseNode& with, const std::string& how,
                        const ParseNode& constant) const {
        TickBounds bounds;
        const std::string name = column(with);
        if (name.empty() || text_of(constant, "type") != "VALUE_CONSTANT") return bounds;
        const ParseNode& value = part(constant, "value");
        const auto number = number_of(value, name == "time"      ? "TIMESTAMP"
                                             : name == "segment" ? "INTEGER"
                                                                 : "BIGINT");
        const Span span = number ? span_of(how, *number) : Span{};
        if (name == "tick") {
            bounds.from = span.from;
            bounds.to = span.to;
        } else if (name == "time") {
            bounds.time_from = span.from;
            bounds.time_to = span.to;
        } else if (name == "id" && number && how == "COMPARE_EQUAL") {
            bounds.ids = std::make_shared<const IdList>(IdList{*number});
        } else if (name == "segment" && number) {
            bounds.places = places([&](const ReelFile&, std::uint32_t segment) {
                return how == "COMPARE_NOTEQUAL" ? segment != *number : span.holds(segment);
            });
        } else if (name == "file" && how == "COMPARE_EQUAL") {
            const std::string path = text_of(value, "value");
            bounds.places =
                places([&](const ReelFile& file, std::uint32_t) { return file.path == path; });
        }
        return bounds;
    }

    template <class Holds>
    std::shared_ptr<const PlaceSet> places(const Holds& holds) const {
        auto found = std::make_shared<PlaceSet>();
        for (const ReelFile& file : files_)
            for (std::uint32_t segment = 0; segment < file.reel->segments().size(); ++segment)
                if (holds(file, segment)) found->emplace(file.reel, segment);
        return found;
    }

    const ParseNode& scan_;
    std::span<const ReelFile> files_;
};

class PlanWalk {
public:
    explicit PlanWalk(std::span<const ReelFile> files) : files_(files) {}

    void visit(const ParseNode& node, const ParseNode& conditions) {
        if (text_of(node, "name") == "reel_table" && text_of(node, "type") == "LOGICAL_GET")
            add(node, conditions);
        const ParseNode none;
        const bool filters = text_of(node, "type") == "LOGICAL_FILTER";
        for (const ParseNode& child : part(node, "children"))
            visit(child, filters ? part(node, "expressions") : none);
    }
    std::optional<ScanNeeds> result() { return known_ ? std::optional(needs_) : std::nullopt; }

private:
    void add(const ParseNode& scan, const ParseNode& conditions) {
        const ParseNode& parameters = part(scan, "parameters");
        const auto table = parameters.is_array() && !parameters.empty()
                               ? number_of(parameters[0], "BIGINT")
                               : std::nullopt;
        known_ = known_ && table;
        if (!known_) return;
        const ParseNode& named = part(scan, "named_parameters");
        const bool steps = std::any_of(named.begin(), named.end(), [](const ParseNode& one) {
            return text_of(one, "key") == "steps";
        });
        const TickBounds bounds = Conditions(scan, files_).all_of(conditions);
        auto& found = steps ? needs_.steps : needs_.tables;
        const auto [at, fresh] = found.try_emplace(static_cast<std::size_t>(*table), bounds);
        if (!fresh) at->second = hull(at->second, bounds);
    }

    std::span<const ReelFile> files_;
    ScanNeeds needs_;
    bool known_ = true;
};

}  // namespace

std::optional<ScanNeeds> scan_needs(std::string_view plan, std::span<const ReelFile> files) {
    const ParseNode tree = ParseNode::parse(plan, nullptr, false);
    if (!tree.is_object() || part(tree, "error") != false) return std::nullopt;
    PlanWalk walk(files);
    for (const ParseNode& node : part(tree, "plans")) walk.visit(node, {});
    return walk.result();
}

}  // namespace tickreel
