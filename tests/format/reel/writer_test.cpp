// The writer: clear errors, a full disk, chunk limits, reading a growing file.
#include "tests/catch.h"
#include "tests/format/generate.h"
#include "tests/format/reel/small_match.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

// Has a limited capacity; the write that exceeds it is cut.
class FullDisk final : public ByteSink {
public:
    FullDisk(std::shared_ptr<Bytes> bytes, std::size_t room)
        : bytes_(std::move(bytes)), room_(room) {}
    Result<void> write(ByteView bytes) override {
        ++writes_after_failure_;
        const std::size_t fits = std::min(bytes.size(), room_ - bytes_->size());
        bytes_->insert(bytes_->end(), bytes.begin(),
                       bytes.begin() + static_cast<std::ptrdiff_t>(fits));
        if (fits < bytes.size()) return fail("no space left on device");
        writes_after_failure_ = 0;
        return {};
    }
    Result<void> sync() override { return {}; }
    Result<void> close() override {
        CHECK(writes_after_failure_ <= 1);
        return {};
    }

private:
    std::shared_ptr<Bytes> bytes_;
    std::size_t room_;
    int writes_after_failure_ = 0;
};

// Counts syncs; everything written before a sync is safe.
class SyncSink final : public ByteSink {
public:
    explicit SyncSink(std::shared_ptr<int> syncs) : syncs_(std::move(syncs)) {}
    Result<void> write(ByteView) override { return {}; }
    Result<void> sync() override {
        ++*syncs_;
        return {};
    }
    Result<void> close() override { return {}; }

private:
    std::shared_ptr<int> syncs_;
};

// A file that another program appends to.
class GrowingSource final : public ByteSource {
public:
    explicit GrowingSource(std::shared_ptr<Bytes> bytes) : bytes_(std::move(bytes)) {}
    Result<std::uint64_t> size() const override { return std::uint64_t{bytes_->size()}; }
    Result<Bytes> read(std::uint64_t offset, std::size_t length) const override {
        if (offset > bytes_->size() || length > bytes_->size() - offset) return fail("too short");
        const auto from = bytes_->begin() + static_cast<std::ptrdiff_t>(offset);
        return Bytes(from, from + static_cast<std::ptrdiff_t>(length));
    }

private:
    std::shared_ptr<Bytes> bytes_;
};

}  // namespace

TEST_CASE("a repeated tick, a wrong segment and a monster are refused; what was there is kept") {
    auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), {"toy", 50.0, {}, {}});
    Frame frame;
    frame.tick = 400;
    writer.add_frame(frame);
    REQUIRE(writer.status().ok());
    std::string expected;
    SECTION("tick") {
        writer.add_frame(frame);
        expected = "tick 400 does not follow tick 400 in segment 0";
    }
    SECTION("segment") {
        frame.segment = 2;
        frame.tick = 500;
        writer.add_frame(frame);
        expected = "segment 2";
    }
    SECTION("too many words") {
        SnapshotBuilder builder;
        builder.set({0, 0}, std::vector<Word>(kMaxWords + 1));
        frame.snapshot = builder.build();
        frame.tick = 500;
        writer.add_frame(frame);
        expected = "more than a reel holds";
    }
    CHECK_FALSE(writer.status().ok());
    frame.tick = 600;
    frame.segment = 0;
    writer.add_frame(frame);  // ignored
    const Result<void> finished = writer.finish();
    REQUIRE_FALSE(finished.ok());
    CHECK_THAT(finished.error().message, tickreel_test::contains(expected));
    const auto reader = open_bytes(*bytes);
    CHECK(reader->finished());
    CHECK(reader->statistics()->snapshots == 1);
    CHECK(reader->at({0, 400})->tick == 400);
}

TEST_CASE("a disk that runs full: the first failure shows, what was written stays readable") {
    const SmallMatch match = make_small_match(true);
    for (std::size_t room = 0; room < match.file.size(); room += 97) {
        INFO("room " << room);
        auto bytes = std::make_shared<Bytes>();
        ReelOptions options;
        options.chunk_seconds = 0.4;
        ReelWriter writer(std::make_unique<FullDisk>(bytes, room), {"toy", 50.0, {}, {}}, options);
        writer.begin_segment({});
        for (const Frame& frame : match.frames)
            if (frame.segment == 0) writer.add_frame(frame);
        const Result<void> finished = writer.finish();
        if (finished) break;
        CHECK_THAT(finished.error().message, tickreel_test::contains("no space left on device"));
        CHECK_THAT(finished.error().message, tickreel_test::contains("at offset"));
        if (bytes->size() < 64) continue;
        const auto reader = open_bytes(*bytes);
        REQUIRE(count_right_frames(*reader, match.frames) >= 0);
    }
}

