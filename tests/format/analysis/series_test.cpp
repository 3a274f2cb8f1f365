// One field over the whole recording, the difference of two snapshots, and facts derived from them.
#include "tickreel/analysis/series.h"

#include <cmath>

#include "format/analysis/derived_events.h"
#include "tests/catch.h"
#include "tests/format/analysis/sample_match.h"
#include "tests/format/reel/reel_file.h"
#include "tickreel/analysis/scoreboard.h"
#include "tickreel/analysis/snapshot_diff.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

std::shared_ptr<const ReelReader> reel() {
    Result<std::unique_ptr<ReelReader>> opened = ReelReader::open(memory_source(sample_match()));
    REQUIRE(opened.ok());
    return std::move(*opened);
}

FieldRef field(const ReelReader& reader, const char* type, EntityId entity, const char* name) {
    const auto id = reader.schema().find(type);
    REQUIRE(id);
    const auto index = find_field(reader.schema()[*id], name);
    REQUIRE(index);
    return {{*id, entity}, *index};
}

SeriesPointer collect(const ReelReader& reader, const FieldRef& ref) {
    WorkControl control;
    SeriesList last;
    collect_series(reader, {ref}, control, [&](SeriesList list) { last = std::move(list); });
    REQUIRE(last.size() == 1);
    return last[0];
}

}  // namespace

TEST_CASE("a series knows every change, the last and the next one") {
    const auto reader = reel();
    const SeriesPointer x = collect(*reader, field(*reader, "Character", 0, "x"));
    CHECK(x->complete);
    CHECK(x->changes + 1 == x->points.size());
    CHECK(x->points.front().position == 0);
    CHECK(x->low == 0);  // of the second map
    CHECK(x->high == kLastTick);
    CHECK(x->value_at(101) == 1100);
    REQUIRE(x->last_change(101));
    CHECK(x->points[*x->last_change(101)].position == 100);
    REQUIRE(x->next_change(101));
    CHECK(x->points[*x->next_change(101)].position == 102);
    CHECK_FALSE(x->last_change(0));
    CHECK_FALSE(x->next_change(1'000'000));
    CHECK(point_text(reader->schema(), *x, 0) == "1000");
    CHECK(field_title(reader->schema(), nullptr, x->field) == "Character 0.x");
}

TEST_CASE("a field that never changes and one that comes and goes") {
    const auto reader = reel();
    const SeriesPointer name = collect(*reader, field(*reader, "ClientInfo", 1, "name"));
    CHECK(name->changes == 0);
    CHECK(point_text(reader->schema(), *name, 0) == "\"Bob\"");
    CHECK_FALSE(is_plottable(reader->schema(), name->field));
    const SeriesPointer shot = collect(*reader, field(*reader, "Projectile", 1, "y"));
    // (Dis)appears nine times on map one, twice on map two; the first appearance does not count.
    CHECK(shot->changes == 21);
    CHECK(std::isnan(shot->value_at(30)));
    CHECK(shot->value_at(3) == 90);
    CHECK(point_text(reader->schema(), *shot, 1) == "not there");
    FieldRef word = field(*reader, "Projectile", 1, "y");
    word.field = 2 + 1;  // the second raw word
    CHECK(collect(*reader, word)->value_at(3) == 90);
}

TEST_CASE("a field that is null is told from an item that is not there, or never was") {
    const auto file = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(file), {"sample", 50.0, {}, {}});
    Field team;
    team.name = "team";
    team.nullable = true;
    const ItemType player{"Player", "", TypeUse::Item, true, {team}};
    const TypeId id = writer.add_type(player);
    writer.begin_segment({"dm1", "", ""});
    const auto add = [&](Tick tick, const std::optional<Value>& value) {
        SnapshotBuilder items;
        if (value) items.set({id, 1}, make_row(player, {*value}));
        Frame frame;
        frame.tick = tick;
        frame.snapshot = items.build();
        writer.add_frame(frame);
    };
    add(1, Value(std::int64_t{3}));
    add(2, Value());
    add(3, std::nullopt);
    add(4, Value());
    REQUIRE(writer.finish().ok());
    const auto opened = ReelReader::open(memory_source(*file));
    REQUIRE(opened.ok());
    const ReelReader& reader = **opened;
    const SeriesPointer series = collect(reader, {{id, 1}, 0});
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < series->points.size(); ++i)
        texts.push_back(point_text(reader.schema(), *series, i));
    CHECK(texts == std::vector<std::string>{"3", "null", "not there", "null"});
    CHECK(series->changes == 3);
    CHECK(series->ever_there());
    CHECK_FALSE(collect(reader, {{id, 2}, 0})->ever_there());
}

