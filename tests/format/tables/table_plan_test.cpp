#include "tickreel/export/table_plan.h"

#include <algorithm>

#include "tests/catch.h"

using namespace tickreel;
using tickreel_test::contains;

namespace {

ItemType walker(FieldKind x) {
    ItemType type;
    type.name = "WalkerInfo";
    type.fields = {{"x", x}, {"tick", FieldKind::TickNumber}};
    return type;
}

const TablePlan* find(const std::vector<TablePlan>& plans, const std::string& name) {
    for (const TablePlan& plan : plans)
        if (plan.name == name) return &plan;
    return nullptr;
}

std::string columns(const TablePlan& plan) {
    std::string text;
    for (const TableColumn& column : plan.columns)
        text += column.name + ' ' + std::string(sql_type_name(column.type)) + ',';
    return text;
}

Result<std::vector<TablePlan>> plan_two(FieldKind a, FieldKind b) {
    Schema first;
    Schema second;
    first.add(walker(a));
    second.add(walker(b));
    const std::vector<NamedSchema> both{{"a.reel", &first}, {"b.reel", &second}};
    return plan_tables(both);
}

}  // namespace

TEST_CASE("names of tables") {
    CHECK(table_name("PlayerInfo") == "player_info");
    CHECK(table_name("Sv_KillMsg") == "sv_kill_msg");
    CHECK(table_name("MAP_CHANGE") == "map_change");
    CHECK(table_name("unknown 77") == "unknown_77");
    CHECK(table_name("7") == "t_7");
}

TEST_CASE("a table has the columns of the contract and then the fields") {
    const auto plans = plan_two(FieldKind::Int32, FieldKind::Int32);
    REQUIRE(plans.ok());
    const TablePlan* plan = find(*plans, "walker_info");
    REQUIRE(plan != nullptr);
    CHECK(columns(*plan) ==
          "tick BIGINT,time TIMESTAMP,id BIGINT,checksum VARCHAR,x INTEGER,field_tick BIGINT,"
          "field_tick_time TIMESTAMP,segment INTEGER,file VARCHAR,");
    CHECK(find(*plans, "snapshots") != nullptr);
    CHECK(find(*plans, "players") != nullptr);
    CHECK_THAT(columns(*find(*plans, "items")), contains("type VARCHAR,id BIGINT"));
}

TEST_CASE("another type in another recording is widened or named") {
    const auto type_of = [](FieldKind a, FieldKind b) {
        const auto plans = plan_two(a, b);
        REQUIRE(plans.ok());
        return find(*plans, "walker_info")->columns[4].type;
    };
    CHECK(type_of(FieldKind::Int32, FieldKind::UInt32) == SqlType::BigInt);
    CHECK(type_of(FieldKind::Int32, FieldKind::Float32) == SqlType::Double);
    CHECK(type_of(FieldKind::Float64, FieldKind::Float32) == SqlType::Double);
    const auto clash = plan_two(FieldKind::Int32, FieldKind::Text);
    REQUIRE(!clash.ok());
    CHECK_THAT(clash.error().message, contains("'x' of 'WalkerInfo' is VARCHAR in b.reel"));
    CHECK(!plan_two(FieldKind::UInt64, FieldKind::Int64).ok());
}

TEST_CASE("a field whose name means something else in another type gets the type's name") {
    Schema schema;
    schema.add(walker(FieldKind::Int32));
    ItemType flag;
    flag.name = "Flag";
    flag.fields = {{"x", FieldKind::Text}};
    schema.add(flag);
    const NamedSchema named{"a.reel", &schema};
    const auto plans = plan_tables({&named, 1});
    REQUIRE(plans.ok());
    CHECK_THAT(columns(*find(*plans, "items")), contains("x INTEGER"));
    CHECK_THAT(columns(*find(*plans, "items")), contains("flag_x VARCHAR"));
}

TEST_CASE("a short name of a table means what happens, whichever file comes first") {
    const auto event = [](std::string name, EventClass about) {
        ItemType type;
        type.name = std::move(name);
        type.use = TypeUse::Event;
        type.event_class = about;
        return type;
    };
    Schema first;
    first.add(event("Cl_Kill", EventClass::Input));
    first.add(event("Cl_Emoticon", EventClass::Input));
    Schema second;
    second.add(event("Sv_KillMsg", EventClass::Kill));
    second.add(event("Sv_Emoticon", EventClass::Effect));
    const std::vector<NamedSchema> both{{"a.reel", &first}, {"b.reel", &second}};
    const auto plans = plan_tables(both);
    REQUIRE(plans.ok());
    const auto has_alias = [&](const std::string& table, const std::string& alias) {
        const auto& aliases = find(*plans, table)->aliases;
        return std::find(aliases.begin(), aliases.end(), alias) != aliases.end();
    };
    CHECK(has_alias("sv_kill_msg", "kill"));
    CHECK(has_alias("sv_emoticon", "emoticon"));
    CHECK_FALSE(has_alias("cl_kill", "kill"));
}

TEST_CASE("a field of another spelling in another recording has the same column") {
    const auto type_with = [](const std::vector<std::string>& fields) {
        ItemType type;
        type.name = "Walker";
        type.shares_names = true;
        for (const std::string& name : fields)
            type.fields.push_back({name, name == "Name" ? FieldKind::Text : FieldKind::Int32});
        return type;
    };
    const auto columns_of = [](const std::vector<ItemType>& types) {
        std::vector<Schema> schemas(types.size());
        std::vector<NamedSchema> named;
        for (std::size_t i = 0; i < types.size(); ++i) schemas[i].add(types[i]);
        for (const Schema& schema : schemas) named.push_back({"a.reel", &schema});
        const auto plans = plan_tables(named);
        REQUIRE(plans.ok());
        return columns(*find(*plans, "walker"));
    };
    const ItemType upper = type_with({"Name", "Health"});
    const ItemType lower = type_with({"health"});
    const ItemType both = type_with({"Health", "health"});
    CHECK(columns_of({upper, lower}) ==
          "tick BIGINT,time TIMESTAMP,id BIGINT,checksum VARCHAR,Name VARCHAR,Health INTEGER,"
          "segment INTEGER,file VARCHAR,");
    CHECK(columns_of({lower, upper}) ==
          "tick BIGINT,time TIMESTAMP,id BIGINT,checksum VARCHAR,name VARCHAR,health INTEGER,"
          "segment INTEGER,file VARCHAR,");
    for (const auto& types : {std::vector{both, lower}, std::vector{both, upper, lower}})
        CHECK_THAT(columns_of(types), contains("Health INTEGER,health_ INTEGER,segment"));
    CHECK_THAT(columns_of({lower, both}), contains("health INTEGER,Health_ INTEGER,segment"));
    CHECK_THAT(columns_of({upper, lower, both}),
               contains("Health INTEGER,health_ INTEGER,segment"));
}
