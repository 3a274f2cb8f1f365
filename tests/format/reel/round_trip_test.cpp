// Everything written is read back: frames, types, segments, properties, markers, gaps, attachments.
#include "tests/catch.h"
#include "tests/format/generate.h"
#include "tests/format/reel/reel_file.h"
#include "tickreel/reel/reel_reader.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using tickreel_test::Generator;
using tickreel_test::open_bytes;
using tickreel_test::SharedSink;

namespace {

struct Match {
    std::vector<Frame> frames{};
    std::vector<ItemType> types{};
    std::vector<Gap> gaps{};
    std::vector<Marker> markers{};
    Bytes attachment{};
};

Match make_match(std::uint64_t seed) {
    Generator make(seed);
    Match match;
    for (int i = 0; i < 7; ++i) match.types.push_back(make.type("Type" + std::to_string(i)));
    for (std::uint32_t segment = 0; segment < 3; ++segment) {
        // Ticks restart with every segment.
        const std::vector<Frame> part =
            make.frames(200 + make.below(100), static_cast<Tick>(make.below(100)), segment);
        match.frames.insert(match.frames.end(), part.begin(), part.end());
        match.gaps.push_back({segment, part[10].tick + 1, part[11].tick, "lost"});
        match.markers.push_back({part[20].moment(), make.text(20), 0x102030});
    }
    match.attachment.resize(2'500'000);
    for (Byte& byte : match.attachment) byte = static_cast<Byte>(make.below(256));
    return match;
}

void write_match(const Match& match, ReelWriter& writer) {
    for (const ItemType& type : match.types) writer.add_type(type);
    writer.set_property("server_name", "a server");
    std::uint32_t segments = 0;
    for (const Frame& frame : match.frames) {
        if (frame.segment == segments) {
            writer.begin_segment({"map" + std::to_string(segments), "", ""});
            writer.add_gap(match.gaps[segments]);
            writer.add_marker(match.markers[segments]);
            if (segments == 1) writer.add_attachment({"maps/a.map", "x/y", match.attachment});
            ++segments;
        }
        writer.add_frame(frame);
    }
}

void check_same(const Frame& got, const Frame& wanted) {
    INFO("segment " << wanted.segment << " tick " << wanted.tick);
    REQUIRE(got.moment() == wanted.moment());
    REQUIRE(got.time == wanted.time);
    REQUIRE(got.wire == wanted.wire);
    REQUIRE(got.events == wanted.events);
    REQUIRE(got.snapshot == wanted.snapshot);
}

void check_frames(const ReelReader& reader, const std::vector<Frame>& frames) {
    std::size_t seen = 0;
    const auto read = reader.scan(
        reader.everything(), [](const Problem& p) { FAIL(p.message); },
        [&](const Frame& frame) {
            REQUIRE(seen < frames.size());
            check_same(frame, frames[seen++]);
            return true;
        });
    REQUIRE(read.ok());
    REQUIRE(seen == frames.size());
}

}  // namespace

TEST_CASE("a recording of every shape comes back as it was") {
    const auto seed = static_cast<std::uint64_t>(GENERATE(1, 2, 3));
    const int level = GENERATE(0, 9);
    const Match match = make_match(seed);
    auto bytes = std::make_shared<Bytes>();
    RecordingInfo info{"toy", 50.0, std::chrono::nanoseconds(1234567), {{"protocol", "toy/1"}}};
    ReelOptions options;
    options.level = level;
    ReelWriter writer(std::make_unique<SharedSink>(bytes), info, options);
    write_match(match, writer);
    const bool finish = GENERATE(true, false);
    if (finish)
        REQUIRE(writer.finish().ok());
    else
        writer.flush();
    REQUIRE(writer.bytes_written() == bytes->size());

    const auto reader = open_bytes(*bytes);
    REQUIRE(reader->damage().empty());
    CHECK(reader->finished() == finish);
    CHECK(reader->file_bytes() == bytes->size());
    CHECK(reader->info().game == "toy");
    CHECK(reader->info().start == info.start);
    CHECK(reader->info().ticks_per_second == 50.0);
    CHECK(reader->info().properties ==
          std::map<std::string, std::string>{{"protocol", "toy/1"}, {"server_name", "a server"}});
    CHECK(reader->schema().types() == match.types);
    REQUIRE(reader->segments().size() == 3);
    CHECK(reader->segments()[2].map == "map2");
    CHECK(std::vector<Gap>(reader->gaps().begin(), reader->gaps().end()) == match.gaps);
    CHECK(std::vector<Marker>(reader->markers().begin(), reader->markers().end()) == match.markers);
    REQUIRE(reader->attachments().size() == 1);
    CHECK(reader->attachments()[0].bytes == match.attachment.size());
    const Result<Bytes> attachment = reader->attachment(0);
    REQUIRE(attachment.ok());
    CHECK(*attachment == match.attachment);
    CHECK(reader->chunks().size() > 10);
    check_frames(*reader, match.frames);
    const Result<Statistics> statistics = reader->statistics();
    REQUIRE(statistics.ok());
    CHECK(statistics->snapshots == match.frames.size());
    const Result<std::uint64_t> sound = reader->check_records(ignore_problems);
    REQUIRE(sound.ok());
    CHECK(reader->damage().empty());

    SECTION("at any moment") {
        Generator pick(seed);
        for (int i = 0; i < 300; ++i) {
            const Frame& wanted = match.frames[pick.below(match.frames.size())];
            const Result<Frame> got = reader->at(wanted.moment());
            REQUIRE(got.ok());
            check_same(*got, wanted);
        }
    }
    SECTION("forward and backward by single steps") {
        Moment at{0, -1000};
        for (const Frame& wanted : match.frames) {
            const auto got = reader->next(at);
            REQUIRE(got.ok());
            REQUIRE(got->has_value());
            check_same(**got, wanted);
            at = wanted.moment();
        }
        CHECK_FALSE(reader->next(at)->has_value());
        for (std::size_t i = match.frames.size() - 1; i > 0; --i) {
            const auto got = reader->previous(at);
            REQUIRE(got.ok());
            REQUIRE(got->has_value());
            check_same(**got, match.frames[i - 1]);
            at = match.frames[i - 1].moment();
        }
        CHECK_FALSE(reader->previous(at)->has_value());
    }
    SECTION("copied to another reel") {
        auto copy = std::make_shared<Bytes>();
        ReelWriter into(std::make_unique<SharedSink>(copy), reader->info());
        REQUIRE(copy_frames(*reader, reader->everything(), ignore_problems, into).ok());
        REQUIRE(into.finish().ok());
        const auto second = open_bytes(*copy);
        check_frames(*second, match.frames);
        CHECK(second->schema().types() == match.types);
        CHECK(second->segments().size() == 3);
        CHECK(second->markers().size() == 3);
        CHECK(second->gaps().size() == 3);
        CHECK(*second->attachment(0) == match.attachment);
    }
}
