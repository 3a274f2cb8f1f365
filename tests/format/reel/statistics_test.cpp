// What is counted, and what is a gap.
#include "tickreel/reel/statistics.h"

#include <utility>

#include "tests/catch.h"
#include "tests/format/generate.h"
#include "tests/format/reel/reel_file.h"
#include "tickreel/reel/reel_writer.h"
#include "tickreel/reel/unreadable_ticks.h"

using namespace tickreel;

namespace {

const Schema kNoTypes{};

Frame frame_at(Tick tick, std::uint32_t segment = 0) {
    Frame frame;
    frame.segment = segment;
    frame.tick = tick;
    return frame;
}

}  // namespace

TEST_CASE("snapshots, checksums, items, words and events are counted") {
    StatisticsCounter counter(50);
    Frame frame = frame_at(10);
    SnapshotBuilder builder;
    builder.set({2, 1}, std::vector<Word>{1, 2, 3});
    builder.set({2, 9}, std::vector<Word>{1});
    builder.set({0xffff, 9}, std::vector<Word>{});
    frame.snapshot = builder.build();
    frame.time = std::chrono::seconds(5);
    frame.wire.checksum = WireChecksum::Ok;
    frame.events = {{4, {1}, false}, {4, {}, true}};
    counter.add(frame, kNoTypes);
    frame.tick = 12;
    frame.time = std::chrono::seconds(6);
    frame.wire.checksum = WireChecksum::Mismatch;
    frame.events.clear();
    counter.add(frame, kNoTypes);
    const Statistics result = counter.result({});
    CHECK(result.snapshots == 2);
    CHECK(result.wire_ok == 1);
    CHECK(result.wire_mismatch == 1);
    CHECK(result.wire_absent == 0);
    CHECK(result.raw_words == 8);
    CHECK(result.first_time == std::chrono::seconds(5));
    CHECK(result.last_time == std::chrono::seconds(6));
    CHECK(result.items == std::map<TypeId, std::uint64_t>{{2, 4}, {0xffff, 2}});
    CHECK(result.events == std::map<TypeId, std::uint64_t>{{4, 2}});
    CHECK(result.gaps.empty());
}

TEST_CASE("a step longer than the usual one is a gap from where a snapshot was due") {
    StatisticsCounter counter(50);
    for (const Tick tick : {10, 12, 14, 16, 22, 24, 25, 27}) counter.add(frame_at(tick), kNoTypes);
    for (const Tick tick : {0, 5, 10, 15, 30}) counter.add(frame_at(tick, 1), kNoTypes);
    const std::vector<Gap> gaps = counter.result({}).gaps;
    REQUIRE(gaps.size() == 2);
    CHECK(gaps[0] == Gap{0, 18, 22, ""});
    CHECK(gaps[1] == Gap{1, 20, 30, ""});
}

TEST_CASE("long steps of a source that knows nothing of what was sent") {
    StatisticsCounter counter(50);
    for (const Tick tick : {10, 12, 14, 16, 22, 24}) counter.add(frame_at(tick), kNoTypes);
    counter.add(Gap{0, 30, 32, "damaged"});
    const auto gaps = [&](std::string_view meaning) {
        return counter.result({{std::string(kLongSteps), std::string(meaning)}}).gaps;
    };
    CHECK(gaps(kPaused) == std::vector<Gap>{{0, 30, 32, "damaged"}});
    const std::vector<Gap> unproven = gaps(kUnproven);
    REQUIRE(unproven.size() == 2);
    CHECK(unproven[0].from == 18);
    CHECK(unproven[0].reason.find("never sent") != std::string::npos);
    CHECK(gaps("")[0].reason.empty());
}

TEST_CASE("a reported gap and the step over it are one, with the reason") {
    StatisticsCounter counter(50);
    for (const Tick tick : {10, 12, 14}) counter.add(frame_at(tick), kNoTypes);
    counter.add(Gap{0, 16, 22, "base 8 was never seen"});
    for (const Tick tick : {22, 24}) counter.add(frame_at(tick), kNoTypes);
    const std::vector<Gap> gaps = counter.result({}).gaps;
    REQUIRE(gaps.size() == 1);
    CHECK(gaps[0] == Gap{0, 16, 22, "base 8 was never seen"});
}

