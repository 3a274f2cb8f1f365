#include "format/analysis/query_names.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "tickreel/analysis/describe.h"
#include "tickreel/base/did_you_mean.h"
#include "tickreel/base/spelling.h"
#include "tickreel/model/find_name.h"

namespace tickreel {
namespace {

constexpr std::size_t kNamesInErrors = 14;
constexpr std::size_t kMaxWordNumber = 4096;

template <class List, class NameOf>
std::string names_of(const List& list, NameOf name_of) {
    std::string text;
    std::size_t shown = 0;
    for (const auto& entry : list) {
        if (shown++ == kNamesInErrors) return text + " ...";
        text += (text.empty() ? "" : ", ") + name_of(entry);
    }
    return text;
}

// "; did you mean 'x'? ", or "; ": a list of what exists follows.
template <class List, class NameOf>
std::string nearest_of(const List& list, std::string_view typed, NameOf name_of) {
    std::vector<std::string_view> names;
    names.reserve(std::size(list));
    for (const auto& entry : list) names.push_back(name_of(entry));
    const std::string meant = did_you_mean(typed, names);
    return meant.empty() ? "; " : meant + " ";
}

std::optional<std::size_t> word_number(std::string_view name) {
    constexpr std::string_view kPrefix = "word";
    if (name.size() <= kPrefix.size() || name.substr(0, kPrefix.size()) != kPrefix)
        return std::nullopt;
    name.remove_prefix(kPrefix.size());
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool whole = error == std::errc() && end == name.data() + name.size();
    return whole && number < kMaxWordNumber ? std::optional(number) : std::nullopt;
}

}  // namespace

Result<std::vector<TypeId>> find_query_types(const Schema& schema, std::string_view name) {
    const auto name_of = [](const ItemType& type) -> const std::string& { return type.name; };
    const auto& types = schema.types();
    if (const auto found = match_type(schema, name)) return std::vector{*found};
    const std::string bare = bare_spelling(name);
    std::vector<TypeId> of_class;
    for (std::size_t i = 0; i < types.size(); ++i) {
        if (types[i].use != TypeUse::Event) continue;
        // "join" includes the whole lane, "leave" only players who leave.
        const EventClass kind = types[i].event_class;
        if (kind != EventClass::Other &&
            (bare == event_class_name(kind) ||
             (lane_of(kind) != EventLane::Other && bare == event_lane_name(lane_of(kind)))))
            of_class.push_back(static_cast<TypeId>(i));
    }
    if (!of_class.empty()) return of_class;
    return fail("there is no type \"", name, "\" here", nearest_of(types, name, name_of),
                "there are ", names_of(types, name_of));
}

Result<std::size_t> find_query_field(const ItemType& type, std::string_view name) {
    const auto name_of = [](const Field& field) -> const std::string& { return field.name; };
    if (const auto found = match_field(type, name)) return *found;
    if (const auto word = word_number(name)) return type.fields.size() + *word;
    const std::string there =
        type.fields.empty() ? "only raw words, word0 and so on" : names_of(type.fields, name_of);
    return fail(type.name, " has no field \"", name, "\"", nearest_of(type.fields, name, name_of),
                "it has ", there);
}

std::optional<std::size_t> find_field_of_name(const ItemType& type, std::string_view name) {
    for (std::size_t i = 0; i < type.fields.size(); ++i)
        if (tells_who(type.fields[i]) &&
            same_spelling(type.fields[i].name + std::string(kNameSuffix), name))
            return i;
    return std::nullopt;
}

Result<QueryFieldPlace> find_lone_field(const Schema& schema, std::string_view name) {
    std::vector<QueryFieldPlace> places;
    for (std::size_t id = 0; id < schema.size(); ++id) {
        const ItemType& type = schema[static_cast<TypeId>(id)];
        for (std::size_t i = 0; i < type.fields.size(); ++i)
            if (same_spelling(type.fields[i].name, name))
                places.push_back({static_cast<TypeId>(id), i});
    }
    if (places.size() == 1) return places[0];
    if (places.empty()) {
        if (name == "player") return fail("player needs a name in quotes: player \"Ada\"");
        std::vector<std::string_view> names;
        for (const ItemType& type : schema.types()) {
            names.emplace_back(type.name);
            for (const Field& field : type.fields) names.emplace_back(field.name);
            if (type.event_class != EventClass::Other)
                names.emplace_back(event_class_name(type.event_class));
        }
        const std::string meant = did_you_mean(name, names);
        return fail("unknown name \"", name, "\": no type or field of this recording has it",
                    meant.empty() ? "; write Type.field" : meant);
    }
    const auto full = [&](const QueryFieldPlace& place) {
        return schema[place.type].name + "." + std::string(name);
    };
    return fail("\"", name, "\" could be ", names_of(places, full), "; say which");
}

Result<std::int64_t> find_query_value(const Field& field, std::string_view name) {
    const auto name_of = [](const NamedValue& value) -> const std::string& { return value.name; };
    if (const auto found = match_value(field, name)) return *found;
    return fail(field.name, " knows no \"", name, "\"", nearest_of(field.values, name, name_of),
                "it knows ", names_of(field.values, name_of));
}

}  // namespace tickreel
