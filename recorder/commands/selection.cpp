#include "recorder/commands/selection.h"

#include <set>

#include "tickreel/base/concat.h"
#include "tickreel/base/did_you_mean.h"
#include "tickreel/model/find_name.h"

namespace tickreel {

namespace {

Result<std::set<TypeId>> named_types(const Schema& schema, TypeUse use,
                                     const std::vector<std::string>& names) {
    std::set<TypeId> found;
    for (const std::string& name : names) {
        const auto id = find_typed(schema, name, use);
        if (!id) return id.error();
        if (schema[*id].use != use)
            return fail("'", name,
                        use == TypeUse::Item
                            ? "' is an event, not an item; 'tickreel list FILE events' shows it"
                            : "' is an item, not an event; 'tickreel cat' shows it");
        found.insert(*id);
    }
    return found;
}

// `x` of every type that has it, or `Character.x` of one, as queries spell it.
std::optional<std::size_t> field_called(const Schema& schema, TypeId id, std::string_view name) {
    const ItemType& type = schema[id];
    if (const auto field = match_field(type, name)) return field;
    const std::size_t dot = name.find('.');
    if (dot == name.npos || match_type(schema, name.substr(0, dot), type.use) != id) return {};
    return match_field(type, name.substr(dot + 1));
}

// Which of the type's fields are wanted; notes which of the names were found.
std::vector<std::size_t> named_fields(const Schema& schema, TypeId id,
                                      const std::vector<std::string>& names,
                                      std::set<std::string>& found) {
    std::set<std::size_t> wanted;
    for (const std::string& name : names)
        if (const auto field = field_called(schema, id, name)) {
            wanted.insert(*field);
            found.insert(name);
        }
    return {wanted.begin(), wanted.end()};
}

// "; did you mean 'x'?" over the fields of the chosen types, or which other type has it.
template <typename IsChosen>
std::string near_field(const Schema& schema, TypeUse use, const IsChosen& is_chosen,
                       const std::string& name) {
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < schema.size(); ++i) {
        const auto id = static_cast<TypeId>(i);
        const ItemType& type = schema[id];
        if (is_chosen(id))
            for (const Field& field : type.fields) names.push_back(field.name);
        else if (type.use == use && field_called(schema, id, name))
            return concat("; ", type.name, " has one;");
    }
    const std::string near = did_you_mean(name, names);
    return near.empty() ? ";" : near;
}

}  // namespace

Result<TypeId> find_typed(const Schema& schema, std::string_view name,
                          std::optional<TypeUse> preferred) {
    auto found = find_type_named(schema, name, preferred);
    if (found) return found;
    const std::string& what = found.error().message;
    return fail(what, what.ends_with('?') ? " " : "; ",
                "'tickreel list FILE types' names them all");
}

Result<Selection> select_types(const Schema& schema, TypeUse use,
                               const std::vector<std::string>& types,
                               const std::vector<std::string>& fields) {
    const auto wanted = named_types(schema, use, types);
    if (!wanted) return wanted.error();
    Selection selection;
    selection.types.resize(schema.size());
    selection.lost.shown = types.empty() && fields.empty();
    std::set<std::string> found;
    const auto is_chosen = [&](TypeId id) {
        return schema[id].use == use && (types.empty() || wanted->contains(id));
    };
    for (std::size_t i = 0; i < schema.size(); ++i) {
        const auto id = static_cast<TypeId>(i);
        const ItemType& type = schema[id];
        if (!is_chosen(id)) continue;
        SelectedType& selected = selection.types[id];
        selected.fields = named_fields(schema, id, fields, found);
        for (std::size_t field = 0; fields.empty() && field < type.fields.size(); ++field)
            selected.fields.push_back(field);
        selected.shown = fields.empty() || !selected.fields.empty();
    }
    for (const std::string& name : fields)
        if (!found.contains(name))
            return fail("no chosen type has a field '", name, "'",
                        near_field(schema, use, is_chosen, name),
                        " 'tickreel list FILE fields' names them all");
    return selection;
}

}  // namespace tickreel