TEST_CASE("of two reasons for a step over both each has its ticks") {
    const bool first = GENERATE(false, true);  // the one that is told first
    const Gap parts{0, 16, 17, "tick 16 has 1 of 2 parts"};
    const Gap all{0, 16, 60, "the recorder was started again"};
    const Gap lost{0, 70, 72, "base 8 was never seen"};
    const Gap next{0, 72, 80, "the recorder was started again"};
    StatisticsCounter counter(50);
    for (const Tick tick : {10, 12, 14}) counter.add(frame_at(tick), kNoTypes);
    for (const Gap& gap : {first ? parts : all, first ? all : parts}) counter.add(gap);
    for (const Tick tick : {60, 62, 64, 66, 68}) counter.add(frame_at(tick), kNoTypes);
    for (const Gap& gap : {lost, next}) counter.add(gap);
    for (const Tick tick : {84, 86}) counter.add(frame_at(tick), kNoTypes);
    CHECK(counter.result({}).gaps ==
          std::vector<Gap>{all, lost, {0, 72, 84, "the recorder was started again"}});
}

TEST_CASE("what a copy could not read and what never came beside it are two gaps") {
    const std::string unreadable = std::string(kUnreadableGap) + "bad checksum";
    StatisticsCounter counter(50);
    for (const Tick tick : {10, 12, 14}) counter.add(frame_at(tick), kNoTypes);
    counter.add(Gap{0, 16, 22, unreadable});
    counter.add(Gap{0, 22, 26, "base 8 was never seen"});
    for (const Tick tick : {26, 28, 30, 32}) counter.add(frame_at(tick), kNoTypes);
    CHECK(counter.result({}).gaps ==
          std::vector<Gap>{{0, 16, 22, unreadable}, {0, 22, 26, "base 8 was never seen"}});
    // Nobody reported what is beside this one.
    counter.add(Gap{0, 34, 36, unreadable});
    for (const Tick tick : {40, 42, 50, 52}) counter.add(frame_at(tick), kNoTypes);
    CHECK(counter.result({}).gaps == std::vector<Gap>{{0, 16, 22, unreadable},
                                                      {0, 22, 26, "base 8 was never seen"},
                                                      {0, 34, 40, unreadable},
                                                      {0, 44, 50, ""}});
}

TEST_CASE("a server that sends more slowly has lost nothing") {
    const auto add = [](StatisticsCounter& counter, Tick tick, bool in_full) {
        Frame frame = frame_at(tick);
        frame.wire.parts = 1;
        frame.wire.base_tick = in_full ? kNoTick : tick - 2;
        counter.add(frame, kNoTypes);
    };
    // Every 10th tick until the client acknowledges one, every 50th after it stopped to.
    StatisticsCounter slow(50);
    for (const Tick tick : {110, 120, 130}) add(slow, tick, true);
    for (Tick tick = 132; tick < 216; tick += 2) add(slow, tick, false);
    for (const Tick tick : {250, 300, 350}) add(slow, tick, true);
    for (Tick tick = 352; tick < 400; tick += 2) add(slow, tick, false);
    CHECK(slow.result({}).gaps.empty());
    // As long as that, but differing from a snapshot that the client had; or off the beat.
    StatisticsCounter lossy(50);
    for (const Tick tick : {10, 12, 14, 16, 18, 20}) add(lossy, tick, false);
    add(lossy, 30, false);
    for (const Tick tick : {32, 34, 36}) add(lossy, tick, false);
    add(lossy, 46, true);
    add(lossy, 48, true);
    add(lossy, 110, true);  // further than the slowest rate
    const std::vector<Gap> gaps = lossy.result({}).gaps;
    REQUIRE(gaps.size() == 3);
    CHECK(gaps[0] == Gap{0, 22, 30, ""});
    CHECK(gaps[1] == Gap{0, 38, 46, ""});
    CHECK(gaps[2] == Gap{0, 50, 110, ""});
    // Where nobody says how a snapshot was sent: a rate repeats on its own multiples, a loss
    // elsewhere.
    StatisticsCounter plain(50);
    for (const Tick tick : {40, 50, 60, 70, 72, 74, 76, 78, 80, 82, 92, 102, 104})
        plain.add(frame_at(tick), kNoTypes);
    CHECK(plain.result({}).gaps == std::vector<Gap>{{0, 84, 92, ""}, {0, 94, 102, ""}});
}

