// The query language: names, players, time, functions, windows; and how hits are counted.
#include "format/analysis/query.h"
#include "tests/catch.h"
#include "tests/format/analysis/sample_match.h"
#include "tickreel/analysis/query_run.h"
#include "tickreel/base/concat.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

constexpr std::uint64_t kSnapshots = 590;  // 490 of the first map, 100 of the second

std::unique_ptr<ReelReader> reel() {
    Result<std::unique_ptr<ReelReader>> opened = ReelReader::open(memory_source(sample_match()));
    REQUIRE(opened.ok());
    return std::move(*opened);
}

struct Answered {
    std::vector<QueryHit> hits{};
    QueryTotals totals{};
};

Answered ask(const std::string& text) {
    const auto reader = reel();
    Answered answered;
    const auto totals = find_hits(
        *reader, reader->everything(), text, [](const Problem&) {},
        [&](const QueryHit& hit) {
            answered.hits.push_back(hit);
            return true;
        });
    INFO(text << ": " << (totals ? "" : totals.error().message));
    REQUIRE(totals.ok());
    answered.totals = *totals;
    return answered;
}

std::uint64_t count(const std::string& text) {
    return ask(text).totals.snapshots;
}

std::string error_of(const std::string& text) {
    const auto reader = reel();
    const auto query = Query::parse(text, reader->schema());
    REQUIRE_FALSE(query.ok());
    return query.error().message;
}

}  // namespace

TEST_CASE("a query finds every thing of a snapshot, in stretches of its own") {
    CHECK(count("Character") == 2 * kSnapshots);
    const Answered all = ask("Character");
    REQUIRE(all.hits.size() == 6);  // two tees on two maps, the first of which has a gap
    CHECK(all.hits[0].item->entity == 0);
    CHECK(all.hits[1].item->entity == 1);
    CHECK(all.hits[1].name == "Bob");
    const auto reader = reel();
    CHECK(reader->timeline().moment(all.hits[0].to).tick == kGapFrom - 2);
    CHECK(reader->timeline().moment(all.hits[2].from).tick == kGapTo);
    CHECK(all.hits[0].snapshots + all.hits[2].snapshots == 490);
    CHECK(all.hits[5].snapshots == 100);
    CHECK(count("Character.id == 1") == kSnapshots);
    CHECK(count("count(Character) == 2") == kSnapshots);  // about the snapshot itself
    CHECK_FALSE(ask("count(Character) == 2").hits[0].type.has_value());
    // Hits are ordered by their beginning even though long ones end late.
    const Answered mixed = ask("Character.x > 0 or Projectile.x > 0");
    for (std::size_t i = 1; i < mixed.hits.size(); ++i)
        CHECK(mixed.hits[i - 1].from <= mixed.hits[i].from);
}

TEST_CASE("parts of an or that share no type are asked by themselves") {
    CHECK(ask("Kill or Projectile.x > 0").hits.size() == 12);
    CHECK(count("Character.id == 0 or Character.id == 1") == 2 * kSnapshots);
    CHECK(count("ClientInfo.name == Ada or Character.weapon == gun") == 2 * kSnapshots);
}

TEST_CASE("not finds only what is there, and what is not there is not null") {
    CHECK(count("not Projectile.x > 5") == 0);
    CHECK(count("not Projectile") == kSnapshots - 110);
    CHECK(count("Projectile.x != null") == 110);
    // Only a question for the type itself finds snapshots without one.
    CHECK(count("Projectile.x > 0 or tick > 0") == 110);
    CHECK(count("Projectile.x > 0 or not wire == mismatch") == 110);
    CHECK(count("not (Projectile.x < 0 and tick > 0)") == 110);
    CHECK(count("not Projectile or Projectile.x > 0") == kSnapshots);
    CHECK(count("tick >= 0 and not Kill") == kSnapshots - 1);
    CHECK(count("Kill.killer == 0 or tick > 0") == 1);
    CHECK(count("not (Character.x == null)") == 2 * kSnapshots);
    CHECK(count("not (Character.health / 0 > 1)") == 0);
}

TEST_CASE("events by class and by any spelling, people by name") {
    CHECK(count("kill") == 1);
    CHECK(count("KILL.killer == 0") == 1);
    CHECK(count("chat.Message ~ \"HELL\"") == 1);
    CHECK(count("client_info.name == Bob") == kSnapshots);
    CHECK(count("player \"ada\"") == kSnapshots);
    CHECK(count("Character.x > 0 and player \"Bob\"") == kSnapshots);
    CHECK(ask("Character.x > 0 and player \"Bob\"").hits[0].item->entity == 1);
    CHECK(count("player ~ \"d\" and Character") == kSnapshots);
    CHECK(count("player \"Ad\"") == 0);
    CHECK(count("chat and player \"Ada\"") == 1);
    CHECK(count("chat and player \"Bob\"") == 0);
    CHECK(count("kill and player \"Bob\"") == 1);  // the victim
    CHECK(ask("kill").hits[0].name == "Bob");      // as the column name of SQL: whom it is about
    // In one role, as SQL has it.
    CHECK(count("kill.killer_name == \"Ada\"") == 1);
    CHECK(count("kill.victim_name == \"Ada\"") == 0);
    CHECK(count("kill.victim_name ~ \"BO\"") == 1);
    CHECK(count("kill.victim_name != \"Ada\"") == 1);
    CHECK(count("kill.killer_name == null") == 0);
    CHECK(count("Character.name == Bob") == kSnapshots);
    CHECK(count("Character.name == \"bob\"") == 0);
}

