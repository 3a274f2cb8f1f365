// Moments, positions and typed places.
#include "tickreel/reel/timeline.h"

#include "tests/catch.h"
#include "tickreel/reel/bare_ticks.h"

using namespace tickreel;

namespace {

const Timeline kTimeline({{1000, 1999}, {0, -1}, {50, 549}}, 50.0);  // the second is empty

}  // namespace

TEST_CASE("positions and moments are each other's inverse") {
    CHECK(kTimeline.length() == 1499);
    CHECK(kTimeline.first() == Moment{0, 1000});
    CHECK(kTimeline.last() == Moment{2, 549});
    for (std::int64_t position = 0; position <= 1499; ++position)
        REQUIRE(kTimeline.position(kTimeline.moment(position)) == position);
    CHECK(kTimeline.moment(999) == Moment{0, 1999});
    CHECK(kTimeline.moment(1000) == Moment{2, 50});
    CHECK(kTimeline.moment(-5) == Moment{0, 1000});
    CHECK(kTimeline.moment(99999) == Moment{2, 549});
    CHECK(kTimeline.position({0, 5}) == 0);
    CHECK(kTimeline.position({1, 77}) == 1000);
    CHECK(kTimeline.position({2, 7}) == 1000);
    CHECK(kTimeline.position({9, 7}) == 1499);
    CHECK(kTimeline.seconds({2, 100}) == 21.0);
}

TEST_CASE("places as people type them") {
    const auto place = [](std::string_view text) { return *kTimeline.parse(text); };
    CHECK(place("1042") == Moment{0, 1042});
    CHECK(place("100") == Moment{2, 100});    // only the last segment contains it
    CHECK(place("5000") == Moment{0, 1999});  // the nearest existing tick
    CHECK(place("s2:60") == Moment{2, 60});
    CHECK(place("s2:9999") == Moment{2, 549});
    CHECK(place("0:00") == Moment{0, 1000});
    CHECK(place("0:02.5") == Moment{0, 1125});
    CHECK(place("20s") == Moment{2, 50});
    CHECK(place("0:00:21") == Moment{2, 100});
    CHECK(place("9:00") == Moment{2, 549});
    CHECK(place("0%") == Moment{0, 1000});
    CHECK(place("100%") == Moment{2, 549});
    CHECK(place("50%") == kTimeline.moment(750));
    for (const char* wrong :
         {"", "abc", "12x", "%", "s:4", "s1", "1:2:3:4", "--5:00", "nan%", "1:x"}) {
        INFO(wrong);
        const Result<Moment> moment = kTimeline.parse(wrong);
        REQUIRE_FALSE(moment.ok());
        CHECK_THAT(moment.error().message, tickreel_test::contains("50%"));
    }
    CHECK_THAT(kTimeline.parse("s7:1").error().message, tickreel_test::contains("no segment 7"));
}

TEST_CASE("ranges are half-open and may be open at either side") {
    const auto range = parse_range(kTimeline, "1100..1200");
    REQUIRE(range.ok());
    CHECK(range->from == Moment{0, 1100});
    CHECK(range->to == Moment{0, 1200});
    CHECK(parse_range(kTimeline, "..1200")->from == Moment{0, 1000});
    CHECK(parse_range(kTimeline, "1200..")->to == Moment{2, 550});
    CHECK(parse_range(kTimeline, "..")->to == Moment{2, 550});
    CHECK(parse_range(kTimeline, "0:01..50%")->from == Moment{0, 1050});
    CHECK_THAT(parse_range(kTimeline, "1200..1100").error().message,
               tickreel_test::contains("before it begins"));
    for (const char* reversed : {"3000..2500", "40..30", "2:00..1:00", "120%..110%", "-5..-9"})
        CHECK_FALSE(parse_range(kTimeline, reversed).ok());
    CHECK_THAT(parse_range(kTimeline, "1200").error().message, tickreel_test::contains("A..B"));
    CHECK_FALSE(parse_range(kTimeline, "x..").ok());
    // A range may end after the last tick; it then contains everything up to the end.
    const Timeline one({{10, 20}}, 50.0);
    CHECK(parse_range(one, "10..21")->to == Moment{0, 21});
    CHECK(parse_range(one, "10..20")->to == Moment{0, 20});
    CHECK(parse_range(one, "10..99")->to == Moment{0, 99});
    CHECK(parse_range(one, "10..100%")->to == Moment{0, 21});
}

