#include "recorder/games/teeworlds/frame_stream.h"

#include "tests/catch.h"
#include "tests/recorder/teeworlds/collecting_sink.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using tickreel_test::CollectingSink;

namespace {

using Place = FrameStream::Place;

std::chrono::nanoseconds ms(int value) {
    return std::chrono::milliseconds(value);
}

Frame frame_at(Tick tick, int time) {
    Frame frame;
    frame.tick = tick;
    frame.time = ms(time);
    return frame;
}

Event event_number(Word number) {
    Event event;
    event.row = {number};
    return event;
}

// "1 2 | 3": events before the snapshot, a bar, events after it.
std::string events_of(const Frame& frame) {
    std::string before;
    std::string after;
    for (const Event& event : frame.events)
        (event.before_snapshot ? before : after) += std::to_string(event.row[0]) + " ";
    return before + "| " + after;
}

struct Stream {
    Stream() {
        ItemType type;
        type.name = "E";
        type.use = TypeUse::Event;
        sink.add_type(type);
    }
    CollectingSink sink{};
    FrameStream frames{};
};

}  // namespace

TEST_CASE("messages belong to the newest frame that was complete before them") {
    Stream s;
    s.frames.add_event(ms(5), Place::BeforeSnapshot, event_number(1));
    s.frames.add_frame(frame_at(10, 10), s.sink);
    s.frames.add_event(ms(15), Place::BeforeSnapshot, event_number(2));
    s.frames.add_event(ms(20), Place::BeforeSnapshot, event_number(3));
    s.frames.add_event(ms(20), Place::AfterSnapshot, event_number(4));
    s.frames.add_event(ms(30), Place::BeforeSnapshot, event_number(5));  // precedes its frame
    s.frames.add_frame(frame_at(12, 20), s.sink);
    s.frames.add_frame(frame_at(14, 40), s.sink);
    s.frames.add_event(ms(50), Place::BeforeSnapshot, event_number(6));
    s.frames.end_timeline(s.sink);
    REQUIRE(s.sink.frames.size() == 3);
    CHECK(events_of(s.sink.frames[0]) == "1 | 2 ");
    CHECK(events_of(s.sink.frames[1]) == "3 | 4 5 ");
    CHECK(events_of(s.sink.frames[2]) == "| 6 ");
    CHECK(s.frames.frames() == 3);
}

TEST_CASE("what comes with or after a lost snapshot came before the next frame") {
    Stream s;
    s.frames.add_frame(frame_at(10, 10), s.sink);
    s.frames.add_event(ms(15), Place::BeforeSnapshot, event_number(1));
    s.frames.add_event(ms(20), Place::BeforeSnapshot, event_number(2));  // with the lost one
    s.frames.add_event(ms(20), Place::AfterSnapshot, event_number(3));
    s.frames.add_event(ms(35), Place::BeforeSnapshot, event_number(4));
    s.frames.add_lost(12, "no base", ms(20));
    s.frames.add_lost(14, "no base", ms(30));
    s.frames.add_frame(frame_at(16, 40), s.sink);
    s.frames.add_event(ms(45), Place::BeforeSnapshot, event_number(5));
    s.frames.add_lost(15, "late", ms(42));  // before a frame that is there
    s.frames.add_frame(frame_at(18, 50), s.sink);
    s.frames.end_timeline(s.sink);
    REQUIRE(s.sink.frames.size() == 3);
    CHECK(events_of(s.sink.frames[0]) == "| 1 ");
    CHECK(events_of(s.sink.frames[1]) == "2 3 4 | 5 ");
    CHECK(events_of(s.sink.frames[2]) == "| ");
}

