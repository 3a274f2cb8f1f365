// Events in columns come back exactly, whatever they are; those that follow from the ones before
// them cost next to nothing; a chunk without such events is one of the codec before.
#include "format/reel/codecs/event_columns.h"

#include <map>

#include "format/reel/codecs/columns.h"
#include "tests/catch.h"
#include "tests/format/generate.h"

using namespace tickreel;
using tickreel_test::Generator;

namespace {

using Events = std::vector<std::vector<Event>>;  // of each frame

std::vector<Frame> frames_of(const Events& events) {
    std::vector<Frame> frames;
    for (const auto& of_frame : events) {
        Frame frame;
        frame.tick = 100 + 2 * static_cast<Tick>(frames.size());
        frame.time = std::chrono::milliseconds(20 * frame.tick);
        frame.events = of_frame;
        frames.push_back(std::move(frame));
    }
    return frames;
}

// Chunks of one group, each after the one before; their size together.
std::size_t check_chunks(const std::vector<Frame>& frames, std::size_t chunk,
                         std::size_t* in_columns = nullptr, int level = 9) {
    Compressor compressor;
    Decompressor decompressor;
    GroupState writer;
    GroupState reader;
    std::size_t bytes = 0;
    for (std::size_t at = 0; at < frames.size(); at += chunk) {
        const auto part = std::span(frames).subspan(at, std::min(chunk, frames.size() - at));
        auto made = encode_event_columns(part, writer, level, compressor);
        REQUIRE(made.ok());
        const ChunkFacts facts{0, part.front().tick, static_cast<std::uint32_t>(part.size()),
                               made->raw_length};
        const Codec& codec = *find_codec(made->codec);
        const auto end =
            codec.decode(made->bytes, facts, reader, decompressor, DecodeScope::EndOnly);
        REQUIRE(end.ok());
        auto read = codec.decode(made->bytes, facts, reader, decompressor, DecodeScope::Frames);
        INFO((read ? std::string() : read.error().message));
        REQUIRE(read.ok());
        for (std::size_t i = 0; i < part.size(); ++i) {
            INFO("frame " << at + i);
            REQUIRE(read->frames[i].events == part[i].events);
            REQUIRE(read->frames[i].time == part[i].time);
        }
        if (in_columns != nullptr) *in_columns += made->codec == layout::kEventColumns ? 1U : 0U;
        bytes += made->bytes.size();
        writer = std::move(made->after);
        reader = std::move(read->after);
    }
    return bytes;
}

// The events of views as MatchWriter joins them; `lists_type` of the lists.
std::vector<Event> joined(const Events& views, TypeId lists_type) {
    std::vector<Event> events;
    std::map<std::vector<Word>, std::vector<std::size_t>> lists;
    for (std::size_t view = 0; view < views.size(); ++view) {
        std::vector<Word> list;
        for (const Event& event : views[view]) {
            const auto at = std::find(events.begin(), events.end(), event);
            list.push_back(static_cast<Word>(at - events.begin()));
            if (at == events.end()) events.push_back(event);
        }
        if (!list.empty()) lists[list].push_back(view);
    }
    for (const auto& [list, who] : lists) {
        std::vector<Word> row(1 + (views.size() + 6) / 7);
        row[0] = static_cast<Word>(row.size() - 1);
        for (const std::size_t view : who) row[1 + view / 7] |= Word{1} << (view % 7);
        row.insert(row.end(), list.begin(), list.end());
        events.push_back({lists_type, std::move(row), false});
    }
    return events;
}

// Inputs of a player: a count, a time behind the frame's, and something random.
Event input_at(Generator& make, Word count, Word delay) {
    return {3, {0, delay, 2, count, -200, static_cast<Word>(make.below(3)), 7, 1}, false};
}

}  // namespace