TEST_CASE("a server that waits for an acknowledgement has lost nothing") {
    const auto add = [](StatisticsCounter& counter, Tick tick, Tick base) {
        Frame frame = frame_at(tick);
        frame.wire.parts = 1;
        frame.wire.base_tick = base;
        counter.add(frame, kNoTypes);
    };
    // A new client gets every tenth until the first acknowledgement, here of 810, comes.
    StatisticsCounter first(50);
    for (const Tick tick : {770, 780, 790, 810}) add(first, tick, kNoTick);
    for (Tick tick = 817; tick < 900; ++tick) add(first, tick, 810);
    CHECK(first.result({}).gaps == std::vector<Gap>{{0, 800, 810, ""}});
    CHECK(first.waits() ==
          std::vector<Gap>{{0, 771, 790, ""}, {0, 791, 810, ""}, {0, 811, 817, ""}});
    // One that asks for a full one waits from any tick on; it may acknowledge an older one then.
    StatisticsCounter asked(50);
    for (Tick tick = 500; tick < 592; tick += 2) add(asked, tick, tick - 6);
    add(asked, 592, kNoTick);
    for (Tick tick = 598; tick < 700; tick += 2) add(asked, tick, 590);
    CHECK(asked.result({}).gaps.empty());
    // Where everything is sent in full nobody waits.
    StatisticsCounter full(50);
    for (const Tick tick : {2, 4, 6, 8, 12, 14}) add(full, tick, kNoTick);
    CHECK(full.result({}).gaps == std::vector<Gap>{{0, 10, 12, ""}});
    CHECK(full.waits().empty());
}

namespace {

TypeId add_answer(Schema& schema, std::vector<const char*> units) {
    ItemType answer;
    answer.name = "Answer";
    answer.use = TypeUse::Event;
    answer.event_class = EventClass::Input;
    answer.derived = true;
    for (const char* unit : units) {
        answer.fields.emplace_back(Field{unit});
        answer.fields.back().unit = unit;
    }
    return schema.add(answer);
}

}  // namespace

TEST_CASE("between an answer and the snapshot that it came with none was sent") {
    Schema schema;
    const TypeId id = add_answer(schema, {"us", "tick", "ms"});
    // 10 and 12 are missing. 14 came with an answer to the input for 17, given at `at_ms`.
    const auto gaps = [&](Word at_ms, Word delay_us, bool before) {
        StatisticsCounter counter(50);
        for (const Tick tick : {2, 4, 6, 8, 14, 16}) {
            Frame frame = frame_at(tick);
            if (tick == 14) frame.events = {{id, {delay_us, 3, 17 * 20 - at_ms}, before}};
            counter.add(frame, schema);
        }
        return counter.result({}).gaps;
    };
    CHECK(gaps(8 * 20 + 5, 0, true).empty());
    CHECK(gaps(11 * 20 + 5, 0, true) == std::vector<Gap>{{0, 10, 12, ""}});
    CHECK(gaps(13 * 20 + 5, 0, true) == std::vector<Gap>{{0, 10, 14, ""}});
    // It came with another datagram, or after the snapshot.
    CHECK(gaps(8 * 20 + 5, 1, true) == std::vector<Gap>{{0, 10, 14, ""}});
    CHECK(gaps(8 * 20 + 5, 0, false) == std::vector<Gap>{{0, 10, 14, ""}});
}

TEST_CASE("a snapshot that a late server skipped is not lost") {
    Schema schema;
    const TypeId id = add_answer(schema, {"tick", "ms"});
    // The server answers within every third tick that has a snapshot; when the snapshots of
    // `missing` were due, only if it was awake.
    using Ticks = std::vector<std::pair<Tick, Tick>>;
    const auto gaps = [&](const Ticks& missing, bool awake, Tick step = 2) {
        StatisticsCounter counter(50);
        std::vector<Tick> answers;
        for (Tick tick = 0; tick < 2000; tick += step) {
            const bool came = std::none_of(missing.begin(), missing.end(), [&](const auto& gone) {
                return gone.first <= tick && tick < gone.second;
            });
            if (tick % 3 == 0 && (came || awake)) answers.push_back(tick);
            if (!came) continue;
            Frame frame = frame_at(tick);
            for (const Tick at : std::exchange(answers, {})) {
                const Tick left_ms = (tick + 3 - at) * 20 - 10;  // of an input for `tick + 3`
                frame.events.push_back({id, {3, static_cast<Word>(left_ms)}, false});
            }
            counter.add(frame, schema);
        }
        return counter.result({}).gaps;
    };
    const Ticks many{{302, 304}, {366, 368}, {444, 446}, {600, 604},
                     {730, 732}, {810, 814}, {900, 902}};
    CHECK(gaps(many, false).empty());
    CHECK(gaps(many, true).size() == many.size());
    // One is no evidence; of a long one the network may have lost the answers too.
    CHECK(gaps({{300, 302}}, false).size() == 1);
    Ticks with_long = many;
    with_long.emplace_back(1000, 1020);
    CHECK(gaps(with_long, false) == std::vector<Gap>{{0, 1000, 1020, ""}});
    // How late a server may be does not depend on how often it sends.
    CHECK(gaps({{302, 309}, {366, 369}, {444, 447}, {600, 605}, {730, 734}, {810, 816}}, false, 1)
              .empty());
}

