#include "format/reel/record_input.h"

#include "tickreel/base/crc32.h"
#include "tickreel/reel/compress.h"

namespace tickreel {

Result<RecordHeader> check_record(ByteView bytes, std::uint32_t seed) {
    const std::optional<RecordHeader> header = read_record_header(bytes, seed);
    if (!header) return fail("its header is damaged");
    if (header->stored_length() > bytes.size()) return fail("it is cut");
    const ByteView payload = bytes.subspan(layout::kRecordHeader, header->payload_length);
    if (crc32c(payload, seed) != header->payload_checksum) return fail("its checksum is wrong");
    return *header;
}

Result<Record> read_record(const ByteSource& source, std::uint64_t offset, std::uint32_t seed) {
    Result<Bytes> head = source.read(offset, layout::kRecordHeader);
    if (!head) return head.error();
    const std::optional<RecordHeader> header = read_record_header(*head, seed);
    if (!header) return fail("no record at offset ", offset);
    Result<Bytes> payload = source.read(offset + layout::kRecordHeader, header->payload_length);
    if (!payload) return payload.error();
    if (crc32c(*payload, seed) != header->payload_checksum)
        return fail(record_type_name(header->type), " at offset ", offset, ": checksum wrong");
    return Record{*header, std::move(*payload)};
}

Result<Bytes> unpack(const Record& record) {
    Decompressor decompressor;
    return unpack(record, decompressor);
}

Result<Bytes> unpack(const Record& record, Decompressor& decompressor) {
    if (!record.header.has(layout::kCompressed)) return record.payload;
    const bool large = record.header.type == layout::kAttachment;
    if (!large && record.header.raw_length > layout::kMaxIndexRaw)
        return fail(record_type_name(record.header.type), " of ", record.header.raw_length,
                    " bytes is larger than ", layout::kMaxIndexRaw);
    return decompressor.decompress(record.payload, record.header.raw_length);
}

}  // namespace tickreel
