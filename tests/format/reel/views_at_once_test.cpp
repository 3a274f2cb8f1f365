// All views of a match file with one reading, and what a copy is without being written.
#include <atomic>

#include "tests/catch.h"
#include "tests/format/reel/match_file.h"
#include "tests/format/reel/reel_file.h"
#include "tests/format/reel/small_match.h"
#include "tickreel/reel/match_reader.h"
#include "tickreel/reel/recording_outline.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

// How much of the file was read.
class CountingSource final : public ByteSource {
public:
    CountingSource(Bytes bytes, std::atomic<std::uint64_t>& count)
        : bytes_(memory_source(std::move(bytes))), count_(count) {}
    Result<std::uint64_t> size() const override { return bytes_->size(); }
    Result<Bytes> read(std::uint64_t offset, std::size_t length) const override {
        count_ += length;
        return bytes_->read(offset, length);
    }

private:
    std::unique_ptr<ByteSource> bytes_;
    std::atomic<std::uint64_t>& count_;
};

struct Written {
    std::shared_ptr<Bytes> bytes = std::make_shared<Bytes>();
    std::unique_ptr<ReelWriter> writer{};
    std::vector<std::string> problems{};
};

Written write_to_memory(const RecordingInfo& info) {
    Written written;
    written.writer =
        std::make_unique<ReelWriter>(std::make_unique<SharedSink>(written.bytes), info);
    return written;
}

std::vector<Written> write_together(const MatchReader& match, GapsOfView gaps) {
    std::vector<Written> written;
    for (const MatchView& view : match.views()) written.push_back(write_to_memory(view.info));
    std::vector<ViewCopy> copies;
    for (std::uint32_t view = 0; view < written.size(); ++view)
        copies.push_back(
            {view, written[view].writer.get(), [&one = written[view]](const Problem& problem) {
                 one.problems.push_back(problem.message);
             }});
    REQUIRE(match.copy_views(copies, {}, gaps, ItemsOfView::All).ok());
    for (Written& one : written) REQUIRE(one.writer->finish().ok());
    return written;
}

Written write_alone(const MatchReader& match, std::uint32_t view, GapsOfView gaps) {
    Written written = write_to_memory(match.views()[view].info);
    const auto note = [&](const Problem& problem) { written.problems.push_back(problem.message); };
    REQUIRE(match.copy_view(view, note, *written.writer, {}, gaps).ok());
    REQUIRE(written.writer->finish().ok());
    return written;
}

std::string same_statistics(Statistics a, Statistics b) {
    if (a.gaps != b.gaps) return "gaps";
    return a == b ? "" : "counts";
}

// "" if it says of the file what its reader does.
std::string differs(const RecordingOutline& outline, const ReelReader& reel) {
    if (outline.schema().types() != reel.schema().types()) return "types";
    if (outline.info().properties != reel.info().properties) return "properties";
    const auto gaps = outline.gaps();
    if (!std::equal(gaps.begin(), gaps.end(), reel.gaps().begin(), reel.gaps().end()))
        return "gaps";
    const auto same_chunk = [](const ChunkInfo& a, const ChunkInfo& b) {
        return a.segment == b.segment && a.first_tick == b.first_tick &&
               a.last_tick == b.last_tick && a.snapshots == b.snapshots;
    };
    const auto chunks = outline.chunks();
    if (!std::equal(chunks.begin(), chunks.end(), reel.chunks().begin(), reel.chunks().end(),
                    same_chunk))
        return "chunks";
    if (outline.timeline().length() != reel.timeline().length() ||
        outline.timeline().last() != reel.timeline().last())
        return "timeline";
    return same_statistics(outline.statistics(), *reel.statistics());
}

}  // namespace

