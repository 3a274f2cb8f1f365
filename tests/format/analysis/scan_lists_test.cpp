#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tickreel/analysis/event_list.h"
#include "tickreel/analysis/integrity_index.h"

using namespace tickreel;

namespace {

struct Snap {
    std::int64_t position = 0;
    Integrity integrity = Integrity::Match;
};

// Steps of every length, some too long for a block, and a few bad snapshots.
std::vector<Snap> many_snaps(std::size_t count) {
    std::mt19937_64 random(7);
    std::vector<Snap> snaps;
    std::int64_t at = 0;
    for (std::size_t i = 0; i < count; ++i) {
        at += 1 + static_cast<std::int64_t>(random() % 9);
        at += random() % 5000 == 0 ? std::int64_t{3} << 30 : 0;
        const auto luck = random() % 3000;
        snaps.push_back({at, luck == 0  ? Integrity::Mismatch
                             : luck < 9 ? Integrity::Absent
                                        : Integrity::Match});
    }
    return snaps;
}

// Reference implementation: one snapshot at a time.
Integrity slow_worst(const std::vector<Snap>& snaps, std::int64_t from, std::int64_t to) {
    Integrity worst = Integrity::None;
    Integrity before = Integrity::None;
    bool follows = false;
    for (const Snap& snap : snaps) {
        if (snap.position < from) {
            before = snap.integrity;
        } else if (snap.position < to) {
            worst = std::max(worst, snap.integrity);
        } else {
            follows = true;
            break;
        }
    }
    return worst == Integrity::None && follows ? before : worst;
}

}  // namespace

TEST_CASE("a packed track of trust answers as a plain list does") {
    const std::vector<Snap> snaps = many_snaps(20'000);
    IntegrityIndex track;
    for (const Snap& snap : snaps) track.push_back(snap.position, snap.integrity);
    REQUIRE(track.size() == snaps.size());
    std::mt19937_64 random(8);
    for (int i = 0; i < 2000; ++i) {
        const Snap& near = snaps[random() % snaps.size()];
        const std::int64_t from = near.position - static_cast<std::int64_t>(random() % 12);
        const auto reach = static_cast<std::int64_t>(i % 2 == 0 ? random() % 12 : random() % 90000);
        CAPTURE(from, reach);
        CHECK(track.worst(from, from + reach) == slow_worst(snaps, from, from + reach));
        const auto same = [&](const Snap& snap) { return snap.position == from; };
        CHECK(track.contains(from) == std::any_of(snaps.begin(), snaps.end(), same));
    }
    CHECK(track.worst(snaps.front().position - 9, snaps.front().position) == Integrity::None);
    CHECK(track.worst(snaps.back().position + 1, snaps.back().position + 9) == Integrity::None);
    CHECK(IntegrityIndex().worst(0, 100) == Integrity::None);
}

TEST_CASE("a packed track of trust finds every mismatch in both directions") {
    const std::vector<Snap> snaps = many_snaps(20'000);
    IntegrityIndex track;
    std::vector<std::int64_t> bad;
    for (const Snap& snap : snaps) {
        track.push_back(snap.position, snap.integrity);
        if (snap.integrity == Integrity::Mismatch) bad.push_back(snap.position);
    }
    REQUIRE(bad.size() > 3);
    std::vector<std::int64_t> forward;
    for (auto at = track.next_mismatch(-1); at; at = track.next_mismatch(*at))
        forward.push_back(*at);
    CHECK(forward == bad);
    std::vector<std::int64_t> back;
    for (auto at = track.previous_mismatch(snaps.back().position + 1); at;
         at = track.previous_mismatch(*at))
        back.push_back(*at);
    std::reverse(back.begin(), back.end());
    CHECK(back == bad);
    CHECK_FALSE(IntegrityIndex().next_mismatch(0));
    CHECK_FALSE(IntegrityIndex().previous_mismatch(0));
}

TEST_CASE("a list of events gives back what was put in, and a copy stays as it was") {
    static constexpr std::string_view kDerived[] = {"", "joined", "left", "map"};
    EventList list;
    EventList copy;
    const auto text = [](std::size_t i) { return i % 7 == 0 ? "" : "text " + std::to_string(i); };
    for (std::size_t i = 0; i < 3000; ++i) {
        if (i == 1700) copy = list;
        list.push_back({static_cast<std::int64_t>(i / 3) << 33,
                        static_cast<EventLane>(i % kEventLanes), kDerived[i % 4],
                        static_cast<TypeId>(i), text(i)});
    }
    REQUIRE(list.size() == 3000);
    REQUIRE(copy.size() == 1700);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const EventEntry event = i < copy.size() ? copy[i] : list[i];
        CHECK(event.position == static_cast<std::int64_t>(i / 3) << 33);
        CHECK(event.kind == static_cast<EventLane>(i % kEventLanes));
        CHECK(event.derived == kDerived[i % 4]);
        CHECK(event.type == i);
        CHECK(event.text == text(i));
    }
    CHECK(list.lower_bound(0) == 0);
    CHECK(list.lower_bound((std::int64_t{500} << 33) - 1) == 1500);
    CHECK(list.lower_bound(std::int64_t{500} << 33) == 1500);
    CHECK(list.lower_bound((std::int64_t{500} << 33) + 1) == 1503);
    CHECK(list.lower_bound(std::int64_t{5000} << 33) == 3000);
}

TEST_CASE("a text that is said again and again costs little") {
    EventList list;
    const std::string tuning(600, 't');
    for (std::int64_t i = 0; i < 10'000; ++i) {
        list.push_back({i, EventLane::Other, {}, 1, tuning});
        list.push_back({i, EventLane::Chat, {}, 2, "chat " + std::to_string(i)});
    }
    CHECK(list[9'998].text == tuning);
    CHECK(list[9'999].text == "chat 4999");
    CHECK(list.text_bytes() < 200'000);
}
