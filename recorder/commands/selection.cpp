#include "recorder/commands/selection.h"

#include <algorithm>
#include <set>

namespace tickreel {

namespace {

bool has(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

Result<void> check_types(const Schema& schema, TypeUse use, const std::vector<std::string>& types) {
    for (const std::string& name : types) {
        const auto id = schema.find(name);
        if (!id) return fail("has no type '", name, "'; 'tickreel list FILE types' names them all");
        if (schema[*id].use != use)
            return fail("'", name,
                        use == TypeUse::Item
                            ? "' is an event, not an item; 'tickreel list FILE events' shows it"
                            : "' is an item, not an event; 'tickreel cat' shows it");
    }
    return {};
}

}  // namespace

Result<Selection> select_types(const Schema& schema, TypeUse use,
                               const std::vector<std::string>& types,
                               const std::vector<std::string>& fields) {
    if (const auto checked = check_types(schema, use, types); !checked) return checked.error();
    Selection selection;
    selection.types.resize(schema.size());
    selection.lost.shown = types.empty() && fields.empty();
    std::set<std::string> found;
    for (std::size_t id = 0; id < schema.size(); ++id) {
        const ItemType& type = schema[static_cast<TypeId>(id)];
        if (type.use != use || (!types.empty() && !has(types, type.name))) continue;
        for (std::size_t i = 0; i < type.fields.size(); ++i) {
            if (!fields.empty() && !has(fields, type.fields[i].name)) continue;
            selection.types[id].fields.push_back(i);
            found.insert(type.fields[i].name);
        }
        selection.types[id].shown = fields.empty() || !selection.types[id].fields.empty();
    }
    for (const std::string& name : fields)
        if (found.count(name) == 0)
            return fail("no chosen type has a field '", name,
                        "'; 'tickreel list FILE fields' names them all");
    return selection;
}

}  // namespace tickreel
