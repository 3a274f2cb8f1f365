// What a camera can follow.
#include "player/state/selection.h"

#include "tests/catch.h"

using namespace tickreel;

namespace {

ItemType placed(const char* name) {
    ItemType type{name, "", TypeUse::Item, true, {}};
    for (const auto& [field_name, role] :
         {std::pair{"x", Role::PositionX}, std::pair{"y", Role::PositionY}}) {
        Field made;
        made.name = field_name;
        made.roles = role;
        type.fields.push_back(made);
    }
    return type;
}

}  // namespace

TEST_CASE("players are followed before other things that have a place, named or not") {
    Schema schema;
    const TypeId apple = schema.add(placed("Apple"));
    ItemType player = placed("Character");
    player.shares_names = true;
    const TypeId character = schema.add(player);
    const Word row[] = {10, 20};
    SnapshotBuilder apples;
    apples.set({apple, 0}, row);
    apples.set({apple, 1}, row);
    CHECK(followable(schema, apples.build(), nullptr).size() == 2);
    SnapshotBuilder both;
    both.set({apple, 0}, row);
    both.set({character, 3}, row);
    both.set({character, 5}, row);
    const Snapshot snapshot = both.build();
    CHECK(followable(schema, snapshot, nullptr) ==
          std::vector<ItemKey>{{character, 3}, {character, 5}});
    Roster roster;
    roster[5].name = "Ada";
    CHECK(followable(schema, snapshot, &roster) == std::vector<ItemKey>{{character, 5}});
}

TEST_CASE("whom the camera follows is selected, and stays selected when it is free again") {
    Selection selection;
    selection.select(ItemKey{0, 1});
    selection.follow(ItemKey{0, 2});
    CHECK(selection.selected() == ItemKey{0, 2});
    selection.follow(std::nullopt);
    CHECK_FALSE(selection.followed());
    CHECK(selection.selected() == ItemKey{0, 2});
}