TEST_CASE("a sealed recording is finished, and goes on when more comes") {
    auto bytes = std::make_shared<Bytes>();
    ReelOptions options;
    options.chunk_seconds = 0.4;
    ReelWriter writer(std::make_unique<SharedSink>(bytes), {"toy", 50.0, {}, {}}, options);
    std::vector<Frame> frames;
    const auto play = [&](std::uint32_t segment, Tick from, Tick to) {
        for (Tick tick = from; tick < to; tick += 2) {
            Frame frame;
            frame.segment = segment;
            frame.tick = tick;
            const auto x = static_cast<Word>(tick * 3);
            SnapshotBuilder builder;
            builder.set({0, 1}, Row(&x, 1));
            frame.snapshot = builder.build();
            writer.add_frame(frame);
            frames.push_back(frame);
        }
    };
    const auto all_there = [&](bool finished) {
        const auto reader = open_bytes(*bytes);
        CHECK(reader->finished() == finished);
        CHECK(reader->damage().empty());
        CHECK(count_right_frames(*reader, frames) == static_cast<int>(frames.size()));
        if (finished) CHECK(reader->statistics()->snapshots == frames.size());
        return reader->markers().size();
    };
    writer.begin_segment({"arena", "", ""});
    play(0, 0, 50);
    CHECK_FALSE(writer.sealed());
    REQUIRE(writer.seal().ok());
    CHECK(writer.sealed());
    CHECK(all_there(true) == 0);
    const std::size_t once = bytes->size();
    REQUIRE(writer.seal().ok());
    CHECK(bytes->size() == once);
    for (int round = 1; round < 40; ++round) {
        if (round == 20) writer.begin_segment({"bridge", "", ""});
        const auto segment = static_cast<std::uint32_t>(round / 20);
        play(segment, 100 * round, 100 * round + 60);
        CHECK_FALSE(writer.sealed());
        writer.flush();
        CHECK(all_there(false) == static_cast<std::size_t>(round - 1));
        writer.add_gap({segment, 100 * round + 60, 100 * round + 70, "nobody looked"});
        writer.add_marker({frames.back().moment(), "here"});
        if (round == 30) writer.add_attachment({"maps/bridge.map", "", Bytes(5'000'000, 7)});
        REQUIRE(writer.seal().ok());
        CHECK(all_there(true) == static_cast<std::size_t>(round));
    }
    const std::size_t size = bytes->size();
    REQUIRE(writer.finish().ok());
    CHECK(bytes->size() == size);
    CHECK(open_bytes(*bytes)->attachments().size() == 1);
    // A byte that is lost costs no more than its group, of 10 s.
    for (std::size_t at = once; at < size; at += size / 50) {
        Bytes damaged = *bytes;
        damaged[at] ^= 1;
        const auto reader = open_bytes(damaged);
        CHECK(count_right_frames(*reader, frames) >= static_cast<int>(frames.size()) - 180);
    }
}

TEST_CASE("every chunk is synced when that is wanted, none when not") {
    const SyncMode mode = GENERATE(SyncMode::None, SyncMode::Chunk);
    auto syncs = std::make_shared<int>(0);
    ReelOptions options;
    options.sync = mode;
    ReelWriter writer(std::make_unique<SyncSink>(syncs), {"toy", 50.0, {}, {}}, options);
    Frame frame;
    for (frame.tick = 0; frame.tick < 1000; frame.tick += 2) writer.add_frame(frame);
    CHECK(*syncs == (mode == SyncMode::Chunk ? 10 : 0));  // 20 s in chunks of 2 s
}

TEST_CASE("a chunk is written with its last frame when the pace tells that it is the last") {
    auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), {"toy", 50.0, {}, {}});
    Frame frame;
    for (frame.tick = 0; frame.tick < 98; frame.tick += 2) writer.add_frame(frame);
    CHECK(open_bytes(*bytes)->chunks().empty());
    writer.add_frame(frame);
    auto reader = open_bytes(*bytes);
    REQUIRE(reader->chunks().size() == 1);
    CHECK(reader->chunks()[0].last_tick == 98);
    // A frame that arrives earlier than expected starts the next chunk.
    frame.tick = 99;
    writer.add_frame(frame);
    REQUIRE(writer.finish().ok());
    reader = open_bytes(*bytes);
    REQUIRE(reader->chunks().size() == 2);
    CHECK(reader->chunks()[1].first_tick == 99);
}

