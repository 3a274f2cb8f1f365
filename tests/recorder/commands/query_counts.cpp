#include "tests/recorder/commands/query_counts.h"

#include <vector>

#include <nlohmann/json.hpp>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"

namespace tickreel_test {

namespace {

std::uint64_t hit_snapshots(const std::string& reel, const std::string& expression) {
    const Ran ran = run_tickreel({"query", reel, expression, "--format", "ndjson"});
    INFO(ran.err);
    CHECK(ran.code == 0);
    std::uint64_t sum = 0;
    for (std::size_t at = 0; at < ran.out.size();) {
        const std::size_t end = ran.out.find('\n', at);
        const auto line = nlohmann::json::parse(ran.out.substr(at, end - at));
        sum += line.at("snapshots").get<std::uint64_t>();
        at = end + 1;
    }
    return sum;
}

std::uint64_t sql_rows(const std::string& reel, const std::string& table,
                       const std::string& condition) {
    std::string query = "select count(*) as rows from " + table;
    if (!condition.empty()) query += " where " + condition;
    const Ran ran = run_tickreel({"sql", reel, query, "--format", "csv"});
    INFO(ran.err);
    REQUIRE(ran.code == 0);
    return std::stoull(ran.out.substr(ran.out.find('\n') + 1));
}

}  // namespace

bool have_sql() {
    return run_tickreel({"sql", std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel",
                         "select 1"})
               .code == 0;
}

void check_same_counts(const std::string& reel, const std::vector<SameCount>& questions) {
    for (const SameCount& same : questions) {
        INFO(reel << ": " << same.query);
        const std::uint64_t rows = sql_rows(reel, same.table, same.condition);
        CHECK(rows > 0);
        CHECK(hit_snapshots(reel, same.query) == rows);
    }
}

namespace {

// Each row as JSON.
std::vector<nlohmann::json> rows_of(const std::string& reel, const std::string& question) {
    const Ran ran = run_tickreel({"sql", reel, question, "--format", "ndjson"});
    REQUIRE(ran.code == 0);
    std::vector<nlohmann::json> rows;
    for (std::size_t at = 0; at < ran.out.size();) {
        const std::size_t end = ran.out.find('\n', at);
        rows.push_back(nlohmann::json::parse(ran.out.substr(at, end - at)));
        at = end + 1;
    }
    return rows;
}

}  // namespace

void check_kills_of_everyone(const std::string& reel) {
    // In any role, ignoring case.
    const auto people = rows_of(
        reel,
        "select any_value(name) as name, count(distinct (segment, tick, killer, victim))::int as n "
        "from (select *, unnest([killer_name, victim_name]) as name from kills) "
        "where name is not null group by lower(name)");
    CHECK(people.size() > 1);
    for (const auto& row : people) {
        const std::string name = row.at("name").dump();
        INFO(reel << ": " << name);
        CHECK(hit_snapshots(reel, "kill and player " + name) == row.at("n").get<std::uint64_t>());
    }
    for (const std::string role : {"killer_name", "victim_name"})
        for (const auto& row : rows_of(reel, "select " + role +
                                                 " as name, count(*)::int as n from kills "
                                                 "group by all")) {
            const std::string name = row.at("name").dump();
            INFO(reel << ": " << role << " " << name);
            CHECK(hit_snapshots(reel, "kill." + role + " == " + name) ==
                  row.at("n").get<std::uint64_t>());
        }
}

std::vector<SameCount> about_tees() {
    return {{"Character", "character", ""},
            {"Character.x > 1000", "character", "x > 1000"},
            {"not Character.x > 1000", "character", "not x > 1000"},
            {"Character.weapon == hammer or Character.direction == 1", "character",
             "weapon = 'hammer' or direction = 1"},
            {"Character.health == null", "character", "health is null"},
            {"not Character.armor > 100", "character", "not armor > 100"},
            {"Character.health between 1 and 10", "character", "health between 1 and 10"},
            {"abs(Character.direction) == 1", "character", "abs(direction) = 1"},
            {"wire != mismatch and Character.id == 0", "character",
             "checksum <> 'mismatch' and id = 0"},
            {"Character.x > 1000 and PlayerInfo.latency >= 0",
             "character c join player_info p using (tick, segment, id)",
             "c.x > 1000 and p.latency >= 0"},
            {"PlayerInfo.latency between 0 and 999", "player_info", "latency between 0 and 999"}};
}

}  // namespace tickreel_test
