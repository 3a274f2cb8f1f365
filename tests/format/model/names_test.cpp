#include "tickreel/model/names.h"

#include "tests/catch.h"
#include "tickreel/model/row.h"

using namespace tickreel;

namespace {

struct World {
    Schema schema{};
    TypeId character = 0;
    TypeId info = 0;
    TypeId pickup = 0;
    Snapshot snapshot{};

    World() {
        const Field x{"x", FieldKind::Int32, false, Role::PositionX, 1.0, "", 1, {}};
        const Field name{"name", FieldKind::Text, false, Role::Name, 1.0, "", 1, {}};
        ItemType body{"Character", "", TypeUse::Item, true, {x}};
        body.shares_names = true;
        character = schema.add(body);
        info = schema.add({"Crew", "", TypeUse::Item, true, {name}});
        pickup = schema.add({"Pickup", "", TypeUse::Item, true, {x}});
        schema.add({"Sv_ClientInfo", "", TypeUse::Event, true, {name}});
        SnapshotBuilder builder;
        builder.set({character, 7}, make_row(schema[character], {std::int64_t{1}}));
        builder.set({pickup, 7}, make_row(schema[pickup], {std::int64_t{2}}));
        builder.set({info, 7}, make_row(schema[info], {std::string("Ada")}));
        snapshot = builder.build();
    }
};

}  // namespace

TEST_CASE("an item is called by its own name or by that of its entity") {
    const World world;
    CHECK(item_name(world.schema, world.snapshot, {world.info, 7}) == "Ada");
    CHECK(item_name(world.schema, world.snapshot, {world.character, 7}) == "Ada");
    CHECK(item_name(world.schema, world.snapshot, {world.character, 8}).empty());
    CHECK(entity_name(world.schema, world.snapshot, 7) == "Ada");
}

TEST_CASE("a thing that only has the number of somebody is not called like them") {
    const World world;
    CHECK(shares_names(world.schema[world.character]));
    CHECK(shares_names(world.schema[world.info]));
    CHECK_FALSE(shares_names(world.schema[world.pickup]));
    CHECK(item_name(world.schema, world.snapshot, {world.pickup, 7}).empty());
    CHECK(item_name(world.schema, world.snapshot, {99, 7}).empty());
}
