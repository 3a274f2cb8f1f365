#include "tickreel/analysis/resend_track.h"

#include "tests/catch.h"
#include "tests/format/analysis/resent.h"

using namespace tickreel;
using tickreel_test::Resent;

namespace {

Frame frame_at(Tick tick, std::vector<Event> events = {}) {
    Frame made;
    made.tick = tick;
    made.events = std::move(events);
    return made;
}

ResendTotals totals(ResendCounts server, ResendCounts client) {
    return {server, client};
}

}  // namespace

TEST_CASE("what was sent again in a stretch, by side") {
    Schema schema;
    const Resent r([&](const ItemType& type) { return schema.add(type); });
    ResendTrack track;
    CHECK(track.empty());
    track.add(frame_at(10), schema, 0);
    CHECK(track.empty());
    track.add(frame_at(12, {r.server(3, 2), r.client(0, 0, 1)}), schema, 2);
    track.add(frame_at(14, {r.server(1, 1, 1), r.server(1, 0)}), schema, 4);
    track.add(frame_at(20, {r.client(2, 2)}), schema, 10);
    CHECK(track.between(0, 11) == totals({5, 3, 1}, {2, 2, 1}));
    CHECK(track.between(0, 2) == totals({}, {}));
    CHECK(track.between(2, 3) == totals({3, 2, 0}, {0, 0, 1}));
    CHECK(track.between(3, 10) == totals({2, 1, 1}, {}));
    CHECK(track.between(11, 2) == totals({}, {}));
    CHECK_FALSE(track.left_out());
}

TEST_CASE(
    "only what a decoder derived says that something was sent again, in rows that are whole") {
    Schema schema;
    const Resent r([&](const ItemType& type) { return schema.add(type); });
    ItemType other = schema[r.of_server];
    other.name = "Said";
    other.derived = false;
    const TypeId said = schema.add(other);
    ResendTrack track;
    track.add(frame_at(10, {{said, {0, 5, 5, 1}}, {TypeId{900}, {1, 1, 1, 1}}}), schema, 0);
    CHECK(track.empty());
    track.add(frame_at(12, {r.server(-7, -7), {r.of_server, {0, 2}}}), schema, 2);
    CHECK(track.between(0, 9) == totals({2, 0, 0}, {}));
}

TEST_CASE("what never came is counted beside it, less what came late after all") {
    Schema schema;
    CHECK(ResendReader::unit(schema).empty());
    const ItemType loss{.name = "ServerLoss",
                        .use = TypeUse::Event,
                        .fields = {{.name = "delay"}, {.name = "lost", .unit = "packets"}},
                        .event_class = EventClass::Transport,
                        .derived = true};
    const TypeId lost = schema.add(loss);
    CHECK(ResendReader::unit(schema) == "packet");
    ResendTrack track;
    track.add(frame_at(10, {{lost, {0, 3}}}), schema, 0);
    track.add(frame_at(11, {{lost, {0, -1}}}), schema, 1);
    CHECK(track.between(0, 1) == totals({.lost = 3}, {}));
    CHECK(track.between(0, 2) == totals({.lost = 2}, {}));
    CHECK(track.between(1, 2) == totals({.lost = -1}, {}));
}
