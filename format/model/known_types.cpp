#include "tickreel/model/known_types.h"

#include <string>

#include "tickreel/model/find_name.h"

namespace tickreel {

std::vector<ItemType> absent_types(const Schema& own, const KnownTypes& known,
                                   std::string_view name, std::optional<TypeUse> preferred) {
    std::vector<ItemType> absent;
    if (!types_named(own, name, preferred).empty()) return absent;
    for (const TypeId id : types_named(known.types, name, preferred))
        absent.push_back(known.types[id]);
    return absent;
}

std::vector<Schema> wider_schemas(const Schema& own, const KnownTypes& known) {
    const auto with = [&](std::size_t count) {
        Schema schema = own;
        for (std::size_t id = 0; id < count; ++id) schema.add(known.types[static_cast<TypeId>(id)]);
        for (int kind = 1; kind < kEventClasses; ++kind) {
            ItemType of_class;
            of_class.event_class = static_cast<EventClass>(kind);
            of_class.name = "any " + std::string(event_class_name(of_class.event_class));
            of_class.use = TypeUse::Event;
            schema.add(of_class);
        }
        return schema;
    };
    return {with(known.usual), with(known.types.size())};
}

}  // namespace tickreel