TEST_CASE("what lies outside the recording is not moved into it") {
    const auto outside = [](std::string_view text) {
        INFO(text);
        return !kTimeline.contains(*kTimeline.locate(text));
    };
    for (const char* text : {"49", "999", "2000", "-1", "s0:999", "s0:2000", "s1:0", "s2:550",
                             "s7:1", "-0:01", "1:00", "30.1s", "101%", "-1%"})
        CHECK(outside(text));
    for (const char* text : {"50", "549", "1000", "1999", "s2:50", "0:00", "29.98s", "0%", "100%"})
        CHECK_FALSE(outside(text));
    CHECK(kTimeline.locate("99999999999s").ok());
    CHECK_FALSE(kTimeline.locate("0:99").ok());  // seconds or minutes above 59 are a slip
    CHECK_FALSE(kTimeline.locate("1:60:00").ok());
    const auto empty = [](std::string_view text) {
        INFO(text);
        const auto range = parse_range(kTimeline, text);
        REQUIRE(range.ok());
        return range->to <= kTimeline.first() || kTimeline.last() < range->from ||
               range->to == range->from;
    };
    for (const char* text : {"..40", "2000..3000", "3000..", "1:00..2:00", "110%..120%", "-9..-5",
                             "1100..1100", "s7:1..s7:5"})
        CHECK(empty(text));
}

TEST_CASE("ranges of ticks go on over a map change") {
    const Timeline restarts({{100, 600}, {0, 800}}, 50.0);
    CHECK(parse_range(restarts, "100..1000")->from == Moment{0, 100});
    CHECK(parse_range(restarts, "100..1000")->to == Moment{1, 1000});
    CHECK(parse_range(restarts, "100..700")->to == Moment{1, 700});
    CHECK(parse_range(restarts, "100..500")->to == Moment{0, 500});
    // As SQL has it, whose to_tick is one behind the last: not all of the next map up to there.
    CHECK(parse_range(restarts, "100..601")->to == Moment{0, 601});
    CHECK(parse_range(restarts, "s0:550..601")->to == Moment{0, 601});
    CHECK(parse_range(restarts, "100..602")->to == Moment{1, 602});
    CHECK(parse_range(restarts, "50..300")->from == Moment{1, 50});
    CHECK(parse_range(restarts, "50..300")->to == Moment{1, 300});
    CHECK(parse_range(restarts, "s0:550..s1:20")->to == Moment{1, 20});
    const Timeline rises({{100, 138}, {500, 538}}, 50.0);
    CHECK(parse_range(rises, "120..510")->to == Moment{1, 510});
    CHECK(parse_range(rises, "120..300")->to == Moment{0, 300});
    CHECK(parse_range(rises, "300..510")->from == Moment{1, 300});
    const Timeline again({{100, 138}, {100, 138}}, 50.0);
    CHECK(parse_range(again, "100..1000")->to == Moment{1, 1000});
    CHECK(parse_range(again, "110..120")->to == Moment{0, 120});
}

TEST_CASE("times for people, and a timeline of nothing") {
    CHECK(Timeline::format_time(0) == "0:00.00");
    CHECK(Timeline::format_time(62.34) == "1:02.34");
    CHECK(Timeline::format_time(59.999) == "1:00.00");
    CHECK(Timeline::format_time(3661.5) == "1:01:01.50");
    CHECK(Timeline::format_time(-3) == "-0:03.00");
    const Timeline nothing;
    CHECK(nothing.empty());
    CHECK(nothing.length() == 0);
    CHECK(nothing.moment(5) == Moment{});
    CHECK_FALSE(nothing.parse("50%").ok());
    CHECK(Timeline({{0, -1}}, 50.0).empty());
    // Ticks of a damaged file.
    const Timeline wild({{-(1LL << 60), 1LL << 60},
                         {-(1LL << 60), 1LL << 60},
                         {0, 1LL << 60},
                         {0, 1LL << 60},
                         {0, 1LL << 60}},
                        50.0);
    CHECK(wild.length() > 0);
    CHECK(wild.moment(wild.length()) >= wild.first());
}

TEST_CASE("a range that runs over a change of the map, and that a later map has whole, is told") {
    const Timeline timeline({{860, 4014}, {38, 5000}, {28, 2014}}, 50.0);
    const MomentRange taken{{0, 4000}, {1, 4500}};
    CHECK(ticks_in_others(timeline, "4000..4500", taken) ==
          "takes ticks from 4000 of segment 0 to 4499 of segment 1; segment 1 has all of them: "
          "write s1:4000..s1:4500 for those");
    CHECK(ticks_in_others(timeline, "4000..5002", {{0, 4000}, {1, 5002}}).empty());
    CHECK(ticks_in_others(timeline, "4000..", {{0, 4000}, {2, 2015}}).empty());
    CHECK(ticks_in_others(timeline, "s0:4000..s1:4500", taken).empty());
    CHECK(ticks_in_others(timeline, "..30", {{0, 860}, {2, 30}}) ==
          "takes all up to tick 30 of segment 2, and of the segments before it also what is later: "
          "write s2:28..s2:30 for that one alone");
    CHECK(ticks_in_others(timeline, "..28", {{0, 860}, {2, 28}}) ==
          "takes all that is before segment 2, which begins at tick 28");
    const Timeline rises({{100, 138}, {500, 538}}, 50.0);
    CHECK(ticks_in_others(rises, "..510", {{0, 100}, {1, 510}}).empty());
}