TEST_CASE("a segment opens with its first frame, with its map") {
    Stream s;
    s.frames.next_segment({"one", "", ""}, Attachment{"maps/one.map", "m", {1}});
    s.frames.end_timeline(s.sink);
    CHECK(s.sink.segments.empty());
    s.frames.add_frame(frame_at(10, 10), s.sink);
    s.frames.end_timeline(s.sink);
    s.frames.next_segment({"two", "", ""}, std::nullopt);
    s.frames.add_event(ms(15), Place::BeforeSnapshot, event_number(1));
    s.frames.add_frame(frame_at(2, 20), s.sink);
    s.frames.end_timeline(s.sink);
    REQUIRE(s.sink.segments.size() == 2);
    CHECK(s.sink.segments[1].map == "two");
    REQUIRE(s.sink.attachments.size() == 1);
    REQUIRE(s.sink.frames.size() == 2);
    CHECK(s.sink.frames[1].segment == 1);
    CHECK(events_of(s.sink.frames[1]) == "1 | ");
}

TEST_CASE("what is told while the next map is loaded belongs to its beginning") {
    Stream s;
    const bool enters = GENERATE(true, false);
    s.frames.next_segment({"one", "", ""}, std::nullopt);
    s.frames.add_frame(frame_at(10, 10), s.sink);
    s.frames.add_event(ms(11), Place::BeforeSnapshot, event_number(1));
    s.frames.begin_loading();
    s.frames.add_event(ms(11), Place::BeforeSnapshot, event_number(2));  // the same datagram
    s.frames.add_event(ms(12), Place::BeforeSnapshot, {event_number(3), {}, {{0, 9}}});  // an input
    s.frames.add_event(ms(12), Place::BeforeSnapshot, event_number(4));
    if (enters) {
        s.frames.enter_next_map(s.sink);
        s.frames.next_segment({"two", "", ""}, std::nullopt);
        s.frames.add_frame(frame_at(2, 20), s.sink);
        s.frames.add_event(ms(21), Place::BeforeSnapshot, event_number(5));
    }
    s.frames.end_timeline(s.sink);  // who leaves instead has no next map
    REQUIRE(s.sink.frames.size() == (enters ? 2 : 1));
    CHECK(events_of(s.sink.frames[0]) == (enters ? "| 1 -1 " : "| 1 2 -1 4 "));
    if (enters) CHECK(events_of(s.sink.frames[1]) == "2 4 | 5 ");
    CHECK(s.frames.dropped_events() == 0);
}

TEST_CASE("what is lost of two maps stays with each") {
    Stream s;
    s.frames.next_segment({"one", "", ""}, std::nullopt);
    s.frames.add_frame(frame_at(10, 10), s.sink);
    s.frames.add_lost(12, "no base");
    s.frames.enter_next_map(s.sink);
    s.frames.next_segment({"two", "", ""}, std::nullopt);
    s.frames.add_lost(2, "no base");
    if (GENERATE(true, false)) s.frames.add_frame(frame_at(4, 20), s.sink);
    s.frames.end_timeline(s.sink);
    REQUIRE(s.sink.gaps.size() == 2);
    CHECK(std::pair(s.sink.gaps[0].segment, s.sink.gaps[0].from) == std::pair(0U, Tick{12}));
    CHECK(std::pair(s.sink.gaps[1].segment, s.sink.gaps[1].from) == std::pair(1U, Tick{2}));
    REQUIRE(s.sink.segments.size() == 2);
    CHECK(s.sink.segments[0].map == "one");
    CHECK(s.sink.segments[1].map == "two");
}

TEST_CASE("snapshots lost in a row are one gap, a late one is its own") {
    Stream s;
    s.frames.add_lost(4, "no base");  // before any frame
    s.frames.add_frame(frame_at(10, 10), s.sink);
    s.frames.add_lost(12, "no base");
    s.frames.add_lost(14, "no base");
    s.frames.add_frame(frame_at(16, 20), s.sink);
    s.frames.add_lost(13, "late");
    s.frames.add_lost(18, "no base");
    s.frames.add_lost(20, "no base");
    s.frames.end_timeline(s.sink);
    REQUIRE(s.sink.gaps.size() == 4);
    const auto range = [&](std::size_t i) {
        return std::pair(s.sink.gaps[i].from, s.sink.gaps[i].to);
    };
    CHECK(range(0) == std::pair<Tick, Tick>{4, 5});
    CHECK(range(1) == std::pair<Tick, Tick>{12, 15});
    CHECK_THAT(s.sink.gaps[1].reason, tickreel_test::contains("2 snapshots"));
    CHECK(range(2) == std::pair<Tick, Tick>{13, 14});
    CHECK(range(3) == std::pair<Tick, Tick>{18, 21});
}

