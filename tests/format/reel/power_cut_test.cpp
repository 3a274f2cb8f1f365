// A simulated power cut: data written but not synced reaches the disk in any order, in parts, or
// not at all. With --sync chunk at most the chunk just written is lost, and nothing is ever wrong
// or missing without a report.
#include "tests/catch.h"
#include "tests/format/generate.h"
#include "tests/format/reel/small_match.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

// What the program has written, and how much of it is synced.
struct Disk {
    Bytes bytes{};
    std::size_t safe = 0;
};

class CachedSink final : public ByteSink {
public:
    explicit CachedSink(std::shared_ptr<Disk> disk) : disk_(std::move(disk)) {}
    Result<void> write(ByteView bytes) override {
        disk_->bytes.insert(disk_->bytes.end(), bytes.begin(), bytes.end());
        return {};
    }
    Result<void> sync() override {
        disk_->safe = disk_->bytes.size();
        return {};
    }
    Result<void> close() override { return {}; }

private:
    std::shared_ptr<Disk> disk_;
};

// The disk after the cut: beyond the synced part, sectors were written or read as zeros, and the
// file's length may lag behind its data.
Bytes cut_power(const Disk& disk, Generator& pick) {
    constexpr std::size_t kSector = 64;  // smaller than a real one: more ways to cut a record
    Bytes after = disk.bytes;
    for (std::size_t at = disk.safe; at < after.size();) {
        const std::size_t end = std::min(after.size(), (at / kSector + 1) * kSector);
        if (pick.chance(50))
            std::fill(after.begin() + static_cast<std::ptrdiff_t>(at),
                      after.begin() + static_cast<std::ptrdiff_t>(end), Byte{0});
        at = end;
    }
    after.resize(disk.safe + pick.below(after.size() - disk.safe + 1));
    return after;
}

// Frames of chunks before `end` in the intended file.
int frames_before(const Bytes& file, std::size_t end) {
    int count = 0;
    const auto reader = open_bytes(file);
    for (const ChunkInfo& chunk : reader->chunks())
        if (chunk.offset + chunk.stored_bytes <= end) count += static_cast<int>(chunk.snapshots);
    return count;
}

void check_after_cut(const Disk& disk, const std::vector<Frame>& frames, Generator& pick) {
    const int safe = frames_before(disk.bytes, disk.safe);
    for (int i = 0; i < 6; ++i) {
        const Bytes after = cut_power(disk, pick);
        const auto opened = ReelReader::open(memory_source(after));
        if (!opened) REQUIRE(disk.safe == 0);  // not even the file's header was synced
        if (!opened) continue;
        const ReelReader& reader = **opened;
        const int right = count_right_frames(reader, frames);  // -1 when one is wrong
        REQUIRE(right >= safe);
        REQUIRE(right <= frames_before(disk.bytes, disk.bytes.size()));
        REQUIRE(reader.check_records(ignore_problems).ok());
        // Zeros after the last record must be reported as damage.
        const bool torn = !std::equal(after.begin(), after.end(), disk.bytes.begin());
        if (torn) REQUIRE_FALSE(reader.damage().empty());
    }
}

}  // namespace

TEST_CASE("a power cut costs at most the chunk that was not synced") {
    const SmallMatch match = make_small_match(true);
    auto disk = std::make_shared<Disk>();
    ReelOptions options;
    options.chunk_seconds = 0.4;
    options.group_seconds = 1.2;
    options.sync = SyncMode::Chunk;
    ReelWriter writer(std::make_unique<CachedSink>(disk), {"toy", 50.0, {}, {}}, options);
    Generator pick(21);
    std::size_t length = 0;
    int cuts = 0;
    std::uint32_t segment = ~0U;
    const auto cut_when_grown = [&] {
        if (disk->bytes.size() == length) return;
        length = disk->bytes.size();
        // All chunks except the open one are synced.
        REQUIRE(frames_before(disk->bytes, disk->safe) == frames_before(disk->bytes, length));
        // And as if the last sync had not happened: at most one chunk may be lost.
        Disk before_sync = *disk;
        if (const auto reader = open_bytes(disk->bytes); !reader->chunks().empty())
            before_sync.safe = static_cast<std::size_t>(reader->chunks().back().offset);
        check_after_cut(*disk, match.frames, pick);
        check_after_cut(before_sync, match.frames, pick);
        ++cuts;
    };
    for (const Frame& frame : match.frames) {
        if (frame.segment != segment) writer.begin_segment({"map", "", ""});
        segment = frame.segment;
        writer.add_frame(frame);
        cut_when_grown();
    }
    REQUIRE(writer.finish().ok());
    REQUIRE(disk->safe == disk->bytes.size());
    CHECK(cuts >= 10);
    CHECK(count_right_frames(*open_bytes(disk->bytes), match.frames) ==
          static_cast<int>(match.frames.size()));
}
