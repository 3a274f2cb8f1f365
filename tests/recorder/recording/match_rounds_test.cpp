#include "recorder/recording/match_rounds.h"

#include "tests/catch.h"

using namespace tickreel;
using namespace std::chrono_literals;

namespace {

constexpr double kRate = 50.0;
const Segment kArena{"arena", "", "0000002a"};
const Segment kCave{"cave", "", "0000002b"};

// A server's clock: tick 0 of the running map was at `start`.
struct Server {
    std::chrono::nanoseconds start = 1000s;
    std::chrono::nanoseconds at(Tick tick) const { return start + tick * 20ms; }
};

struct Rounds {
    explicit Rounds(const RoundOptions& options) : rounds(options) {}
    unsigned see(MatchRounds::Member& member, const Segment& map, const Server& server, Tick tick,
                 std::optional<Tick> match_start = {}, bool begins = false) {
        return rounds.round_of(member, {map, tick, server.at(tick), kRate, match_start, begins});
    }
    MatchRounds rounds;
};

}  // namespace

TEST_CASE("rounds: each map is one, whoever hears of it first", "[rounds]") {
    Rounds the({.by_map = true});
    MatchRounds::Member a;
    MatchRounds::Member b;
    const Server first;
    CHECK(the.see(a, kArena, first, 5000) == 1);
    CHECK(the.see(b, kArena, first, 5002) == 1);
    // The same map again: the ticks restart.
    const Server second{first.at(6000)};
    the.rounds.begin_segment(a);
    CHECK(the.see(a, kArena, second, 10) == 2);
    CHECK(the.see(b, kArena, first, 5998) == 1);  // has not heard of it
    MatchRounds::Member c;
    CHECK(the.see(c, kArena, second, 12) == 2);
    the.rounds.begin_segment(b);
    CHECK(the.see(b, kArena, second, 14) == 2);
    // Another map, whose ticks go on as if nothing had been.
    the.rounds.begin_segment(b);
    CHECK(the.see(b, kCave, second, 500) == 3);
    CHECK(the.see(a, kArena, second, 502) == 2);
    // Nobody is there for a day, and the server's clock was 20 s wrong in it.
    MatchRounds::Member d;
    const Server drifted{second.start + 20s};
    CHECK(the.see(d, kCave, drifted, 500 + 24 * 3600 * 50) == 3);
    CHECK(the.rounds.newest() == 3);
}

TEST_CASE("rounds: what is full or old goes on while no other file can begin", "[rounds]") {
    bool room = false;
    int asked = 0;
    const auto may_begin = [&] { return ++asked, room; };
    Rounds the({.time = 10s, .may_begin = may_begin, .retry = 2s});
    MatchRounds::Member a;
    const Server server;
    CHECK(the.see(a, kArena, server, 0) == 1);
    for (Tick tick = 500; tick < 600; tick += 2) CHECK(the.see(a, kArena, server, tick) == 1);
    CHECK(asked == 1);
    CHECK(the.see(a, kArena, server, 600) == 1);
    CHECK(asked == 2);
    room = true;
    CHECK(the.see(a, kArena, server, 602) == 1);
    CHECK(the.see(a, kArena, server, 700) == 2);
    // An order likewise.
    room = false;
    the.rounds.split();
    CHECK(the.see(a, kArena, server, 702) == 2);
    room = true;
    CHECK(the.see(a, kArena, server, 802) == 3);
}

TEST_CASE("rounds: a match of the game is one for all, late and early ones", "[rounds]") {
    Rounds the({.by_map = true});
    MatchRounds::Member a;
    MatchRounds::Member b;
    MatchRounds::Member c;
    const Server server;
    for (auto* member : {&a, &b, &c}) CHECK(the.see(*member, kArena, server, 100, 50) == 1);
    // It began at 200: one is told at 204, one at 202, one lost everything until 250.
    CHECK(the.see(a, kArena, server, 198, 50) == 1);
    CHECK(the.see(b, kArena, server, 200, 200, true) == 2);
    CHECK(the.see(a, kArena, server, 204, 200, true) == 2);
    CHECK(the.see(c, kArena, server, 250, 200, true) == 2);
    // The start is no tick of this server: who says so first says when it was.
    CHECK(the.see(a, kArena, server, 300, 7, true) == 3);
    CHECK(the.see(b, kArena, server, 298, 200) == 2);
    CHECK(the.see(b, kArena, server, 302, 7, true) == 3);
    CHECK(the.see(c, kArena, server, 304, 7, true) == 3);
    // One that comes later is in the match that runs.
    MatchRounds::Member d;
    CHECK(the.see(d, kArena, server, 400, 7) == 3);
    // Nobody is there, and a match begins at 9000.
    MatchRounds::Member e;
    CHECK(the.see(e, kArena, server, 9500, 9000) == 4);
    MatchRounds::Member f;
    CHECK(the.see(f, kArena, server, 19500, 9000) == 4);
}