TEST_CASE("chunks close by time, groups too, and a large world closes them earlier") {
    auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), {"toy", 50.0, {}, {}});
    Frame frame;
    SECTION("by tick") {
        for (frame.tick = 0; frame.tick < 2000; frame.tick += 2) writer.add_frame(frame);
        REQUIRE(writer.finish().ok());
        const auto reader = open_bytes(*bytes);
        REQUIRE(reader->chunks().size() == 20);
        for (std::size_t i = 0; i < 20; ++i) {
            CHECK(reader->chunks()[i].last_tick - reader->chunks()[i].first_tick == 98);
            CHECK(reader->chunks()[i].starts_group == (i % 5 == 0));
        }
    }
    SECTION("by clock, when ticks stand almost still") {
        for (frame.tick = 0; frame.tick < 100; ++frame.tick) {
            frame.time = std::chrono::milliseconds(1000000 + 500 * frame.tick);
            writer.add_frame(frame);
        }
        REQUIRE(writer.finish().ok());
        CHECK(open_bytes(*bytes)->chunks().size() == 25);
    }
    SECTION("by size") {
        Generator make(3);
        std::vector<Word> row(100000);
        for (frame.tick = 0; frame.tick < 40; ++frame.tick) {
            for (Word& word : row) word = static_cast<Word>(make.below(1U << 31));
            SnapshotBuilder builder;
            builder.set({0, 0}, row);
            frame.snapshot = builder.build();
            writer.add_frame(frame);
        }
        REQUIRE(writer.finish().ok());
        const auto reader = open_bytes(*bytes);
        CHECK(reader->chunks().size() >= 10);
        CHECK(reader->at({0, 39})->snapshot == frame.snapshot);
    }
}

TEST_CASE("a reader follows a file while it grows, and never calls it damaged") {
    const SmallMatch match = make_small_match(true);
    auto growing = std::make_shared<Bytes>(match.file.begin(), match.file.begin() + 64);
    auto reader = ReelReader::open(std::make_unique<GrowingSource>(growing));
    REQUIRE(reader.ok());
    std::size_t chunks = 0;
    Generator pick(2);
    while (growing->size() < match.file.size()) {
        const std::size_t more =
            std::min<std::size_t>(1 + pick.below(60), match.file.size() - growing->size());
        const auto from = match.file.begin() + static_cast<std::ptrdiff_t>(growing->size());
        growing->insert(growing->end(), from, from + static_cast<std::ptrdiff_t>(more));
        const Result<bool> news = (*reader)->refresh();
        REQUIRE(news.ok());
        REQUIRE((*reader)->damage().empty());
        REQUIRE((*reader)->chunks().size() >= chunks);
        if ((*reader)->chunks().size() == chunks) continue;
        chunks = (*reader)->chunks().size();
        const ChunkInfo& last = (*reader)->chunks().back();
        const Result<Frame> frame = (*reader)->at({last.segment, last.last_tick});
        REQUIRE(frame.ok());
        REQUIRE(same_frame(*frame, *find_frame(match.frames, frame->moment())));
    }
    CHECK((*reader)->finished());
    CHECK(count_right_frames(**reader, match.frames) == static_cast<int>(match.frames.size()));
    CHECK((*reader)->attachments().size() == 1);
    CHECK((*reader)->markers().size() == 2);
    CHECK_FALSE(*(*reader)->refresh());
    growing->resize(100);
    CHECK_THAT((*reader)->refresh().error().message, tickreel_test::contains("shrank"));
}

TEST_CASE("an empty recording is a recording") {
    auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), {"toy", 25.0, {}, {}});
    REQUIRE(writer.finish().ok());
    const auto reader = open_bytes(*bytes);
    CHECK(reader->finished());
    CHECK(reader->timeline().empty());
    CHECK_FALSE(reader->at({0, 0}).ok());
    CHECK_FALSE(reader->next({0, 0})->has_value());
    CHECK(reader->statistics()->snapshots == 0);
}