TEST_CASE("behind the last change that is kept a curve has no value") {
    const auto file = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(file), {"sample", 50.0, {}, {}});
    Field x;
    x.name = "x";
    const TypeId id = writer.add_type({"Player", "", TypeUse::Item, true, {x}});
    writer.begin_segment({"dm1", "", ""});
    constexpr Tick kMore = 1000;
    for (Tick tick = 0; tick < static_cast<Tick>(kMaxChanges) + kMore; ++tick) {
        SnapshotBuilder items;
        items.set({id, 1}, std::vector<Word>{static_cast<Word>(tick)});
        Frame frame;
        frame.tick = tick;
        frame.snapshot = items.build();
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    const auto opened = ReelReader::open(memory_source(*file));
    REQUIRE(opened.ok());
    const SeriesPointer series = collect(**opened, {{id, 1}, 0});
    CHECK(series->points.size() == kMaxChanges);
    CHECK(series->left_out == kMore + 1);
    constexpr std::int64_t kLast = static_cast<std::int64_t>(kMaxChanges) - 2;
    CHECK(series->value_at(kLast) == kLast);
    CHECK(std::isnan(series->value_at(kLast + kMore)));
    CHECK(point_text((*opened)->schema(), *series, series->points.size() - 1) == "not kept");
}

TEST_CASE("two snapshots differ by fields, by items that came and by items that went") {
    const auto reader = reel();
    const Frame a = *reader->at({0, 1010});
    const Frame b = *reader->at({0, 1040});
    const SnapshotDiff diff = diff_snapshots(reader->schema(), {a.snapshot}, {b.snapshot});
    CHECK(diff.changed == 1);
    CHECK(diff.removed == 1);
    CHECK(diff.added == 0);
    CHECK(diff.same == 3);
    REQUIRE(diff.items.size() == 2);
    CHECK(diff.items[0].title == "Character 0 (Ada)");
    REQUIRE(diff.items[0].fields.size() == 1);
    CHECK(diff.items[0].fields[0].name == "x");
    CHECK(diff.items[0].fields[0].a == "1010");
    CHECK(diff.items[0].fields[0].b == "1040");
    CHECK(diff.items[0].fields[0].change == "+30");
    CHECK(diff.items[1].kind == ItemDiff::Kind::Removed);
    CHECK(diff_snapshots(reader->schema(), {b.snapshot}, {a.snapshot}).added == 1);
    CHECK(diff_snapshots(reader->schema(), {a.snapshot}, {b.snapshot}, "ada").items.size() == 1);
    CHECK(diff_snapshots(reader->schema(), {a.snapshot}, {a.snapshot}).items.empty());
}

TEST_CASE("who comes and goes, flags and maps are read off the snapshots") {
    Schema schema;
    Field carrier;
    carrier.name = "flag_carrier_red";
    carrier.kind = FieldKind::Enum;
    carrier.roles = Role::FlagHolder;
    carrier.values = {{-2, "at_stand"}};
    Field name;
    name.name = "name";
    name.kind = FieldKind::Text;
    name.roles = Role::Name;
    Field other = carrier;
    other.name = "flag_carrier_blue";
    const TypeId game = schema.add({"GameData", "", TypeUse::Item, true, {carrier, other}});
    const TypeId info = schema.add({"ClientInfo", "", TypeUse::Item, true, {name}});
    DerivedEvents events(schema, {{"ctf1", "", ""}, {"dm1", "", ""}});
    std::string roster;
    const auto add = [&](std::uint32_t segment, Word holder, bool bob) {
        SnapshotBuilder builder;
        const Word row[] = {holder, -2};
        builder.set({game, 0}, row);
        builder.set({info, 0}, make_row(schema[info], {Value(std::string("Ada"))}));
        if (bob) builder.set({info, 1}, make_row(schema[info], {Value(std::string("Bob"))}));
        Frame frame;
        frame.segment = segment;
        frame.snapshot = builder.build();
        roster.clear();
        events.add(frame, [&](EventLane kind, std::string_view what, const std::string& text) {
            roster +=
                std::string(event_lane_name(kind)) + "/" + std::string(what) + "/" + text + ";";
        });
        return roster;
    };
    CHECK(add(0, -2, false) == "map/map/ctf1;");
    CHECK(add(0, -2, false) == "");
    CHECK(add(0, -2, true) == "join/joined/Bob;");
    CHECK(add(0, 1, true) == "flag/flag/Bob has the red flag;");
    CHECK(add(0, -2, true) == "flag/flag/red flag is at stand;");
    CHECK(add(0, -2, false) == "join/left/Bob;");
    CHECK(add(1, 0, true) == "map/map/dm1;");
}

