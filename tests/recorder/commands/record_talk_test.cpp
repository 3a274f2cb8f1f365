// What `record` shows on a terminal, and what `ctl clients` answers, about the same clients.

#include "recorder/commands/record_talk.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "recorder/commands/control.h"
#include "tests/catch.h"

namespace tickreel {

namespace {

RecorderTotals of_clients(std::uint64_t count) {
    RecorderTotals totals;
    totals.connections = count;
    for (std::uint64_t i = 1; i <= count; ++i) {
        totals.snapshots += 10 * i;
        totals.clients.push_back(
            {i, i == 2 ? "\x1b[31mred" : "Aster", "arena", 10 * i, 9 * i, i, 0, 1000 * i});
    }
    return totals;
}

std::size_t lines_of(const std::string& text) {
    return 1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("the table of a running recorder") {
    const std::string all = recording_table(of_clients(3), 3);
    CHECK(lines_of(all) == 5);
    CHECK(all.find("3 connections, 60 snapshots") != std::string::npos);
    CHECK(all.find("     3  Aster") != std::string::npos);
    CHECK(all.find('\x1b') == std::string::npos);  // a name commands no terminal

    // One line fewer than clients: the last one says how many are left out.
    const std::string some = recording_table(of_clients(4), 3);
    CHECK(lines_of(some) == 5);
    CHECK(some.find("\nand 2 more") != std::string::npos);
    CHECK(some.find("     3  Aster") == std::string::npos);

    CHECK(lines_of(recording_table(of_clients(4), 0)) == 1);
    CHECK(lines_of(recording_table({}, 9)) == 1);
}

TEST_CASE("what does not fit into a minute is counted, and the next minute is told again") {
    using namespace std::chrono_literals;
    ProblemLimit limit;
    const ProblemLimit::TimePoint begin{100h};
    for (int month = 0; month < 3; ++month) {
        const auto now = begin + month * 30 * 24h;
        for (std::uint64_t i = 0; i < ProblemLimit::kPerMinute; ++i) CHECK(limit.may_tell(now));
        CHECK_FALSE(limit.may_tell(now + 1s));
        CHECK_FALSE(limit.may_tell(now + 59s));
        CHECK(limit.untold(now + 59s) == 0);
        CHECK(limit.untold(now + 60s) == 2);
        CHECK(limit.untold(now + 61s) == 0);
    }
}

TEST_CASE("a client's answer holds what is recorded of it") {
    SessionStatus status;
    status.clients.resize(2);
    status.clients[0].id = 3;
    status.clients[1].id = 9;  // nothing recorded yet
    status.recorded = of_clients(3);
    const std::string lines = clients_ndjson(status);
    const auto third = nlohmann::json::parse(lines.substr(0, lines.find('\n')));
    CHECK(third["player"] == "Aster");
    CHECK(third["map"] == "arena");
    CHECK(third["snapshots"] == "30");
    CHECK(third["wire_ok"] == "27");
    CHECK(third["wire_mismatch"] == "3");
    CHECK(third["bytes"] == "3000");
    const auto ninth = nlohmann::json::parse(lines.substr(lines.find('\n') + 1));
    CHECK(ninth["player"] == "");
    CHECK(ninth["snapshots"] == "0");
}

}  // namespace tickreel
