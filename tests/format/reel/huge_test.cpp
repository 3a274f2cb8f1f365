// A recording of more than 4 GiB: offsets are 64-bit everywhere, and opening reads little. The
// bytes in the middle are records of an unknown type, stored only where they are not zero.
#include <map>

#include "format/reel/writer_core.h"
#include "tests/catch.h"
#include "tests/format/generate.h"
#include "tests/format/reel/small_match.h"
#include "tickreel/base/crc32.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

// A sparse file that counts how much of it is read.
struct Sparse {
    std::map<std::uint64_t, Bytes> islands{};
    std::uint64_t size = 0;
    std::uint64_t read = 0;
};

class SparseSink final : public ByteSink {
public:
    explicit SparseSink(std::shared_ptr<Sparse> file) : file_(std::move(file)) {}
    Result<void> write(ByteView bytes) override {
        file_->islands[file_->size] = Bytes(bytes.begin(), bytes.end());
        file_->size += bytes.size();
        return {};
    }
    Result<void> sync() override { return {}; }
    Result<void> close() override { return {}; }

private:
    std::shared_ptr<Sparse> file_;
};

class SparseSource final : public ByteSource {
public:
    explicit SparseSource(std::shared_ptr<Sparse> file) : file_(std::move(file)) {}
    Result<std::uint64_t> size() const override { return file_->size; }
    Result<Bytes> read(std::uint64_t offset, std::size_t length) const override {
        if (offset > file_->size || length > file_->size - offset) return fail("too short");
        file_->read += length;
        Bytes bytes(length);
        auto at = file_->islands.upper_bound(offset);
        if (at != file_->islands.begin()) --at;
        for (; at != file_->islands.end() && at->first < offset + length; ++at) {
            const std::uint64_t from = std::max(offset, at->first);
            const std::uint64_t to = std::min(offset + length, at->first + at->second.size());
            for (std::uint64_t i = from; i < to; ++i)
                bytes[static_cast<std::size_t>(i - offset)] =
                    at->second[static_cast<std::size_t>(i - at->first)];
        }
        return bytes;
    }

private:
    std::shared_ptr<Sparse> file_;
};

// Ancillary records of zeros, until the file has `size` bytes. Their checksums are computed once.
void write_filler(Sparse& file, std::uint32_t& sequence, std::uint32_t seed, std::uint64_t size) {
    RecordHeader header;
    header.type = 0x8777;
    Bytes record = write_record(header, Bytes(layout::kMaxPayload - 1024), seed);
    const std::size_t length = record.size();
    record.resize(layout::kRecordHeader);
    while (file.size < size) {
        ByteWriter changed;
        changed.bytes(ByteView(record).first(16));
        changed.u32(sequence++);
        changed.bytes(ByteView(record).subspan(20, 24));
        changed.u32(crc32c(changed.data(), seed));
        file.islands[file.size] = changed.data();
        file.size += length;
    }
}

struct Huge {
    std::shared_ptr<Sparse> file = std::make_shared<Sparse>();
    std::vector<Frame> frames{};
    std::uint64_t end_of_frames = 0;  // start of the footer's records
};

// Two minutes of frames, half of them after 4.5 GiB.
Huge make_huge() {
    constexpr std::uint64_t kFar = 4608ULL << 20;
    Huge huge;
    Generator make(77);
    huge.frames = make.frames(2400, 100);
    ReelOptions options;
    options.uuid[0] = 5;
    WriterCore core(std::make_unique<SparseSink>(huge.file), {"toy", 20.0, {}, {}}, options);
    core.catalog.segments[0] = {"map", "", ""};
    for (std::size_t i = 0; i < huge.frames.size(); ++i) {
        core.add(huge.frames[i]);
        if (i != huge.frames.size() / 2) continue;
        core.close_chunk();
        auto sequence = static_cast<std::uint32_t>(huge.file->islands.size() - 1);  // no header
        const std::uint32_t seed = checksum_seed(core.uuid);
        write_filler(*huge.file, sequence, seed, kFar);
        core.catalog.record_types.insert(0x8777);
        core.out =
            RecordOutput(std::make_unique<SparseSink>(huge.file), seed, huge.file->size, sequence);
    }
    core.close_chunk();
    huge.end_of_frames = huge.file->size;
    core.write_end();
    return huge;
}

void check_whole(const Huge& huge, std::uint64_t most_read) {
    huge.file->read = 0;
    const auto reader = ReelReader::open(std::make_unique<SparseSource>(huge.file));
    REQUIRE(reader.ok());
    CHECK(huge.file->read < most_read);
    CHECK((*reader)->damage().empty());
    CHECK((*reader)->chunks().back().offset > 0x120000000ULL);
    CHECK(count_right_frames(**reader, huge.frames) == static_cast<int>(huge.frames.size()));
    const auto last = (*reader)->at(huge.frames.back().moment());
    REQUIRE(last.ok());
    CHECK(same_frame(*last, huge.frames.back()));
}

}  // namespace

TEST_CASE("more than 4 GiB: by the footer, by the last checkpoint, and record by record") {
    const Huge huge = make_huge();
    REQUIRE(huge.file->size > (4ULL << 30));
    SECTION("footer") {
        check_whole(huge, 1U << 20);
    }
    SECTION("no footer: the checkpoints") {
        huge.file->size = huge.end_of_frames;
        huge.file->islands.erase(huge.file->islands.lower_bound(huge.end_of_frames),
                                 huge.file->islands.end());
        check_whole(huge, 4U << 20);
    }
    SECTION("no index at all: every record's header") {
        huge.file->size = huge.end_of_frames;
        huge.file->islands.erase(huge.file->islands.lower_bound(huge.end_of_frames),
                                 huge.file->islands.end());
        const std::uint32_t seed = [&] {
            const auto header = read_file_header(huge.file->islands.at(0));
            return checksum_seed(header->uuid);
        }();
        for (auto& [offset, bytes] : huge.file->islands) {
            const auto header = read_record_header(bytes, seed);
            if (header && header->type == layout::kCheckpoint) bytes.back() ^= 1;
        }
        const auto reader = ReelReader::open(std::make_unique<SparseSource>(huge.file));
        REQUIRE(reader.ok());
        CHECK_FALSE((*reader)->damage().empty());  // the checkpoints
        CHECK(count_right_frames(**reader, huge.frames) == static_cast<int>(huge.frames.size()));
    }
}