TEST_CASE("a name that no player has is said, with the one that was meant") {
    using Notes = std::vector<std::string>;
    CHECK(ask("kill and player \"Adda\"").totals.notes ==
          Notes{"no player is named \"Adda\"; did you mean 'Ada'?"});
    CHECK(ask("kill and not player ~ \"zz\" within 2s of player \"Bo\"").totals.notes ==
          Notes{"no player is named \"Bo\"; did you mean 'Bob'?", "no player is named ~ \"zz\""});
    CHECK(ask("dist(player \"Ada\", player \"Xaver\") < 9").totals.notes ==
          Notes{"no player is named \"Xaver\""});
    CHECK(ask("player \"bob\" or player ~ \"AD\"").totals.notes.empty());
    CHECK(ask("kill.killer_name == \"ada\"").totals.notes ==
          Notes{"no player is named \"ada\"; did you mean 'Ada'?"});
    CHECK(ask("kill.killer_name ~ \"AD\"").totals.notes.empty());
}

TEST_CASE("before and now, and arithmetic by name") {
    CHECK(count("delta(Character.x) == 2") == 587);  // not at the gap, nor at the start of a map
    CHECK(count("prev(Character.x) == 1100") == 1);
    // Where an item comes there is nothing before: two on each map, and every shot.
    CHECK(count("prev(Character.x) == null") == 4);
    CHECK(ask("prev(Character.x) == null").hits[0].from == 0);
    CHECK(count("prev(Projectile.x) == null") ==
          count("Projectile") - count("prev(Projectile.x) != null"));
    CHECK(count("prev(Projectile.x) == null") >= 11);
    CHECK(count("prev(Character.x) == null or prev(Character.x) != null") == 2 * kSnapshots);
    CHECK(count("changed(Character.x) and prev(Character.x) == null") == 0);
    CHECK(count("now(Character.x) == 1100") == 1);
    CHECK(count("Character.x between 1100 and 1110") == 6);
    CHECK(count("Character.weapon between hammer and gun") ==
          count("Character.weapon >= hammer and Character.weapon <= gun"));
    CHECK(count("Character.weapon between hammer and gun") > 0);
    CHECK(count("abs(Character.x - 1100) <= 2") == 3);
    CHECK(count("min(Character.x, 450, 500) == 400") == kSnapshots);
    CHECK(count("max(Character.x, 1996) == 1998") == 1);
    CHECK(count("dist(Character, 1100, 100) <= 2") == 3);
    CHECK(count("dist(player \"Ada\", player \"Bob\") < 603") == 101);
    CHECK(count("dist(Projectile, Character) < 32") == 110);  // Ada's shots
}

TEST_CASE("a part of a recording begins with what was before it") {
    const auto reader = reel();
    const auto within = [&](const std::string& text) {
        const auto totals = find_hits(
            *reader, {{0, 1200}, {0, 1210}}, text, [](const Problem&) {},
            [](const QueryHit&) { return true; });
        REQUIRE(totals.ok());
        return totals->snapshots;
    };
    CHECK(within("Character.id == 0") == 5);
    CHECK(within("changed(Character.x)") == 5);
    CHECK(within("prev(Character.x) == 1198") == 1);
    CHECK(within("prev(Character.x) == null") == 0);
}

TEST_CASE("time: literals, durations and windows") {
    CHECK(count("Character.id == 0 and time < 0:02") == 50);
    CHECK(count("Character.id == 0 and time between 2s and 2100ms") == 3);
    CHECK(ask("Projectile for 0.36s").hits.size() == 11);
    CHECK(ask("Projectile for 0.37s").hits.empty());
    CHECK(count("Character.id == 0 within 1s of kill") == 51);
    CHECK(count("Character.id == 0 within 1s after kill") == 26);
    CHECK(count("Character.id == 0 within 1s before kill") == 26);
    // The end of a window is in it, however its seconds are rounded.
    for (Tick tick = 1002; tick < 1030; tick += 2) {
        CHECK(count(concat("tick == ", tick + 50, " within 1s after tick == ", tick)) == 1);
        CHECK(count(concat("tick == ", tick, " within 1s before tick == ", tick + 50)) == 1);
    }
    CHECK(count("kill within 7s after chat") == 1);
    CHECK(count("kill within 5s after chat") == 0);
    CHECK(count("within 1s of kill") == 51);
    CHECK(count("kill within 7s of kill") == 0);  // there is one: it is not near itself
    CHECK(count("kill within 7s of kill or chat") == 1);
    CHECK(count("within 1s after kill") == 26);
    CHECK(count("Character.id == 0 for 1s within 1s of kill") == 51);
    CHECK(count("Character.id == 0 for 3s within 1s of kill") == 0);
}

