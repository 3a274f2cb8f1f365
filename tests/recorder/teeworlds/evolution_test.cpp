// Current character positions in tables, queries and the inspector: with the recording's map, and
// without.

#include "tickreel/reel/evolution.h"

#include <fmt/format.h>

#include "demos/match/map/map_file.h"
#include "demos/match/physics.h"
#include "recorder/commands/export/mcap_scene.h"
#include "tests/catch.h"
#include "tests/format/games/falling_tee.h"
#include "tests/format/reel/reel_file.h"
#include "tickreel/analysis/inspect.h"
#include "tickreel/analysis/query_help.h"
#include "tickreel/analysis/query_run.h"
#include "tickreel/analysis/series.h"
#include "tickreel/base/crc32.h"
#include "tickreel/base/sha256.h"
#include "tickreel/games/evolvers.h"
#include "tickreel/reel/reel_writer.h"
#include "tickreel/tables/row_cursor.h"

using namespace tickreel;

namespace {

// One tee falling from (320, 100), sent once as of tick 1000; snapshots 1000..1010.
std::unique_ptr<ReelReader> falling(bool with_map) {
    const auto bytes = std::make_shared<Bytes>();
    RecordingInfo info;
    info.game = "teeworlds";
    ReelWriter writer(std::make_unique<tickreel_test::SharedSink>(bytes), info);
    const TypeId type = writer.add_type(tickreel_test::character_type());
    Segment segment;
    segment.map = "air";
    writer.begin_segment(segment);
    if (with_map) {
        const match::TileMap air(40, 400);
        writer.add_attachment(
            {"maps/air.map", "application/x-teeworlds-map", match::write_map(air, "air").bytes});
    }
    const std::vector<Word> row = tickreel_test::falling_row(1000);
    for (Tick tick = 1000; tick <= 1010; tick += 2) {
        SnapshotBuilder builder;
        builder.set({type, 3}, row);
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::milliseconds(20 * tick);
        frame.snapshot = builder.build();
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    return tickreel_test::open_bytes(*bytes);
}

// The values of a column of `character`, "null" for none.
std::vector<std::string> column(const ReelReader& reel, std::string_view name) {
    const NamedSchema named{"a.reel", &reel.schema(), false, reel.info().game, evolvers()};
    const auto plans = plan_tables({&named, 1});
    REQUIRE(plans.ok());
    const ReelFile file{"a.reel", &reel, reel.everything(), evolvers()};
    for (const TablePlan& plan : *plans) {
        for (std::size_t i = 0; plan.name == "character" && i < plan.columns.size(); ++i) {
            if (plan.columns[i].name != name) continue;
            std::vector<std::string> values;
            const auto rows = open_rows(plan, {&file, 1}, {}, ignore_problems);
            while (*rows->next()) {
                const auto number = as_number(rows->value(i));
                values.push_back(number ? std::to_string(std::lround(*number)) : "null");
            }
            return values;
        }
    }
    return {"no such column"};
}

QueryTotals ask(const ReelReader& reel, std::string_view query) {
    const auto found = find_hits(
        reel, reel.everything(), query, ignore_problems, [](const QueryHit&) { return true; }, {},
        evolvers());
    INFO((found.ok() ? std::string() : found.error().message));
    REQUIRE(found.ok());
    return *found;
}
std::uint64_t count(const ReelReader& reel, std::string_view query) {
    return ask(reel, query).snapshots;
}
std::vector<std::string> notes(const ReelReader& reel, std::string_view query) {
    return ask(reel, query).notes;
}

}  // namespace

TEST_CASE("tables say where a character is now, beside where it was sent") {
    const auto reel = falling(true);
    using Texts = std::vector<std::string>;
    CHECK(column(*reel, "y") == Texts(6, "100"));
    // Accelerates by half a unit per tick, rounded each tick.
    CHECK(column(*reel, "now_y") == Texts{"100", "102", "106", "112", "120", "130"});
    CHECK(column(*reel, "now_vel_y") == Texts{"0", "256", "512", "768", "1024", "1280"});
    CHECK(column(*reel, "now_x") == Texts(6, "320"));
    CHECK(column(*reel, "now_vel_x") == Texts(6, "0"));
}

TEST_CASE("without the map they are null, and there is a reason") {
    const auto reel = falling(false);
    CHECK(column(*reel, "now_y") == std::vector<std::string>(6, "null"));
    Evolution evolution(*reel, evolvers());
    CHECK(evolution.of_segment(0) == nullptr);
    CHECK(evolution.why(0) == "the map air is not there");
    CHECK(Evolution(*reel, {}).why(0).empty());
}

TEST_CASE("a map from elsewhere does as well") {
    const auto reel = falling(false);
    Evolution evolution(*reel, evolvers(), [](const Segment& segment) {
        CHECK(segment.map == "air");
        return std::optional<Bytes>(match::write_map(match::TileMap(40, 400), "air").bytes);
    });
    const auto frame = reel->at({0, 1004});
    REQUIRE(frame.ok());
    const Item item = frame->snapshot[0];
    CHECK(evolution.evolve(frame->moment(), item.key, item.row)[2] == 106);
}

TEST_CASE("of maps of one name it is the version that was played") {
    const Bytes air = match::write_map(match::TileMap(40, 400), "air").bytes;
    const Bytes other = match::write_map(match::TileMap(40, 401), "air").bytes;
    const auto crc = [](const Bytes& map) { return fmt::format("{:08x}", crc32_ieee(map)); };
    const auto attached = [&](const Segment& played, const std::string& second) {
        const auto bytes = std::make_shared<Bytes>();
        RecordingInfo info;
        info.game = "teeworlds";
        ReelWriter writer(std::make_unique<tickreel_test::SharedSink>(bytes), info);
        writer.add_type(tickreel_test::character_type());
        writer.begin_segment(played);
        writer.add_attachment({"maps/air.map", "application/x-teeworlds-map", other});
        if (!second.empty()) writer.add_attachment({second, "application/x-teeworlds-map", air});
        REQUIRE(writer.finish().ok());
        const auto reel = tickreel_test::open_bytes(*bytes);
        auto found = attached_map(*reel, reel->segments()[0]);
        REQUIRE(found.ok());
        return *found ? (**found == air ? "air" : "other") : std::string("none");
    };
    Segment by_sha;
    by_sha.map = "air";
    by_sha.map_sha256 = hex(sha256(air));
    Segment by_crc;
    by_crc.map = "air";
    by_crc.map_crc = crc(air);
    for (const Segment& segment : {by_sha, by_crc}) {
        CHECK(attached(segment, "maps/air_0123abcd.map") == "air");
        CHECK(attached(segment, "maps/air.map") == "air");  // as merge has them
        CHECK(attached(segment, "") == "none");
    }
    Segment unknown;
    unknown.map = "air";
    CHECK(attached(unknown, "maps/air_0123abcd.map") == "other");
    Segment longer = by_crc;
    longer.map = "ai";
    CHECK(attached(longer, "maps/air.map") == "none");
}

TEST_CASE("queries ask for the evolved place by name") {
    const auto with_map = falling(true);
    CHECK(count(*with_map, "Character.y > 105") == 0);
    CHECK(count(*with_map, "Character.now_y > 105") == 4);
    CHECK(count(*with_map, "Character.now_y > 105 and Character.health == 7") == 4);
    const auto without = falling(false);
    CHECK(count(*without, "Character.now_y > 105") == 0);
}

TEST_CASE("distances and speeds in queries are of where clients show a character") {
    const auto with_map = falling(true);
    CHECK(count(*with_map, "dist(Character, 320, 100) > 5") == 4);
    CHECK(count(*with_map, "dist(Character, 320, 100) > 5") ==
          count(*with_map, "Character.now_y > 105"));
    CHECK(count(*with_map, "speed >= 2 * 256") == 4);
    CHECK(count(*with_map, "Character.y > 105 and speed > 0") == 0);
    CHECK(notes(*with_map, "speed > 0").empty());
    const auto without = falling(false);
    CHECK(count(*without, "dist(Character, 320, 100) > 5") == 0);
    const std::vector<std::string> sent{
        "the map air is not there: speed and dist are of places as sent"};
    CHECK(notes(*without, "speed > 0") == sent);
    CHECK(notes(*without, "dist(Character, 0, 0) > 0") == sent);
    CHECK(notes(*without, "Character.y > 0").empty());
}

TEST_CASE("the scene of an .mcap is what clients show") {
    for (const bool with_map : {true, false}) {
        const auto reel = falling(with_map);
        const TypeTable types(reel->schema());
        SceneWriter scene(*reel, types);
        const auto frame = reel->at({0, 1004});
        REQUIRE(frame.ok());
        CHECK_THAT(scene.message(reel->schema(), *frame),  // y is up
                   tickreel_test::contains(with_map ? "\"y\":-106.000," : "\"y\":-100.000,"));
    }
}

TEST_CASE("the inspector has the value as sent first and the evolved one beside it") {
    const auto reel = falling(true);
    Evolution evolution(*reel, evolvers());
    const auto frame = reel->at({0, 1004});
    REQUIRE(frame.ok());
    const Item item = frame->snapshot[0];
    auto report = inspect(reel->schema(), frame->snapshot, nullptr, item.key);
    REQUIRE(report);
    add_evolved(reel->schema(), evolution.evolve(frame->moment(), item.key, item.row), *report);
    CHECK(report->fields[2].value == "100");
    CHECK(report->fields[2].now == "106");
    CHECK(report->fields[1].now.empty());  // the same
    add_evolved(reel->schema(), {}, *report);
    CHECK(report->fields[2].now == "106");
}

TEST_CASE("curves and blame know the evolved value beside the one that was sent") {
    const auto collected = [](const ReelReader& reel, const char* name) {
        const ItemKey tee{*reel.schema().find("Character"), 3};
        const auto field =
            find_series_field(reel.schema(), reel.info().game, tee, name, evolvers());
        REQUIRE(field);
        WorkControl control;
        SeriesPointer series;
        collect_series(
            reel, {*field}, control, [&](const SeriesList& list) { series = list.at(0); },
            evolvers());
        REQUIRE(series);
        CHECK(series->complete);
        return series;
    };
    const auto reel = falling(true);
    CHECK(collected(*reel, "y")->changes == 0);
    const SeriesPointer now = collected(*reel, "now_y");
    // As in the table: one change per snapshot.
    CHECK(now->changes == 5);
    for (std::int64_t at = 0; at <= 10; at += 2) {
        const std::vector<std::string> table = column(*reel, "now_y");
        CHECK(now->value_at(at) == std::stod(table[static_cast<std::size_t>(at / 2)]));
    }
    CHECK(field_title(reel->schema(), nullptr, now->field) == "Character 3.now_y");
    const auto without = falling(false);
    const SeriesPointer unknown = collected(*without, "now_y");
    REQUIRE(unknown->points.size() == 1);
    CHECK(point_text(without->schema(), *unknown, 0) == "cannot be computed");
    const ItemKey tee{*reel->schema().find("Character"), 3};
    CHECK_FALSE(find_series_field(reel->schema(), "teeworlds", tee, "now_health", evolvers()));
    CHECK_FALSE(find_series_field(reel->schema(), "another", tee, "now_y", evolvers()));
    CHECK_FALSE(find_series_field(reel->schema(), "teeworlds", tee, "now_y", {}));
}

TEST_CASE("what is typed is completed with the evolved fields") {
    const auto reel = falling(true);
    const EvolvedFields fields(*reel, evolvers());
    std::vector<std::string> names;
    for (const QueryCandidate& candidate :
         complete_query(fields.schema(), "Character.now_", 14).candidates)
        names.push_back(candidate.text);
    CHECK(names == std::vector<std::string>{"now_x", "now_y", "now_vel_x", "now_vel_y"});
}
