#include "tickreel/model/find_name.h"

#include <cctype>
#include <vector>

#include "tickreel/base/did_you_mean.h"
#include "tickreel/base/spelling.h"
#include "tickreel/base/text.h"

namespace tickreel {

namespace {

constexpr int kNoMatch = 5;

// 0: exact, 1: differs in case, 2: differs in underscores, kNoMatch.
int distance_of(std::string_view name, std::string_view typed) {
    if (name == typed) return 0;
    if (same_but_case(name, typed)) return 1;
    return !bare_spelling(typed).empty() && same_spelling(name, typed) ? 2 : kNoMatch;
}

int distance_of(const ItemType& type, std::string_view typed) {
    const int whole = distance_of(type.name, typed);
    const std::string brief = short_name(type);
    if (whole != kNoMatch || brief.empty() || !same_spelling(brief, typed)) return whole;
    return type.event_class == EventClass::Input ? 4 : 3;
}

template <class List, class Distance>
std::optional<std::size_t> nearest(const List& list, Distance distance) {
    std::optional<std::size_t> best;
    int least = kNoMatch * 2;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const int here = distance(list[i]);
        if (here >= least) continue;
        least = here;
        best = i;
    }
    return best;
}

template <class List>
std::vector<std::string_view> names_of(const List& list) {
    std::vector<std::string_view> names;
    for (const auto& entry : list) names.push_back(entry.name);
    return names;
}

// Events of what games have in common: "kill" is Character_Killed in Firefall.
std::vector<TypeId> types_of_class(const Schema& schema, std::string_view typed) {
    std::vector<TypeId> found;
    for (std::size_t i = 0; i < schema.size(); ++i) {
        const ItemType& type = schema[static_cast<TypeId>(i)];
        if (type.use == TypeUse::Event && type.event_class != EventClass::Other &&
            same_spelling(event_class_name(type.event_class), typed))
            found.push_back(static_cast<TypeId>(i));
    }
    return found;
}

// To the type's name, or to its short name.
std::string near_type(const Schema& schema, std::string_view typed) {
    std::vector<std::string_view> names = names_of(schema.types());
    std::vector<std::string> brief;
    for (const ItemType& type : schema.types())
        if (std::string name = short_name(type); !name.empty()) brief.push_back(std::move(name));
    names.insert(names.end(), brief.begin(), brief.end());
    return did_you_mean(typed, names);
}

}  // namespace

std::optional<TypeId> match_type(const Schema& schema, std::string_view typed,
                                 std::optional<TypeUse> preferred) {
    const auto found = nearest(schema.types(), [&](const ItemType& type) {
        const int distance = distance_of(type, typed);
        if (distance == kNoMatch) return kNoMatch * 2;
        return distance == 0 ? 0 : distance + (preferred && type.use != *preferred ? kNoMatch : 0);
    });
    if (found) return static_cast<TypeId>(*found);
    const std::vector<TypeId> of_class = types_of_class(schema, typed);
    return of_class.size() == 1 ? std::optional(of_class.front()) : std::nullopt;
}

std::vector<TypeId> types_named(const Schema& schema, std::string_view typed,
                                std::optional<TypeUse> preferred) {
    if (const auto one = match_type(schema, typed, preferred)) return {*one};
    return types_of_class(schema, typed);
}

std::optional<std::size_t> match_field(const ItemType& type, std::string_view typed) {
    const auto found = nearest(type.fields, [&](const Field& field) {
        const int distance = distance_of(field.name, typed);
        return distance == kNoMatch ? kNoMatch * 2 : distance;
    });
    // As tables call a field whose name is that of another column: field_tick.
    constexpr std::string_view kColumn = "field_";
    if (found || !same_but_case(typed.substr(0, kColumn.size()), kColumn)) return found;
    return match_field(type, typed.substr(kColumn.size()));
}

std::optional<std::int64_t> match_value(const Field& field, std::string_view typed) {
    const auto found = nearest(field.values, [&](const NamedValue& value) {
        const int distance = distance_of(value.name, typed);
        return distance == kNoMatch ? kNoMatch * 2 : distance;
    });
    return found ? std::optional(field.values[*found].value) : std::nullopt;
}

Result<TypeId> find_type_named(const Schema& schema, std::string_view typed,
                               std::optional<TypeUse> preferred) {
    if (const auto found = match_type(schema, typed, preferred)) return *found;
    std::string names;
    for (const TypeId id : types_of_class(schema, typed))
        names += (names.empty() ? "" : ", ") + schema[id].name;
    if (!names.empty()) return fail("has several types for '", typed, "': ", names);
    return fail("has no type '", typed, "'", near_type(schema, typed));
}

Result<std::size_t> find_field_named(const ItemType& type, std::string_view typed) {
    if (const auto found = match_field(type, typed)) return *found;
    return fail("type ", type.name, " has no field '", typed, "'",
                did_you_mean(typed, names_of(type.fields)));
}

Result<std::int64_t> find_value_named(const Field& field, std::string_view typed) {
    if (const auto found = match_value(field, typed)) return *found;
    return fail("field ", field.name, " has no value '", typed, "'",
                did_you_mean(typed, names_of(field.values)));
}

std::string table_name(std::string_view type) {
    std::string out;
    for (std::size_t i = 0; i < type.size(); ++i) {
        const auto c = static_cast<unsigned char>(type[i]);
        if (std::isupper(c) != 0) {
            const bool after_small =
                i > 0 && std::isupper(static_cast<unsigned char>(type[i - 1])) == 0;
            if (after_small && out.back() != '_') out += '_';
            out += ascii_lower(type[i]);
        } else {
            out += std::isalnum(c) != 0 ? static_cast<char>(c) : '_';
        }
    }
    if (out.empty() || std::isdigit(static_cast<unsigned char>(out[0])) != 0) out.insert(0, "t_");
    return out;
}

std::string short_name(const ItemType& type) {
    if (type.use != TypeUse::Event) return "";
    const std::string table = table_name(type.name);
    std::string_view name = table;
    if (name.size() > 3 && name[2] == '_') name.remove_prefix(3);
    if (name.ends_with("_msg")) name.remove_suffix(4);
    const bool of_another_class = event_class_from_name(name) != EventClass::Other &&
                                  event_class_from_name(name) != type.event_class;
    if (type.event_class == EventClass::Input && of_another_class) return "";
    return std::string(name);
}

}  // namespace tickreel