TEST_CASE("a value alone is no condition: it would hold everywhere") {
    for (const char* alone : {"5", "0:15", "tick", "time", "null", "kill within 1s of 0:15",
                              "kill within 1s of time", "kill and 5", "5 or kill", "not 0"})
        CHECK_THAT(error_of(alone), contains("compare it, as in time > 1:02.5"));
    for (const char* alone : {"\"Ada\"", "kill within 2s of \"Ada\"", "kill and \"Ada\""})
        CHECK_THAT(error_of(alone), contains("a text alone is no condition"));
    CHECK(count("kill and true and (5) > 4 and not false") == count("kill"));
}

TEST_CASE("the language says what it wants") {
    CHECK_THAT(error_of("Charakter.x > 1"), contains("did you mean 'Character'?"));
    CHECK_THAT(error_of("Character.helth > 1"), contains("did you mean 'health'?"));
    CHECK_THAT(error_of("Character.weapon == hamer"), contains("did you mean 'hammer'?"));
    CHECK_THAT(error_of("helth > 1"), contains("did you mean 'health'?"));
    CHECK_THAT(error_of("tick > 1:02"), contains("a tick is not a time"));
    CHECK_THAT(error_of("tick between 1:02 and 1:03"), contains("a tick is not a time"));
    CHECK_THAT(error_of("tick between 1 and 1:03"), contains("a tick is not a time"));
    CHECK_THAT(error_of("Character.weapon between hamer and gun"),
               contains("did you mean 'hammer'?"));
    CHECK_THAT(error_of("Character.x between 1"), contains("two values"));
    CHECK_THAT(error_of("chat ~ \"hello\""), contains("a text belongs to a field, for example"));
    CHECK_THAT(error_of("kil"), contains("did you mean 'Kill'?"));
    CHECK_THAT(error_of("(Kill for 2s)"), contains("at the end"));
    CHECK_THAT(error_of("Kill for"), contains("how long"));
    CHECK_THAT(error_of("Kill within 2s kill"), contains("of, after or before"));
    CHECK_THAT(error_of("dist(Kill, Character) < 3"), contains("has no place"));
    CHECK_THAT(error_of("dist(Character) < 3"), contains("two places"));
    CHECK_THAT(error_of("dist(Character, Character) < 3"),
               contains("column 17: both are the same Character, which has no distance to itself"));
    CHECK_THAT(error_of("player Ada"), contains("column 1"));
    CHECK_THAT(error_of("speed > 3"),
               contains("speed needs a velocity, and no type of this recording has one"));
    CHECK_THAT(error_of("Character.speed > 3"),
               contains("speed needs a velocity, and Character has none"));
    CHECK_THAT(error_of("min(Character.x) > 3"), contains("two values"));
    CHECK_THAT(error_of("prev(Kill.killer) == 1"), contains("of an item"));
    CHECK_THAT(error_of("changed(Character.name)"), contains("of an item"));
    CHECK_THAT(error_of("kill.weapon_name == \"Ada\""), contains("no field \"weapon_name\""));
    CHECK_THAT(error_of("kill.killer_name == 3"), contains("a text cannot be compared"));
}

TEST_CASE("the normal form of every construct parses to itself") {
    for (const char* text :
         {"kill within 3s of chat", "player \"Ada\" and Character.x > 1", "player ~ \"a\"",
          "delta(Character.x) > 2", "prev(Character.weapon) == gun", "time > 1:02.5",
          "abs(Character.x) between 1 and 2", "min(Character.x, 2, 3) == max(1, 2)",
          "dist(Character, 1, -2) < 5", "dist(player \"Ada\", Projectile) < 5",
          "dist((abs(Character.x)), 2, Character) < 1", "Character.id == 1 for 2s",
          "Character.id == 1 for 500ms within 1s before kill or chat", "count(kill) > 0",
          "kill.killer_name == \"Ada\" and Character.name != Ada"}) {
        const auto reader = reel();
        const auto query = Query::parse(text, reader->schema());
        INFO(text << ": " << (query ? "" : query.error().message));
        REQUIRE(query.ok());
        const auto again = Query::parse(query->text(), reader->schema());
        INFO(query->text() << ": " << (again ? "" : again.error().message));
        REQUIRE(again.ok());
        CHECK(again->text() == query->text());
        CHECK(count(query->text()) == count(text));
    }
}