TEST_CASE("event columns: random events of every shape, in chunks of any length") {
    const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 9)));
    const std::size_t chunk = GENERATE(1U, 7U, 60U);
    Generator make(seed);
    Events events(60);
    // Rows that change in every way, of few lengths, so that there are tables.
    std::vector<std::vector<Word>> rows(4);
    for (auto& row : rows) row = make.row(12);
    for (auto& of_frame : events)
        for (std::size_t n = make.below(12); n > 0; --n) {
            const std::size_t kind = make.below(rows.size());
            std::vector<Word>& row = rows[kind];
            for (Word& word : row)
                if (make.chance(30))
                    word = make.chance(50)
                               ? make.word()
                               : static_cast<Word>(static_cast<std::uint32_t>(word) + 9);
            of_frame.push_back({static_cast<TypeId>(kind * 20'000), row, make.chance(50)});
            if (make.chance(5)) of_frame.push_back({7, make.row(40), make.chance(50)});
        }
    check_chunks(frames_of(events), chunk);
}

TEST_CASE("event columns: what follows from events before it costs next to nothing") {
    Generator make(2);
    const auto size_of = [](const auto& row_at) {
        Events events;
        for (Word i = 0; i < 400; ++i) events.push_back({{3, row_at(i), false}});
        std::size_t in_columns = 0;
        const std::size_t bytes = check_chunks(frames_of(events), 400, &in_columns);
        CHECK(in_columns == 1);
        return bytes;
    };
    Word walk = 0;
    const auto noise = [&](Word) { return static_cast<Word>(make.below(256)); };
    CHECK(size_of([](Word i) { return std::vector<Word>{i, 7 * i, 2 * i - 100, i * i}; }) < 180);
    CHECK(size_of([](Word i) { return std::vector<Word>{INT32_MAX - i, 1'000'003 * i}; }) < 150);
    // A time in us behind that of the frame, of a clock that is 13 us a frame slower.
    CHECK(size_of([](Word i) { return std::vector<Word>{9'000'000 + 13 * i, 5}; }) < 150);
    // A word that is noise costs its byte, two that go with each other no more than one.
    CHECK(size_of([&](Word i) { return std::vector<Word>{noise(i), 4}; }) < 400 + 180);
    CHECK(size_of([&](Word i) {
              walk += noise(i);
              return std::vector<Word>{walk, walk + 77, walk - 5};
          }) < 400 + 200);
}

TEST_CASE("event columns: events that follow from another of the frame") {
    Generator make(3);
    Events events;
    Word walk = 0;
    for (Word i = 0; i < 400; ++i) {
        walk += static_cast<Word>(make.below(200));
        events.push_back({{3, {walk, 1}, false}, {4, {5, walk}, true}, {5, {walk + 9 * i}, true}});
    }
    CHECK(check_chunks(frames_of(events), 400) < 400 + 250);
}

TEST_CASE("event columns: a time that goes on with its own clock") {
    Events events;
    std::vector<Frame> frames = frames_of(Events(400));
    Generator make(4);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        frames[i].time += std::chrono::microseconds(make.below(4000));
        const auto behind = std::chrono::milliseconds(20 * frames[i].tick) +
                            std::chrono::milliseconds(6) - frames[i].time;
        const auto us = std::chrono::floor<std::chrono::microseconds>(behind).count();
        frames[i].events.push_back({3, {static_cast<Word>(us), 5}, false});
    }
    std::vector<Frame> none = frames;
    for (Frame& frame : none) frame.events.clear();
    CHECK(check_chunks(frames, 400) < check_chunks(none, 400) + 120);
}

TEST_CASE("event columns: what views of a match press is predicted from the same view's") {
    constexpr std::size_t kViews = 9;
    Generator make(5);
    Events alone;   // of one view
    Events events;  // of the match
    for (Word i = 0; i < 200; ++i) {
        Events views(kViews);
        for (std::size_t view = 0; view < kViews; ++view) {
            const auto v = static_cast<Word>(view);
            views[view].push_back(input_at(make, 1000 * v + 3 * i, 500 * v));
            if (i % 5 == v % 5) views[view].push_back(input_at(make, 1000 * v + 3 * i + 1, 5 * v));
            if (i % 50 == 0) views[view].push_back({9, {1, 2, i}, true});  // all have it
            if (i % 70 == 3) views[view].push_back({9, {4, 4, 4}, true});  // and twice
            if (i % 70 == 3) views[view].push_back({9, {4, 4, 4}, true});
            if (view == 4 && i > 150) views[view].clear();
        }
        alone.push_back(views.front());
        events.push_back(joined(views, 40));
    }
    for (const std::size_t chunk : {1U, 50U, 200U}) check_chunks(frames_of(events), chunk);
    // Nine views cost no more than nine alone, although there are lists of which has which.
    CHECK(check_chunks(frames_of(events), 50) < kViews * check_chunks(frames_of(alone), 50));
}

TEST_CASE("event columns: lists that say something else are kept as they are") {
    Generator make(6);
    Events good;
    for (Word i = 0; i < 30; ++i) {
        Events views(3);
        for (auto& view : views)
            view.push_back(input_at(make, i, static_cast<Word>(make.below(900))));
        good.push_back(joined(views, 40));
    }
    std::size_t in_columns = 0;
    check_chunks(frames_of(good), 30, &in_columns);
    CHECK(in_columns == 1);
    const auto check_with = [&](const auto& change) {
        Events changed = good;
        change(changed[17]);
        check_chunks(frames_of(changed), 30);
        check_chunks(frames_of(changed), 1);
    };
    check_with([](auto& events) { events.pop_back(); });                    // one of no view
    check_with([](auto& events) { std::swap(events[4], events.back()); });  // another order
    check_with([](auto& events) { events.push_back(events.back()); });      // a list twice
    check_with([](auto& events) { events.back().before_snapshot = true; });
    check_with([](auto& events) { events.back().row.push_back(77); });  // no such place
    check_with([](auto& events) { events.back().row.push_back(-1); });
    check_with([](auto& events) { events.back().row[0] = -1; });
    check_with([](auto& events) { events.back().row[0] = 900; });
    check_with([](auto& events) { events.back().row[1] = 1 << 20; });  // no such view
    check_with([](auto& events) { events.back().row.clear(); });
    check_with([](auto& events) { std::swap(events[0], events[1]); });
    check_with([](auto& events) { events.push_back({3, {1, 2, 3}, false}); });  // behind the lists
    check_with([](auto& events) { events.clear(); });
}

TEST_CASE("event columns: a chunk whose events repeat, or that has none, is one of codec 2") {
    Generator make(7);
    std::vector<Frame> frames = make.frames(40, 0);
    for (Frame& frame : frames) frame.events = {{1, {5, 6, 7}, false}};
    frames[20].events.push_back({2, make.row(30), true});
    for (const bool events : {true, false}) {
        if (!events)
            for (Frame& frame : frames) frame.events.clear();
        Compressor compressor;
        const auto made = encode_event_columns(frames, {}, 9, compressor);
        const auto before = encode_columns(frames, {}, 9, compressor);
        REQUIRE((made.ok() && before.ok()));
        CHECK(made->codec == layout::kColumns);
        CHECK(made->bytes == before->bytes);
    }
}

TEST_CASE("event columns: an archive has each chunk in the codec that makes it smaller") {
    // Arrival times, of which event columns take the unit out.
    Generator make(7);
    std::vector<Frame> frames = make.frames(400, 0);
    std::chrono::nanoseconds time{0};
    for (Frame& frame : frames) {
        frame.events.clear();
        time += std::chrono::microseconds(20'000 + make.below(900));
        frame.time = time;
    }
    frames[20].events.push_back({2, make.row(30), true});
    for (const std::size_t chunk : {400U, 7U, 1U}) check_chunks(frames, chunk, nullptr, 19);
    Compressor compressor;
    for (const bool smaller : {true, false}) {
        if (!smaller) frames.resize(1);  // nothing to take out
        const auto made = encode_event_columns(frames, {}, 19, compressor);
        const auto list = encode_columns(frames, {}, 19, compressor);
        REQUIRE((made.ok() && list.ok()));
        CHECK(made->codec == (smaller ? layout::kEventColumns : layout::kColumns));
        if (smaller) CHECK(made->bytes.size() + 100 < list->bytes.size());
        if (!smaller) CHECK(made->bytes == list->bytes);
    }
}

TEST_CASE("event columns: a group goes on from a chunk of the other codec") {
    Generator make(8);
    std::vector<Frame> frames = make.frames(80, 0);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        frames[i].events.clear();
        if (i / 20 % 2 == 1)
            for (int n = 0; n < 3; ++n)
                frames[i].events.push_back(input_at(make, static_cast<Word>(i), 100 * n));
    }
    std::size_t in_columns = 0;
    check_chunks(frames, 20, &in_columns);
    CHECK(in_columns == 2);
}

TEST_CASE("event columns: damaged bytes are refused or read, never more than the limits allow") {
    Generator make(9);
    Events events;
    for (Word i = 0; i < 40; ++i) {
        Events views(3);
        for (auto& view : views)
            view.push_back(input_at(make, i, static_cast<Word>(make.below(900))));
        events.push_back(joined(views, 40));
    }
    const std::vector<Frame> frames = frames_of(events);
    columns::WrittenStreams streams;
    REQUIRE(columns::write_event_columns(frames, streams, 1));
    const auto read = [&](const std::array<Bytes, 3>& of) {
        std::vector<Frame> bare = frames;
        for (Frame& frame : bare) frame.events.clear();
        std::uint64_t words = 0;
        columns::StreamViews in;
        for (std::size_t s = 0; s < of.size(); ++s) in[columns::kEvents + s] = of[s];
        const auto done = columns::read_event_columns(in, bare, words);
        CHECK(words <= layout::kMaxChunkWords + 4096);
        return done.ok();
    };
    const std::array<Bytes, 3> whole{streams[columns::kEvents].data(),
                                     streams[columns::kEventValues].data(),
                                     streams[columns::kEventLows].data()};
    REQUIRE(read(whole));
    for (std::size_t s = 0; s < whole.size(); ++s) {
        for (std::size_t cut = 0; cut < whole[s].size(); cut += 3) {
            std::array<Bytes, 3> less = whole;
            less[s].resize(cut);
            CHECK_FALSE(read(less));
        }
        std::array<Bytes, 3> more = whole;
        more[s].push_back(0);
        CHECK_FALSE(read(more));
    }
    for (int i = 0; i < 3000; ++i) {
        std::array<Bytes, 3> flipped = whole;
        Bytes& of = flipped[make.below(2)];
        of[make.below(of.size())] ^= static_cast<Byte>(1U << make.below(8));
        static_cast<void>(read(flipped));
    }
}
