// Queries: their meaning, invalid ones, and their hits in a whole recording.
#include "format/analysis/query.h"

#include "tests/catch.h"
#include "tests/format/analysis/sample_match.h"
#include "tickreel/analysis/query_run.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/file.h"
#include "tickreel/reel/unreadable_ticks.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

std::unique_ptr<ReelReader> reel() {
    Result<std::unique_ptr<ReelReader>> opened = ReelReader::open(memory_source(sample_match()));
    REQUIRE(opened.ok());
    return std::move(*opened);
}

QueryResult run(const std::string& text) {
    const auto reader = reel();
    WorkControl control;
    QueryResultPointer last;
    run_query(*reader, text, control, [&](QueryResultPointer result) { last = result; });
    REQUIRE(last);
    return *last;
}

// One segment, every second tick, no gaps.
const std::string kArena = TICKREEL_SOURCE_DIR "/demos/arena_8_players.reel";

std::unique_ptr<ReelReader> open_bytes(const Bytes& bytes) {
    auto opened = ReelReader::open(memory_source(bytes));
    REQUIRE(opened.ok());
    return std::move(*opened);
}

std::string error_of(const std::string& text) {
    const auto reader = reel();
    const Result<Query> query = Query::parse(text, reader->schema());
    REQUIRE_FALSE(query.ok());
    return query.error().message;
}

std::string normal(const std::string& text) {
    const auto reader = reel();
    const Result<Query> query = Query::parse(text, reader->schema());
    INFO(text);
    REQUIRE(query.ok());
    return query->text();
}

}  // namespace

TEST_CASE("a query finds the stretches where it holds") {
    // Ada walks: x is the tick, so x is in [1100, 1110] in six snapshots.
    const QueryResult walk = run("Character.x >= 1100 and Character.x <= 1110");
    CHECK(walk.error == "");
    CHECK(walk.complete);
    REQUIRE(walk.hits.size() == 1);
    CHECK(walk.hits[0].from == 100);
    CHECK(walk.hits[0].to == 110);
    CHECK(walk.hits[0].snapshots == 6);
    CHECK(walk.snapshots == 6);
    CHECK(walk.hits[0].label == "Character 0 (Ada)");
    REQUIRE(walk.hits[0].item);
    CHECK(walk.hits[0].item->entity == 0);
    CHECK(walk.next(0)->from == 100);
    CHECK(walk.next(100) == nullptr);
    CHECK(walk.previous(101)->from == 100);
    CHECK(walk.previous(100) == nullptr);
}

TEST_CASE("every mention of a type means the same thing, players of two types go together") {
    // Ada has the hammer, Bob the gun: no single character is both first and armed with a gun.
    CHECK(
        run("Character.x < 1200 and Character.weapon == gun and Character.y == 100").hits.empty());
    CHECK_FALSE(run("Character.weapon == gun and Character.y == 150").hits.empty());
    CHECK(run("ClientInfo.name == Ada and Character.weapon == gun").hits.empty());
    CHECK_FALSE(run("ClientInfo.name == \"Bob\" and Character.weapon == gun").hits.empty());
    CHECK_FALSE(run("ClientInfo.name ~ \"OB\"").hits.empty());
}

TEST_CASE("events, counts, changes, the tick and the wire can be asked for") {
    const QueryResult kill = run("Kill");
    REQUIRE(kill.hits.size() == 1);
    CHECK(kill.hits[0].from == kKillTick - kFirstTick);
    CHECK_THAT(kill.hits[0].label, contains("Ada"));
    CHECK(run("Kill.killer == 0 and Kill.victim == 1").hits.size() == 1);
    CHECK(run("Chat.message ~ \"HELL\"").hits.size() == 1);
    CHECK(run("wire == mismatch").hits.at(0).from == kBadTick - kFirstTick);
    CHECK(run("tick == 1300").hits.size() == 1);
    // Ten on map one, minus the one in the gap, and two on map two.
    CHECK(run("count(Projectile) >= 1").hits.size() == 11);
    CHECK(run("count(Character) > 2").hits.empty());
    CHECK(run("changed(Character.x) and Character.id == 1").hits.empty());
    CHECK(run("changed(x) and Character").error != "");  // x is a field of two types
    const QueryResult moved = run("changed(Character.x)");
    CHECK(moved.snapshots == moved.read - 2);  // not in the first snapshot of either map
}

TEST_CASE("comparing with what is not there is false, null asks for it") {
    CHECK(run("Projectile.x != 3 and tick == 1050").hits.empty());
    CHECK(run("Projectile.x == null and tick == 1050").hits.empty());  // there is none at that tick
    CHECK(run("not Projectile and tick == 1050").hits.size() == 1);
    CHECK(run("Projectile.word0 > 0 and tick == 1002").hits.size() == 1);
    CHECK(run("Character.health / 0 == 1 or Character.health == \"ten\"").hits.empty());
    CHECK(run("Character.health - 1 == 2 * 4 + 1 and tick == 1000").hits.size() == 1);
    CHECK(run("-Character.health = -9 and tick = 0x3e8").hits.size() == 1);
}

