#include <algorithm>
#include <map>
#include <sstream>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tests/recorder/commands/walkers.h"
#include "tickreel/base/concat.h"

using namespace tickreel_test;
using tickreel::concat;

namespace {

std::vector<std::string> sorted_rows(const std::string& csv) {
    std::vector<std::string> rows;
    std::istringstream in(csv);
    std::string row;
    std::getline(in, row);  // the names of the columns
    while (std::getline(in, row)) rows.push_back(row);
    std::sort(rows.begin(), rows.end());
    return rows;
}

}  // namespace

TEST_CASE("sql of a match file: who was sent whom, and where views differ") {
    const Folder folder;
    const std::string names = "abc";
    write_walkers(folder);
    if (run_tickreel({"sql", folder / "a.reel", "SELECT 1"}).code != 0) return;  // no DuckDB
    std::vector<std::string> visible;
    std::vector<std::string> in_one_tick;
    std::vector<std::string> conflicts;
    for (int tick = 100; tick < 190; ++tick)
        for (int id = 0; id < 3; ++id) {
            std::map<int, int> counts;  // how many have which x
            for (int number = 0; number < 3; ++number) {
                if (!is_sent(number, tick, id)) continue;
                ++counts[x_sent(number, tick, id)];
                const std::string row =
                    concat(names[static_cast<std::size_t>(number)], ",", tick, ",", id);
                visible.push_back(row);
                if (tick == 121) in_one_tick.push_back(row);
            }
            // Where there are but two, either may be the one that is named.
            if (counts.size() == 2)
                conflicts.push_back(
                    concat(tick, ",", id, ",x,", counts.begin()->second + counts.rbegin()->second));
        }
    const auto ask = [&](const std::string& question) {
        const Ran ran = run_tickreel({"sql", folder / "match.reel", question, "--format", "csv"});
        INFO(question << ran.err);
        CHECK(ran.code == 0);
        return sorted_rows(ran.out);
    };
    std::sort(visible.begin(), visible.end());
    std::sort(in_one_tick.begin(), in_one_tick.end());
    std::sort(conflicts.begin(), conflicts.end());
    CHECK((visible.size() > 300 && conflicts.size() > 20));
    CHECK(ask("SELECT viewer, tick, id FROM visible") == visible);
    CHECK(ask("SELECT viewer, tick, id FROM visible WHERE tick = 121") == in_one_tick);
    CHECK(ask("SELECT viewer, tick, id FROM visible WHERE id = 2") ==
          ask("SELECT viewer, tick, id FROM visible WHERE id + 0 = 2"));
    CHECK(ask("SELECT tick, id FROM conflicts WHERE id = 2").size() > 5);
    CHECK(ask("SELECT tick, id, field, (SELECT count(*) FROM visible v WHERE v.tick = c.tick AND "
              "v.id = c.id) FROM conflicts c WHERE type = 'Walker'") == conflicts);
    CHECK(ask("SELECT 1 FROM conflicts WHERE type = 'Flag'").empty());
    // These rows are no items of the union's snapshots.
    for (const std::string question :
         {"SELECT count(*) FROM items", "SELECT type, id, count(*) FROM items GROUP BY ALL",
          "SELECT sum(items), sum(words) FROM snapshots",
          "SELECT count(*) FROM (DESCRIBE items)"}) {
        INFO(question);
        const Ran of_union = run_tickreel(
            {"sql", folder / "match.reel", "--view", "union", question, "--format", "csv"});
        CHECK(ask("SELECT q.* FROM (" + question + ") q WHERE EXISTS (FROM visible)") ==
              sorted_rows(of_union.out));
        CHECK(ask(question) == sorted_rows(of_union.out));
    }
    // Of three the one is named that stands alone.
    CHECK(
        ask("SELECT DISTINCT CAST(value AS INT) - CAST(most AS INT) FROM conflicts c WHERE type = "
            "'Walker' AND 3 = (SELECT count(*) FROM visible v WHERE v.tick = c.tick AND v.id = "
            "c.id)") == std::vector<std::string>{"1"});
    // What the union has (with what views were sent before that have no snapshot) and one lacks.
    const auto known = [](int tick, int id) {
        for (int number = 0; number < 3; ++number) {
            int last = tick;
            while (last >= 100 && !has_snapshot(number, last)) --last;
            if (last >= 100 && is_sent(number, last, id)) return true;
        }
        return false;
    };
    std::vector<std::string> missing;
    for (int tick = 100; tick < 190; ++tick)
        for (int number = 0; number < 3; ++number)
            for (int id = 0; id < 3; ++id)
                if (has_snapshot(number, tick) && known(tick, id) && !is_sent(number, tick, id))
                    missing.push_back(
                        concat(names[static_cast<std::size_t>(number)], ",", tick, ",", id));
    std::sort(missing.begin(), missing.end());
    CHECK(missing.size() > 100);
    CHECK(ask("SELECT viewer, tick, id FROM missing WHERE type = 'Walker'") == missing);
    CHECK(ask("SELECT viewer, tick, id FROM missing WHERE character") == missing);
    CHECK(ask("SELECT viewer, tick, id FROM missing WHERE id = 1 AND tick < 120") ==
          ask("SELECT viewer, tick, id FROM missing WHERE id + 0 = 1 AND tick + 0 < 120"));
    CHECK(ask("SELECT 1 FROM missing WHERE type <> 'Walker'").empty());
    // Stretches of a view's snapshots in which it is so: up to where one is missing.
    const auto stretches = [&](const auto& holds) {
        std::vector<std::string> found;
        for (int number = 0; number < 3; ++number)
            for (int id = 0; id < 3; ++id) {
                int from = 0;
                int last = 0;
                int count = 0;
                for (int tick = 100; tick <= 190; ++tick) {
                    if (tick < 190 && has_snapshot(number, tick) && holds(number, tick, id)) {
                        from = count++ == 0 ? tick : from;
                        last = tick;
                    } else if (std::exchange(count, 0) > 0) {
                        found.push_back(concat(names[static_cast<std::size_t>(number)], ",", id,
                                               ",", from, ",", last));
                    }
                }
            }
        std::sort(found.begin(), found.end());
        return found;
    };
    CHECK(ask("SELECT viewer, id, from_tick, to_tick FROM in_sight") == stretches(is_sent));
    CHECK(ask("SELECT viewer, id, from_tick, to_tick FROM out_of_sight") ==
          stretches([&](int number, int tick, int id) {
              return known(tick, id) && !is_sent(number, tick, id);
          }));
    CHECK(ask("SELECT 1 FROM in_sight WHERE epoch(to_time - from_time) <> (to_tick - from_tick) / "
              "50.0 OR snapshots > to_tick - from_tick + 1")
              .empty());
    // Since when the killer had the victim in sight, up to the last snapshot before the kill.
    std::vector<std::string> sights;
    for (int tick = 101; tick < 190; ++tick) {
        bool told = false;  // by anybody who has a snapshot then
        for (int number = 0; number < 3; ++number) told = told || has_snapshot(number, tick);
        if (!is_kill(tick) || !told) continue;
        const int killer = tick % 3;
        std::string seen;
        for (int at = tick - 1; at >= 100; --at) {
            if (!has_snapshot(killer, at) && seen.empty()) continue;
            if (!is_sent(killer, at, (tick + 1) % 3)) break;
            seen = concat(at);
        }
        sights.push_back(concat(tick, ",", names[static_cast<std::size_t>(killer)], ",", killer,
                                ",", (tick + 1) % 3, ",", seen));
    }
    std::sort(sights.begin(), sights.end());
    CHECK(sights.size() > 5);
    CHECK(ask("SELECT DISTINCT tick, viewer, killer, victim, seen_tick FROM first_sights") ==
          sights);
    // With --view the recording is the view, and nothing more.
    CHECK(
        run_tickreel({"sql", folder / "match.reel", "--view", "a", "SELECT * FROM visible"}).code ==
        1);
}

