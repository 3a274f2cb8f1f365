#include "format/analysis/query_names.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

namespace tickreel {
namespace {

constexpr std::size_t kNamesInErrors = 14;
constexpr std::size_t kMaxWordNumber = 4096;

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_but_case(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

template <class List, class NameOf>
std::string names_of(const List& list, NameOf name_of) {
    std::string text;
    std::size_t shown = 0;
    for (const auto& entry : list) {
        if (shown++ == kNamesInErrors) {
            return text + " ...";
        }
        text += (text.empty() ? "" : ", ") + name_of(entry);
    }
    return text;
}

// The index of a name: exact, else the first that differs by case only.
template <class List, class NameOf>
std::optional<std::size_t> index_of(const List& list, std::string_view name, NameOf name_of) {
    std::optional<std::size_t> near;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (name_of(list[i]) == name) {
            return i;
        }
        if (!near && same_but_case(name_of(list[i]), name)) {
            near = i;
        }
    }
    return near;
}

std::optional<std::size_t> word_number(std::string_view name) {
    constexpr std::string_view kPrefix = "word";
    if (name.size() <= kPrefix.size() || name.substr(0, kPrefix.size()) != kPrefix) {
        return std::nullopt;
    }
    name.remove_prefix(kPrefix.size());
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool whole = error == std::errc() && end == name.data() + name.size();
    return whole && number < kMaxWordNumber ? std::optional(number) : std::nullopt;
}

}  // namespace

Result<TypeId> find_query_type(const Schema& schema, std::string_view name) {
    const auto name_of = [](const ItemType& type) { return type.name; };
    const auto found = index_of(schema.types(), name, name_of);
    if (!found) {
        return fail("there is no type \"", name, "\" here; there are ",
                    names_of(schema.types(), name_of));
    }
    return static_cast<TypeId>(*found);
}

Result<std::size_t> find_query_field(const ItemType& type, std::string_view name) {
    const auto name_of = [](const Field& field) { return field.name; };
    const auto found = index_of(type.fields, name, name_of);
    if (found) {
        return *found;
    }
    if (const auto word = word_number(name)) {
        return type.fields.size() + *word;
    }
    const std::string there =
        type.fields.empty() ? "only raw words, word0 and so on" : names_of(type.fields, name_of);
    return fail(type.name, " has no field \"", name, "\"; it has ", there);
}

Result<QueryFieldPlace> find_lone_field(const Schema& schema, std::string_view name) {
    std::vector<QueryFieldPlace> places;
    for (std::size_t id = 0; id < schema.size(); ++id) {
        const ItemType& type = schema[static_cast<TypeId>(id)];
        for (std::size_t i = 0; i < type.fields.size(); ++i) {
            if (type.fields[i].name == name) {
                places.push_back({static_cast<TypeId>(id), i});
            }
        }
    }
    if (places.size() == 1) {
        return places[0];
    }
    if (places.empty()) {
        return fail("\"", name, "\" is no type and no field of this recording; write Type.field");
    }
    const auto full = [&](const QueryFieldPlace& place) {
        return schema[place.type].name + "." + std::string(name);
    };
    return fail("\"", name, "\" could be ", names_of(places, full), "; say which");
}

Result<std::int64_t> find_query_value(const Field& field, std::string_view name) {
    const auto name_of = [](const NamedValue& value) { return value.name; };
    const auto found = index_of(field.values, name, name_of);
    if (!found) {
        return fail(field.name, " knows no \"", name, "\"; it knows ",
                    names_of(field.values, name_of));
    }
    return field.values[*found].value;
}

}  // namespace tickreel