TEST_CASE("what cannot be understood says where and what could be") {
    CHECK_THAT(error_of(""), contains("Character.health <= 2"));
    CHECK_THAT(error_of("Charakter.health"), contains("column 1"));
    CHECK_THAT(error_of("Charakter.health"), contains("Character, ClientInfo"));
    CHECK_THAT(error_of("Character.helth > 2"), contains("it has x, y, weapon, health"));
    CHECK_THAT(error_of("Character.weapon == bazooka"), contains("it knows hammer, gun"));
    CHECK_THAT(error_of("Character.health <= "), contains("missing at the end"));
    CHECK_THAT(error_of("(Character.health"), contains("closing bracket"));
    CHECK_THAT(error_of("Character.health 3"), contains("column 18"));
    CHECK_THAT(error_of("Character.name == \"x"), contains("never closed"));
    CHECK_THAT(error_of("Character.health has gun"), contains("flags"));
    CHECK_THAT(error_of("Character.health <= 2x"), contains("not a number"));
    CHECK_THAT(error_of("Character.health ? 1"), contains("column 18"));
    CHECK_THAT(error_of("x > 1"), contains("Character.x, Projectile.x"));
    CHECK_THAT(error_of("changed(Kill.killer)"), contains("item"));
    CHECK_THAT(error_of(std::string(3000, '(')), contains("bytes"));
    CHECK_THAT(error_of(std::string(200, '(')), contains("brackets"));
    std::string many = "tick";
    for (int i = 0; i < 300; ++i) many += "+tick";
    CHECK_THAT(error_of(many), contains("too long"));
    CHECK(run("Character.helth > 2").error != "");
}

TEST_CASE("the normal form means the same and parses to itself") {
    for (const char* text :
         {"Character.health<=2 and Character.weapon=gun or not Kill", "health - 1 > 2 * 3 / y + -4",
          "`Character`.id == 3 && count(Kill) > 0",
          "changed(Character.health) or ClientInfo.name ~ 'x'", "Chat.message == \"a\\\"b\"",
          "!(!(Kill))", "- - Character.x == --1", "Projectile.word1 == null"}) {
        const auto reader = reel();
        const Result<Query> query = Query::parse(text, reader->schema());
        if (!query) continue;  // single quotes and a lone y are invalid
        CHECK(normal(query->text()) == query->text());
    }
    CHECK(normal("character.HEALTH<=2") == "Character.health <= 2");
    CHECK(normal("health > 1 and weapon = 1") ==
          "(Character.health > 1) and (Character.weapon == 1)");
    CHECK(normal("health - 1 - 2 * 3 > 0 or Kill or Kill") ==
          "((Character.health - 1 - (2 * 3)) > 0) or Kill or Kill");
    std::string longest = "1 > 1";
    for (int i = 0; i < 150; ++i) longest += " - 1";
    CHECK(normal(normal(longest)) == normal(longest));
    const std::string signs = "1 > " + std::string(40, '-') + "1";
    CHECK(normal(normal(signs)) == normal(signs));
}

TEST_CASE("a stopped query says that it is not complete") {
    const auto reader = reel();
    WorkControl control;
    control.stop();
    QueryResultPointer last;
    run_query(*reader, "Character", control, [&](QueryResultPointer result) { last = result; });
    REQUIRE(last);
    CHECK_FALSE(last->complete);
}

TEST_CASE("no hit goes over what cannot be read, whether that was known before or not") {
    Bytes bytes = *read_whole_file(kArena);
    const auto sound = open_bytes(bytes);
    const ChunkInfo broken = sound->chunks()[12];
    bytes[broken.offset + broken.stored_bytes - 1] ^= 1;
    const auto known = open_bytes(bytes);
    CHECK_FALSE(known->sound());
    const std::vector<Gap> lost = unreadable_ticks(*known);
    REQUIRE(lost.size() == 1);
    const Tick last = lost[0].from - 2;  // that can be read
    const Tick next = lost[0].to;
    CHECK(sound->at({0, last})->tick == last);
    CHECK(sound->at({0, next})->tick == next);
    const Timeline& timeline = sound->timeline();
    const MomentRange all = sound->everything();
    const auto spans = [&](const ReelReader& reader, const std::string& text, MomentRange range) {
        std::string hits;
        const auto done = find_hits(reader, range, text, ignore_problems, [&](const QueryHit& hit) {
            hits += concat(timeline.moment(hit.from).tick, "..", timeline.moment(hit.to).tick, " ");
            return true;
        });
        REQUIRE(done.ok());
        return hits;
    };
    const std::string whole =
        concat(all.from.tick, "..", last, " ", next, "..", all.to.tick - 1, " ");
    const std::string around = concat(last - 2, "..", last, " ", next, "..", next + 2, " ");
    for (const char* text :
         {"tick > 0", "not tick < 0", "count(Character) >= 0", "tick > 0 within 1s of tick > 0"}) {
        INFO(text);
        CHECK(spans(*sound, text, all) == concat(all.from.tick, "..", all.to.tick - 1, " "));
        const auto unknown = open_bytes(bytes);
        CHECK(spans(*unknown, text, all) == whole);
        CHECK(spans(*unknown, text, all) == whole);
        CHECK(spans(*known, text, all) == whole);
        const MomentRange part{{0, last - 2}, {0, next + 4}};
        CHECK(spans(*open_bytes(bytes), text, part) == around);
        CHECK(spans(*known, text, part) == around);
    }
    CHECK(spans(*sound, "tick > 0 for 50s", all) != "");
    CHECK(spans(*open_bytes(bytes), "tick > 0 for 50s", all) == "");
    QueryResultPointer result;
    WorkControl control;
    run_query(*open_bytes(bytes), "tick > 0", control,
              [&](QueryResultPointer found) { result = std::move(found); });
    CHECK(result->hits.size() == 2);
}