TEST_CASE("the union of a match file says nothing that it does not know") {
    const Folder folder;
    const std::string match = TICKREEL_SOURCE_DIR "/demos/arena_8_views.reel";
    const auto sql = [](const std::string& file, const std::vector<std::string>& more) {
        std::vector<std::string> all{"sql", file, "--format", "csv"};
        all.insert(all.end(), more.begin(), more.end());
        return run_tickreel(all);
    };
    // Inputs and answers to them are of one client each.
    for (const char* table :
         {"inputs", "input_delivery", "input_statistics", "input_timing", "Input", "cl_start_info",
          "reactions", "connection", "server_resend", "client_resend"}) {
        INFO(table);
        const Ran refused = sql(match, {concat("SELECT count(*) FROM ", table)});
        CHECK(refused.code == 1);
        CHECK(refused.out.empty());
        CHECK_THAT(refused.err, contains("of one client each") && contains("--view all"));
    }
    CHECK(sql(match, {"--view", "union", "SELECT count(*) FROM inputs"}).code == 1);
    // Nor in a recording of it, or in what is made of that.
    const std::string cut = folder / "cut.reel", redacted = folder / "redacted.reel";
    const Ran told = run_tickreel({"cut", match, "--view", "union", "-o", cut});
    CHECK(told.code == 0);
    CHECK_THAT(told.err, contains("what each client sent, like its inputs, is in no union"));
    const std::string events = run_tickreel({"info", cut, "--format", "ndjson"}).out;
    CHECK_THAT(events.substr(events.find("\"events\"")),
               contains("Sv_KillMsg") && !contains("Input"));
    REQUIRE(run_tickreel({"redact", cut, "--drop", "server", "-o", redacted}).code == 0);
    for (const std::string& file : {cut, redacted}) {
        const Ran refused = sql(file, {"SELECT count(*) FROM inputs"});
        CHECK(refused.code == 1);
        CHECK(refused.out.empty());
        CHECK_THAT(refused.err, contains("of one client each") && contains("the match file has"));
        CHECK(sql(file, {"SELECT count(*) > 0 AS a FROM kills"}).out == "a\ntrue\n");
    }
    // The other commands answer with what is there and say what is not.
    const std::string out = folder / "out";
    const std::vector<std::vector<std::string>> silent{
        {"list", cut, "events", "--types", "kill"},
        {"query", cut, "kill", "--format", "csv"},
        {"query", cut, "Character.health > 0 within 1s of kill", "--format", "csv"},
        {"export", cut, "--types", "Sv_KillMsg", "-o", out + ".csv"},
        {"list", cut, "types"}};
    for (const std::vector<std::string>& words : silent) CHECK(run_tickreel(words).err.empty());
    const std::vector<std::vector<std::string>> asking{
        {"list", cut, "events", "--types", "kill,input"},
        {"list", redacted, "events", "--types", "Input"},
        {"list", cut, "events"},
        {"query", cut, "input", "--format", "csv"},
        {"query", cut, "Input.fire > 0", "--format", "csv"},
        {"query", redacted, "Character.health > 0 within 1s of input", "--format", "csv"},
        {"export", cut, "--types", "input", "-o", out + "-input.csv"},
        {"export", cut, "-o", out + ".ndjson"},
        {"export", match, "--view", "union", "-o", out + "-match.ndjson"}};
    for (const std::vector<std::string>& words : asking) {
        const Ran said = run_tickreel(words);
        INFO(words[0] << ": " << said.err);
        CHECK(said.code == 0);
        CHECK_THAT(said.err, contains("is a union of views: of ") && contains("Input") &&
                                 contains("the match file has them, with --view"));
        CHECK(std::count(said.err.begin(), said.err.end(), '\n') == 1);
    }
    // A query's line has the types that it asks for and no others.
    for (const char* query : {"Input.fire > 0", "Character.health > 0 within 1s of Input.fire > 0"})
        CHECK_THAT(run_tickreel({"query", cut, query}).err, contains(": of Input it lacks rows"));
    for (const char* other : {"TABLE inputs", "SELECT count(*) FROM main.inputs", "DESCRIBE Input",
                              "SELECT count(*) FROM /* all */ inputs", "SUMMARIZE cl_start_info",
                              "SELECT count(*) FROM query_table('inputs')"}) {
        INFO(other);
        const Ran refused = sql(match, {other});
        CHECK(refused.code == 1);
        CHECK(refused.out.empty());
        CHECK_THAT(refused.err, contains("of one client each") && contains("--view all"));
    }
    const Ran own = sql(match, {"CREATE TABLE inputs AS SELECT 7 AS n; SELECT n FROM inputs"});
    CHECK(own.out.ends_with("n\n7\n"));
    CHECK(sql(match, {"SELECT 'from inputs' AS inputs -- from inputs"}).out ==
          "inputs\nfrom inputs\n");
    // All views: the same as each alone.
    const std::string count =
        "SELECT count(*) AS n, sum(fire::INT) AS f, any_value(name) AS name FROM inputs";
    const Ran all = sql(match, {"--view", "all", count + " GROUP BY file ORDER BY file"});
    CHECK(all.code == 0);
    std::string each = "n,f,name\n";
    for (const char* view : {"Aster", "Birch", "Clover", "Dahlia", "Elm", "Fern", "Gorse", "Hazel"})
        each += sql(match, {"--view", view, count}).out.substr(std::string("n,f,name\n").size());
    CHECK(all.out == each);
    CHECK_THAT(each, contains(",Hazel\n"));
    CHECK(sql(match, {"--view", "all",
                      "SELECT DISTINCT file LIKE '%(Elm)' AS e FROM sv_chat "
                      "WHERE file LIKE '%Elm%'"})
              .out == "e\ntrue\n");
    // An event that names nobody: whose it was is unknown, and said so.
    const Ran pickup = sql(match, {"SELECT count(*) AS n FROM sv_weapon_pickup"});
    CHECK(pickup.code == 0);
    CHECK_THAT(pickup.err, contains("does not say who was sent a sv_weapon_pickup"));
    CHECK(sql(match, {"SELECT count(*) AS n FROM sv_kill_msg"}).err.empty());
    // Items whose number is no client's have no player's name.
    CHECK(sql(match, {"SELECT DISTINCT type FROM missing WHERE name IS NOT NULL"}).out ==
          "type\nCharacter\n");
    CHECK(
        sql(match, {"SELECT count(*) AS n FROM missing WHERE type = 'Character' AND name IS NULL"})
            .out == "n\n0\n");
}