TEST_CASE("where items have clans, who has none neither joins, leaves nor scores") {
    Schema schema;
    Field name{"name", FieldKind::Text};
    name.roles = Role::Name;
    Field clan{"clan", FieldKind::Text, true};
    clan.roles = Role::Clan;
    const TypeId body = schema.add({"Body", "", TypeUse::Item, true, {name, clan}});
    const TypeId car = schema.add({"Car", "", TypeUse::Item, true, {name}});
    DerivedEvents events(schema, {});
    std::string told;
    Frame frame;
    const auto add = [&](bool there) {
        SnapshotBuilder builder;
        const Value none{std::string()};
        if (there) {
            builder.set({body, 0}, make_row(schema[body], {std::string("Ada"), none}));
            builder.set({body, 1}, make_row(schema[body], {std::string("Drone"), Value()}));
            builder.set({car, 2}, make_row(schema[car], {std::string("Courier")}));
        }
        frame.snapshot = builder.build();
        told.clear();
        events.add(frame, [&](EventLane, std::string_view what, const std::string& text) {
            told += std::string(what) + " " + text + ";";
        });
        return told;
    };
    CHECK(add(false) == "");
    CHECK(add(true) == "joined Ada;");
    const auto board = make_scoreboard(schema, frame.snapshot);
    REQUIRE(board.size() == 1);
    CHECK(board[0].name == "Ada");
    CHECK(add(true) == "");
    CHECK(add(false) == "left Ada;");
}

TEST_CASE("nobody comes without a name, or twice as several items") {
    Schema schema;
    Field name;
    name.name = "name";
    name.kind = FieldKind::Text;
    name.nullable = true;
    name.roles = Role::Name;
    const TypeId body = schema.add({"Body", "", TypeUse::Item, true, {name}});
    const TypeId card = schema.add({"Card", "", TypeUse::Item, true, {name}});
    DerivedEvents events(schema, {});
    std::string roster;
    const auto add = [&](const std::vector<std::pair<ItemKey, Value>>& items) {
        SnapshotBuilder builder;
        for (const auto& [key, who] : items) builder.set(key, make_row(schema[key.type], {who}));
        Frame frame;
        frame.snapshot = builder.build();
        roster.clear();
        events.add(frame, [&](EventLane, std::string_view what, const std::string& text) {
            roster += std::string(what) + " " + text + ";";
        });
        return roster;
    };
    const Value ada{std::string("Ada")};
    const Value bob{std::string("Bob")};
    CHECK(add({}) == "");
    CHECK(add({{{body, 1}, Value()}}) == "");
    CHECK(add({{{body, 1}, ada}, {{card, 1}, ada}}) == "joined Ada;");
    CHECK(add({{{body, 1}, ada}}) == "");
    CHECK(add({{{body, 1}, ada}, {{card, 1}, ada}, {{body, 2}, bob}, {{card, 2}, ada}}) ==
          "joined Bob;joined Ada;");  // 2 is called both
    CHECK(add({{{body, 2}, bob}}) == "left Ada;left Ada;");
    CHECK(add({}) == "left Bob;");
}

TEST_CASE("a scoreboard of times has them in seconds or in milliseconds, and who has none last") {
    Schema schema;
    ItemType racer;
    racer.name = "Racer";
    racer.shares_names = true;
    racer.fields.resize(2);
    racer.fields[0].name = "name";
    racer.fields[0].kind = FieldKind::Text;
    racer.fields[0].roles = Role::Name;
    racer.fields[1].name = "score";
    racer.fields[1].roles = Role::Score;
    ItemType rules;
    rules.name = "Rules";
    rules.fields.resize(1);
    rules.fields[0].name = "flags";
    rules.fields[0].kind = FieldKind::Flags;
    rules.fields[0].values = {{1, "timescore"}};
    const TypeId who = schema.add(racer);
    const TypeId rule = schema.add(rules);
    const auto times = [&](const std::vector<std::int64_t>& scores, Word flags = 1) {
        SnapshotBuilder builder;
        for (std::size_t i = 0; i < scores.size(); ++i)
            builder.set({who, i}, make_row(racer, {"r" + std::to_string(i), scores[i]}));
        builder.set({rule, 0}, Row(&flags, 1));
        std::string text;
        for (const ScoreRow& row : make_scoreboard(schema, builder.build()))
            text += row.name + ":" + (row.time ? std::to_string(row.time->count()) : "-") + " ";
        return text;
    };
    CHECK(times({-9999, -65, -10000, -1}) == "r3:1000 r1:65000 r2:10000000 r0:- ");
    CHECK(times({-1, 65123, -1, 999}) == "r3:999 r1:65123 r0:- r2:- ");
    CHECK(times({-1, -1}) == "r0:- r1:- ");
    CHECK(times({-1, 5, 7}, 0) == "r2:- r1:- r0:- ");  // points
}
