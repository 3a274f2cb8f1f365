#include "format/reel/records.h"

#include <algorithm>
#include <cstdio>

#include "format/reel/views_layout.h"
#include "tickreel/base/crc32.h"

namespace tickreel {

namespace {

constexpr std::size_t kFileChecksumAt = 60;
constexpr std::size_t kRecordChecksumAt = 44;
constexpr std::uint64_t kKnownIncompatible =
    layout::kFeatureViews | layout::kFeatureViewMicroseconds;

}  // namespace

Bytes write_file_header(const FileHeader& header) {
    ByteWriter out;
    for (const Byte byte : layout::kMagic) out.u8(byte);
    out.u16(header.major);
    out.u16(header.minor);
    out.u32(header.length);
    out.u64(header.incompatible);
    out.u64(header.compatible);
    out.bytes(header.uuid);
    out.i64(header.start_ns);
    out.u32(header.tick_rate_mhz);
    out.u32(crc32c(out.data()));
    return out.take();
}

Result<FileHeader> read_file_header(ByteView bytes) {
    if (bytes.size() < layout::kFileHeader)
        return fail("not a reel file: it has ", bytes.size(), " bytes, a header takes ",
                    layout::kFileHeader);
    bytes = bytes.first(layout::kFileHeader);
    if (!std::equal(layout::kMagic.begin(), layout::kMagic.end(), bytes.begin()))
        return fail("not a reel file: it does not start with \\x89REEL");
    ByteReader in(bytes.subspan(layout::kMagic.size()));
    FileHeader header;
    header.major = in.u16();
    header.minor = in.u16();
    header.length = in.u32();
    header.incompatible = in.u64();
    header.compatible = in.u64();
    const ByteView uuid = in.bytes(header.uuid.size());
    std::copy(uuid.begin(), uuid.end(), header.uuid.begin());
    header.start_ns = in.i64();
    header.tick_rate_mhz = in.u32();
    if (in.u32() != crc32c(bytes.first(kFileChecksumAt)))
        return fail("the header at offset 0 is damaged: checksum wrong");
    if (header.major != layout::kMajor)
        return fail("is written in version ", header.major, ".", header.minor,
                    " of the format, this program reads version ", layout::kMajor,
                    "; use a newer tickreel");
    if ((header.incompatible & ~kKnownIncompatible) != 0)
        return fail("uses features (bits ", header.incompatible & ~kKnownIncompatible,
                    ") that this program does not know; use a newer tickreel");
    if (header.length < layout::kFileHeader || header.length > layout::kMaxPayload)
        return fail("says its header has ", header.length, " bytes");
    return header;
}

std::uint32_t checksum_seed(const Uuid& uuid) {
    return crc32c(uuid);
}

Bytes write_record(RecordHeader header, ByteView payload, std::uint32_t seed) {
    ByteWriter out;
    for (const Byte byte : layout::kSync) out.u8(byte);
    out.u16(header.type);
    out.u16(header.flags);
    out.u32(static_cast<std::uint32_t>(payload.size()));
    out.u32(header.raw_length);
    out.u32(header.sequence);
    out.u32(header.segment);
    out.u16(0);
    out.u16(header.codec);
    out.u32(crc32c(payload, seed));
    out.i64(header.first_tick);
    out.u32(header.tick_span);
    out.u32(crc32c(out.data(), seed));
    out.bytes(payload);
    return out.take();
}

std::optional<RecordHeader> read_record_header(ByteView bytes, std::uint32_t seed) {
    if (bytes.size() < layout::kRecordHeader) return std::nullopt;
    if (!std::equal(layout::kSync.begin(), layout::kSync.end(), bytes.begin())) return std::nullopt;
    ByteReader in(bytes.subspan(layout::kSync.size()));
    RecordHeader header;
    header.type = in.u16();
    header.flags = in.u16();
    header.payload_length = in.u32();
    header.raw_length = in.u32();
    header.sequence = in.u32();
    header.segment = in.u32();
    in.u16();
    header.codec = in.u16();
    header.payload_checksum = in.u32();
    header.first_tick = in.i64();
    header.tick_span = in.u32();
    if (in.u32() != crc32c(bytes.first(kRecordChecksumAt), seed)) return std::nullopt;
    if (header.payload_length > layout::kMaxPayload || header.raw_length > layout::kMaxRaw)
        return std::nullopt;
    return header;
}

std::string record_type_name(std::uint16_t type) {
    switch (type) {
        case layout::kInfo:
            return "info";
        case layout::kDefine:
            return "define";
        case layout::kChunk:
            return "chunk";
        case layout::kCheckpoint:
            return "checkpoint";
        case layout::kFooter:
            return "footer";
        case layout::kEnd:
            return "end";
        case layout::kAttachment:
            return "attachment";
        default:
            break;
    }
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "record 0x%04x", static_cast<unsigned>(type));
    return text.data();
}

}  // namespace tickreel
