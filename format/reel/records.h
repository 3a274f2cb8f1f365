#pragma once
// The file header and the header of every record <-> bytes. See FORMAT.md, "Header" and "Record".
// Parsers reject invalid data and do not search further.

#include <array>
#include <optional>
#include <string>
#include <unordered_set>

#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"
#include "tickreel/model/frame.h"
#include "tickreel/reel/layout.h"

namespace tickreel {

using Uuid = std::array<Byte, 16>;

struct FileHeader {
    std::uint16_t major = layout::kMajor;
    std::uint16_t minor = layout::kMinor;
    std::uint32_t length = layout::kFileHeader;  // the first record starts here
    std::uint64_t incompatible = 0;              // feature bits: reject the file if one is unknown
    std::uint64_t compatible = 0;                // feature bits: ignore unknown ones
    Uuid uuid{};
    std::int64_t start_ns = 0;  // UTC, 0 unknown
    std::uint32_t tick_rate_mhz = 0;
};

Bytes write_file_header(const FileHeader& header);
// Errors: wrong magic, wrong checksum, a newer major version, unknown incompatible features.
Result<FileHeader> read_file_header(ByteView bytes);
// The start value for the checksums of all records of this file.
std::uint32_t checksum_seed(const Uuid& uuid);

struct RecordHeader {
    std::uint16_t type = 0;
    std::uint16_t flags = 0;
    std::uint32_t payload_length = 0;
    std::uint32_t raw_length = 0;  // of the payload before compression
    std::uint32_t sequence = 0;    // index among the file's records
    std::uint32_t segment = 0;     // chunks only, like all that follows
    std::uint16_t codec = 0;
    std::uint32_t payload_checksum = 0;
    Tick first_tick = 0;
    std::uint32_t tick_span = 0;  // last tick - first tick

    std::uint64_t stored_length() const {
        return layout::kRecordHeader + std::uint64_t{payload_length};
    }
    bool has(std::uint16_t flag) const { return (flags & flag) != 0; }
    // May wrap if the header is hostile.
    Tick last_tick() const {
        return static_cast<Tick>(static_cast<std::uint64_t>(first_tick) + tick_span);
    }
    // The ticks of the chunk as a gap, for when it is lost.
    Gap as_gap(std::string reason) const {
        return {segment, first_tick,
                static_cast<Tick>(static_cast<std::uint64_t>(first_tick) + tick_span + 1),
                std::move(reason)};
    }
};

// The sequence numbers of the records read so far.
class SeenRecords {
public:
    void add(std::uint32_t number) { seen_.insert(number); }
    void add_all_before(std::uint32_t number) { before_ = number; }
    bool has(std::uint32_t number) const {
        return (before_ && static_cast<std::int32_t>(number - *before_) < 0) ||
               seen_.contains(number);
    }

private:
    std::optional<std::uint32_t> before_{};
    std::unordered_set<std::uint32_t> seen_{};
};
// What is wrong in a file, in the words of Damage.
inline constexpr const char* kNoRecord = "no readable record";
inline constexpr const char* kRepeated = "repeats an earlier record";

// Header and payload. payload_length and payload_checksum are filled in.
Bytes write_record(RecordHeader header, ByteView payload, std::uint32_t seed);
// Empty if the 48 bytes are no header of this file, or exceed the limits.
std::optional<RecordHeader> read_record_header(ByteView bytes, std::uint32_t seed);

std::string record_type_name(std::uint16_t type);  // "chunk", "record 0x8042"

}  // namespace tickreel
