#include "tickreel/model/schema.h"

#include "tests/catch.h"

using namespace tickreel;

TEST_CASE("roles and kinds have names that lead back") {
    for (int i = 1; i < kRoles; ++i) {
        const auto role = static_cast<Role>(i);
        CHECK_FALSE(role_name(role).empty());
        CHECK(role_from_name(role_name(role)) == role);
    }
    CHECK(role_from_name("from.the.future") == Role::None);
    for (int i = 0; i < kFieldKinds; ++i)
        CHECK_FALSE(field_kind_name(static_cast<FieldKind>(i)).empty());
}

TEST_CASE("a schema gives one id to one name") {
    Schema schema;
    ItemType a;
    a.name = "A";
    ItemType b;
    b.name = "B";
    CHECK(schema.add(a) == 0);
    CHECK(schema.add(b) == 1);
    CHECK(schema.add(a) == 0);
    CHECK(schema.size() == 2);
    CHECK(schema.find("B") == TypeId{1});
    CHECK_FALSE(schema.find("C"));
    CHECK(schema.contains(1));
    CHECK_FALSE(schema.contains(2));
}