TEST_CASE("rounds: by time and size all change at one tick", "[rounds]") {
    for (const bool by_time : {true, false}) {
        RoundOptions options;
        if (by_time)
            options.time = 10s;
        else
            options.bytes = 1000;
        Rounds the(options);
        std::vector<MatchRounds::Member> members(3);
        std::vector<std::uint64_t> sizes(3);
        std::vector<unsigned> last(3);
        Server server;
        const Segment* map = &kArena;
        Tick shift = 0;
        for (Tick tick = 0; tick < 2400; tick += 2) {
            if (tick == 1200) {
                server.start = server.at(tick);
                shift = tick;
                map = &kCave;
                for (auto& member : members) the.rounds.begin_segment(member);
            }
            std::vector<unsigned> now;
            for (std::size_t i = 0; i < members.size(); ++i) {
                const unsigned round = the.see(members[i], *map, server, tick - shift);
                if (round != std::exchange(last[i], round)) sizes[i] = 0;
                // 2 bytes each tick and client: 1000 are reached after 500 / 3 * 2 ticks.
                the.rounds.count(members[i], round, {sizes[i] += 2});
                now.push_back(round);
            }
            CHECK(now == std::vector<unsigned>(3, now[0]));
            const auto expected = static_cast<unsigned>(by_time ? tick / 500 : tick / 334) + 1;
            CHECK((now[0] == expected || (!by_time && now[0] + 1 == expected)));
        }
        CHECK(the.rounds.newest() >= 5);
    }
}

TEST_CASE("rounds: what files begin with is not all that is in them", "[rounds]") {
    RoundOptions options;
    options.bytes = 1000;
    Rounds the(options);
    MatchRounds::Member member;
    Server server;
    FileSize size{5000, 5000};  // a large map
    unsigned before = 1;
    for (Tick tick = 0; tick < 4000; tick += 2) {
        const unsigned round = the.see(member, kArena, server, tick);
        if (round != std::exchange(before, round)) {
            CHECK(size.bytes >= 10000);
            size = {5000, 5000};
        }
        size.bytes += 10;
        the.rounds.count(member, round, size);
    }
    CHECK(the.rounds.newest() == 4);  // 500 snapshots each
}

TEST_CASE("rounds: a split that somebody asked for", "[rounds]") {
    Rounds the({.by_map = true});
    MatchRounds::Member a;
    MatchRounds::Member b;
    const Server server;
    CHECK(the.see(a, kArena, server, 100) == 1);
    for (int i = 0; i < 3; ++i) the.rounds.split();  // once for each client
    CHECK(the.see(b, kArena, server, 100) == 1);     // others have this tick
    CHECK(the.see(b, kArena, server, 102) == 2);
    CHECK(the.see(a, kArena, server, 102) == 2);
    CHECK(the.see(a, kArena, server, 104) == 2);
}

TEST_CASE("rounds: a match that begins while no recorder runs", "[rounds]") {
    const Server server;
    for (const Tick start : {50, 1020}) {
        Rounds the({.by_map = true});
        the.rounds.go_on(4, server.at(100), {kArena, 1000, server.at(1000), kRate, {}, false});
        MatchRounds::Member a;
        MatchRounds::Member b;
        CHECK(the.see(a, kArena, server, 1040, start) == (start > 1000 ? 5 : 4));
        CHECK(the.see(b, kArena, server, 1010, 50) == 4);  // from the ring
        CHECK(the.see(b, kArena, server, 1042, start, start > 1000) == the.rounds.newest());
        // The start moves on while a match is about to begin: others have seen it begin.
        MatchRounds::Member c;
        CHECK(the.see(c, kArena, server, 1044, 1044) == the.rounds.newest());
    }
}

TEST_CASE("rounds: a match that begins in the tick of the last snapshot", "[rounds]") {
    const Server server;
    for (const bool begins : {true, false}) {
        Rounds the({.by_map = true});
        the.rounds.go_on(4, server.at(100), {kArena, 1000, server.at(1000), kRate, 800, false});
        MatchRounds::Member a;
        MatchRounds::Member b;
        MatchRounds::Member c;
        // Else it was paused.
        const Tick start = begins ? 1000 : 820;
        CHECK(the.see(a, kArena, server, 1024, start) == (begins ? 5 : 4));
        CHECK(the.see(b, kArena, server, 1022, start) == (begins ? 5 : 4));
        CHECK(the.see(c, kArena, server, 1000, 800) == 4);
        CHECK(the.see(c, kArena, server, 1002, start, begins) == (begins ? 5 : 4));
    }
}

TEST_CASE("rounds: an earlier recorder's goes on, if its map does", "[rounds]") {
    const bool same = GENERATE(true, false);
    Rounds the({.by_map = true});
    const Server server;
    the.rounds.go_on(7, server.at(100), {kArena, 5000, server.at(5000), kRate, {}, false});
    MatchRounds::Member a;
    CHECK(the.see(a, same ? kArena : kCave, server, 60000) == (same ? 7 : 8));
    MatchRounds::Member b;
    const Server restarted{server.at(60050)};
    CHECK(the.see(b, kArena, restarted, 10) == (same ? 8 : 9));
}