TEST_CASE("views that are copied together are what each is alone, whatever the file has lost") {
    const Bytes whole = merge_files(make_view_files(4));
    std::vector<Bytes> files{whole};
    for (std::size_t size = whole.size() / 2; size < whole.size(); size += whole.size() / 7)
        files.emplace_back(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    for (std::size_t at = 64; at < whole.size(); at += 1 + whole.size() / 23) {
        files.push_back(whole);
        files.back()[at] ^= 0x10;
    }
    std::size_t damaged = 0;
    for (std::size_t file = 0; file < files.size(); ++file) {
        const auto match = MatchReader::open(memory_source(files[file]));
        if (!match) continue;
        for (const GapsOfView gaps : {GapsOfView::AsRecorded, GapsOfView::AsAllViewsTell}) {
            const auto together = write_together(**match, gaps);
            for (std::uint32_t view = 0; view < together.size(); ++view) {
                INFO("file " << file << " view " << view);
                const Written alone = write_alone(**match, view, gaps);
                CHECK(together[view].problems == alone.problems);
                CHECK(same_recording(*open_bytes(*together[view].bytes),
                                     *open_bytes(*alone.bytes)) == "");
                damaged += alone.problems.empty() ? 0U : 1U;
            }
        }
    }
    CHECK(damaged > 10);
}

TEST_CASE("a match file is read once for all of its views") {
    const Bytes joined = merge_files(make_view_files(5));
    std::atomic<std::uint64_t> read = 0;
    const auto match = MatchReader::open(std::make_unique<CountingSource>(joined, read));
    REQUIRE(match.ok());
    read = 0;
    write_alone(**match, 0, GapsOfView::AsAllViewsTell);
    const std::uint64_t one = read.exchange(0);
    write_together(**match, GapsOfView::AsAllViewsTell);
    CHECK(one > joined.size() / 2);
    CHECK(read == one);
}

TEST_CASE("the outline of a recording is what its file says") {
    std::vector<Bytes> files = make_view_files(4);
    files.push_back(make_small_match(true).file);
    std::size_t chunks = 0;
    for (const Bytes& file : files) {
        const auto reel = open_bytes(file);
        Written written = write_to_memory(reel->info());
        RecordingOutline outline(reel->info());
        for (FrameSink* into :
             {static_cast<FrameSink*>(written.writer.get()), static_cast<FrameSink*>(&outline)}) {
            REQUIRE(copy_frames(*reel, reel->everything(), ignore_problems, *into).ok());
            REQUIRE(into->finish().ok());
        }
        chunks += outline.chunks().size();
        CHECK(differs(outline, *open_bytes(*written.bytes)) == "");
    }
    CHECK(chunks > 2 * files.size());
}

TEST_CASE("what a writer refuses, its outline refuses") {
    RecordingOutline outline({"toy", 50.0, {}, {}});
    outline.begin_segment({});
    Frame frame;
    frame.tick = 7;
    outline.add_frame(frame);
    outline.add_frame(frame);
    const auto done = outline.finish();
    REQUIRE_FALSE(done.ok());
    CHECK(done.error().message == "tick 7 does not follow tick 7 in segment 0");
}

TEST_CASE("views without items have the same gaps, ticks and events") {
    const auto match = MatchReader::open(memory_source(merge_files(make_view_files(4))));
    REQUIRE(match.ok());
    std::vector<RecordingOutline> bare;
    std::vector<RecordingOutline> full;
    for (const MatchView& view : (*match)->views()) {
        bare.emplace_back(view.info);
        full.emplace_back(view.info);
    }
    for (const bool items : {false, true}) {
        std::vector<ViewCopy> copies;
        for (std::uint32_t view = 0; view < bare.size(); ++view)
            copies.push_back({view, items ? &full[view] : &bare[view], ignore_problems});
        REQUIRE((*match)
                    ->copy_views(copies, {}, GapsOfView::AsAllViewsTell,
                                 items ? ItemsOfView::All : ItemsOfView::None)
                    .ok());
    }
    for (std::uint32_t view = 0; view < bare.size(); ++view) {
        REQUIRE((bare[view].finish().ok() && full[view].finish().ok()));
        const Statistics a = bare[view].statistics();
        const Statistics b = full[view].statistics();
        CHECK(a.items.empty());
        CHECK_FALSE(b.items.empty());
        CHECK(a.gaps == b.gaps);
        CHECK(a.events == b.events);
        CHECK(a.snapshots == b.snapshots);
        CHECK(bare[view].timeline().last() == full[view].timeline().last());
    }
}