TEST_CASE("what is lost of a map without any frame is a gap too") {
    Stream s;
    s.frames.next_segment({"one", "", ""}, std::nullopt);
    s.frames.add_frame(frame_at(10, 10), s.sink);
    s.frames.end_timeline(s.sink);
    s.frames.next_segment({"two", "", ""}, std::nullopt);
    s.frames.add_lost(2, "no base");
    s.frames.add_lost(8, "no base");
    s.frames.end_timeline(s.sink);
    REQUIRE(s.sink.segments.size() == 2);
    CHECK(s.sink.segments[1].map == "two");
    REQUIRE(s.sink.gaps.size() == 1);
    CHECK(s.sink.gaps[0].segment == 1);
    CHECK(std::pair(s.sink.gaps[0].from, s.sink.gaps[0].to) == std::pair<Tick, Tick>{2, 9});
}

TEST_CASE("messages without any snapshot do not pile up") {
    Stream s;
    for (std::size_t i = 0; i < FrameStream::kMaxWaitingEvents + 10; ++i)
        s.frames.add_event(ms(1), Place::BeforeSnapshot, event_number(1));
    CHECK(s.frames.dropped_events() == 10);
}

TEST_CASE("what was released before a hole is not delivered again after it") {
    Stream s;
    s.frames.next_segment({"arena"}, std::nullopt);
    for (const Tick tick : {100, 102, 104}) s.frames.add_frame(frame_at(tick, 10), s.sink);
    s.frames.release_with_events(s.sink);
    // The state of who goes on is from before 102 was decoded.
    s.frames.go_on({"arena"}, 106, false);
    for (const Tick tick : {102, 104, 110}) s.frames.add_frame(frame_at(tick, 20), s.sink);
    s.frames.release_with_events(s.sink);
    REQUIRE(s.sink.frames.size() == 4);
    CHECK(s.sink.frames.back().tick == 110);
    CHECK(s.sink.segments.size() == 1);
    // A server that was started again begins anew.
    s.frames.go_on({"arena"}, 4, false);
    s.frames.add_frame(frame_at(6, 30), s.sink);
    s.frames.release_with_events(s.sink);
    CHECK(s.sink.frames.size() == 5);
    CHECK(s.sink.segments.size() == 2);
}

TEST_CASE("what a map lacked at its end is no gap of the one that is played after a hole") {
    Stream s;
    s.frames.next_segment({"arena"}, std::nullopt);
    s.frames.add_frame(frame_at(100, 10), s.sink);
    s.frames.release_with_events(s.sink);
    s.frames.add_lost(402, "differs from what never came");
    s.frames.go_on({"arena"}, 200, true);  // played again
    s.frames.add_lost_range(10, 200, "recorder overloaded", ms(30));
    s.frames.add_frame(frame_at(202, 40), s.sink);
    s.frames.release_with_events(s.sink);
    REQUIRE(s.sink.segments.size() == 2);
    REQUIRE(s.sink.gaps.size() == 1);
    CHECK(s.sink.gaps[0] == Gap{1, 10, 201, "recorder overloaded"});
}

TEST_CASE("after a hole between two maps the ticks of the next one may be any") {
    Stream s;
    s.frames.next_segment({"arena"}, std::nullopt);
    s.frames.add_frame(frame_at(100, 10), s.sink);
    s.frames.begin_loading();
    s.frames.release_with_events(s.sink);
    s.frames.add_event(ms(11), Place::BeforeSnapshot, event_number(1));  // lost with the state
    s.frames.go_on_between();
    s.frames.next_segment({"arena"}, std::nullopt);
    s.frames.add_event(ms(19), Place::BeforeSnapshot, event_number(2));
    s.frames.add_frame(frame_at(4, 20), s.sink);
    s.frames.release_with_events(s.sink);
    REQUIRE(s.sink.frames.size() == 2);
    CHECK(s.sink.frames.back().tick == 4);
    CHECK(events_of(s.sink.frames.back()) == "2 | ");
    CHECK(s.sink.segments.size() == 2);
}