TEST_CASE("a snapshot that another client has was sent, however late the server seems") {
    const std::string why(kOfAnotherView);
    Schema schema;
    const TypeId id = add_answer(schema, {"tick", "ms"});
    // Answers come with every third snapshot, and none while snapshots are missing.
    using Ticks = std::vector<Tick>;
    const auto gaps = [&](const auto& came, const Ticks& made) {
        StatisticsCounter counter(50);
        auto next = made.begin();
        for (Tick tick = 0; tick < 2000; ++tick) {
            if (next != made.end() && *next == tick) counter.add_made({0, *next++});
            if (!came(tick)) continue;
            Frame frame = frame_at(tick);
            if (tick % 3 == 0) frame.events = {{id, {3, 50}, false}};
            counter.add(frame, schema);
        }
        return counter.result({}).gaps;
    };
    const auto late = [](Tick tick) { return tick % 2 == 0 && tick % 200 != 100 && tick != 302; };
    CHECK(gaps(late, {}).empty());
    CHECK(gaps(late, {100, 302, 900}) ==
          std::vector<Gap>{{0, 100, 102, why}, {0, 302, 304, why}, {0, 900, 902, why}});
    // Not at ticks at which this client gets none.
    CHECK(gaps(late, {101, 303, 901}).empty());
    // Of a longer step only what was made.
    const auto longer = [](Tick tick) {
        return tick % 2 == 0 && tick % 200 != 100 && (tick < 700 || tick >= 706);
    };
    CHECK(gaps(longer, {702}) == std::vector<Gap>{{0, 702, 704, why}});

    // One who watches gets every tick, one who plays every second: a rate is no loss, also where
    // snapshots of that rate are.
    const auto both = [](Tick tick) {
        if (tick % 200 == 60 || tick == 702) return false;
        return tick % 2 == 0 || tick < 500 || tick >= 900;
    };
    Ticks odd;
    for (Tick tick = 501; tick < 900; tick += 2) odd.push_back(tick);
    CHECK(gaps(both, odd).empty());
    CHECK(gaps(both, {60, 701, 702, 703}) ==
          std::vector<Gap>{{0, 60, 61, why}, {0, 702, 704, why}});
}

TEST_CASE("what a server that waits for an acknowledgement made for others is not lost") {
    StatisticsCounter counter(50);
    const auto add = [&](Tick tick, bool in_full) {
        Frame frame = frame_at(tick);
        frame.wire.parts = 1;
        frame.wire.base_tick = in_full ? kNoTick : tick - 2;
        counter.add(frame, kNoTypes);
    };
    for (const Tick tick : {110, 130}) add(tick, true);
    for (Tick tick = 132; tick < 216; tick += 2) add(tick, false);
    for (const Tick tick : {250, 300, 350}) add(tick, true);
    for (Tick tick = 352; tick < 400; tick += 2) add(tick, false);
    const std::vector<Gap> known = counter.result({}).gaps;
    for (Tick tick = 112; tick < 400; tick += 2) counter.add_made({0, tick});
    CHECK(counter.result({}).gaps == known);
}

TEST_CASE("the footer says what counting the frames again says") {
    tickreel_test::Generator make(9);
    auto bytes = std::make_shared<Bytes>();
    StatisticsCounter counter(50);
    ReelWriter writer(std::make_unique<tickreel_test::SharedSink>(bytes), {"toy", 50.0, {}, {}});
    for (const Frame& frame : make.frames(700, 5)) {
        writer.add_frame(frame);
        counter.add(frame, kNoTypes);
    }
    writer.flush();
    const auto unfinished = tickreel_test::open_bytes(*bytes);
    REQUIRE(writer.finish().ok());
    const auto finished = tickreel_test::open_bytes(*bytes);
    REQUIRE(finished->statistics().ok());
    CHECK((*finished->statistics() == counter.result({})));
    CHECK((*unfinished->statistics() == counter.result({})));
}