TEST_CASE("nobody is in sight across what is missing") {
    const Folder folder;
    std::string broken = read_file(TICKREEL_SOURCE_DIR "/demos/arena_8_views.reel");
    for (std::size_t i = 0; i < 300; ++i) broken[broken.size() / 2 + i] ^= 0x55;
    write_file(folder / "match.reel", broken);
    const std::string saved = folder / "r.reel";
    CHECK(run_tickreel({"recover", folder / "match.reel", "-o", saved}).code == 3);
    const std::string across =
        " AS n FROM in_sight s, gaps g WHERE g.from_tick > s.from_tick AND g.to_tick <= s.to_tick";
    const Ran comments = run_tickreel(
        {"sql", saved, "SELECT comment FROM duckdb_columns() WHERE table_name = 'in_sight'"});
    if (comments.code != 1)  // no DuckDB
        CHECK_THAT(comments.out, contains("one ends before every missing snapshot") &&
                                     contains("the name at to_tick"));
    for (const char* raw : {"", "--raw"}) {
        std::vector<std::string> ask{"sql", saved, "SELECT count(*)" + across, "--format", "csv"};
        if (*raw != 0) ask.emplace_back(raw);
        CHECK(run_tickreel(ask).out == "n\n0\n");
    }
    CHECK(run_tickreel({"sql", saved, "--format", "csv",
                        "SELECT count(*) > 9 AS many, (SELECT count(*) FROM gaps) AS gaps FROM "
                        "in_sight s, gaps g WHERE s.to_tick = g.from_tick - 2"})
              .out == "many,gaps\ntrue,1\n");
}
