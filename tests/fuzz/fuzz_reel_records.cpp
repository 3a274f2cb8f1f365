// Any bytes as the contents of records in a file with valid checksums: what a hostile writer could
// create. Input: records of u8 type, u8 flags and segment, u8 codec, i16 first tick, u16 span, u16
// length, payload; of a chunk the payload is frame count u16 and codec bytes.
#include <algorithm>
#include <cstdlib>
#include <optional>

#include "format/reel/chunk.h"
#include "tickreel/reel/reel_reader.h"

using namespace tickreel;

namespace {

// Computes the checksums that a writer would have stored, if the bytes can be decoded.
Bytes chunk_payload(const RecordHeader& header, ByteReader in, GroupState& state) {
    const bool starts = header.has(layout::kStartsGroup);
    if (starts) state = {};
    const std::uint16_t frames = in.u16();
    const ByteView codec_bytes = in.bytes(in.left());
    std::uint32_t end_sum = 0;
    const std::uint32_t base_sum = state_checksum(state.last);
    if (const Codec* codec = find_codec(header.codec); codec != nullptr && frames > 0) {
        Decompressor decompressor;
        const ChunkFacts facts{header.segment, header.first_tick, frames, header.raw_length};
        Result<DecodedChunk> chunk =
            codec->decode(codec_bytes, facts, state, decompressor, DecodeScope::Frames);
        if (chunk) {
            state = chunk->after;
            end_sum = state_checksum(state.last);
        }
    }
    ByteWriter out;
    out.u32(base_sum);
    out.u32(end_sum);
    out.u32(frames);
    out.bytes(codec_bytes);
    return out.take();
}

Bytes make_file(ByteReader in) {
    FileHeader file_header;
    Bytes file = write_file_header(file_header);
    const std::uint32_t seed = checksum_seed(file_header.uuid);
    GroupState state;
    for (std::uint32_t sequence = 0; in.left() > 0 && !in.failed(); ++sequence) {
        RecordHeader header;
        header.type = in.u8();
        if (header.type >= 0x80)
            header.type = static_cast<std::uint16_t>(0x8000 + header.type - 0x80);
        const std::uint8_t bits = in.u8();
        header.flags = bits & 3;
        header.segment = bits >> 2;
        header.codec = in.u8();
        header.first_tick = static_cast<std::int16_t>(in.u16());
        header.tick_span = in.u16();
        header.sequence = sequence;
        const std::size_t length = std::min<std::size_t>(in.u16(), in.left());
        ByteReader content(in.bytes(length));
        header.raw_length = static_cast<std::uint32_t>(length);
        if (header.type == layout::kChunk && length >= 2) header.raw_length -= 2;
        Bytes payload;
        if (header.type == layout::kChunk) {
            payload = chunk_payload(header, content, state);
        } else {
            const ByteView view = content.bytes(length);
            payload.assign(view.begin(), view.end());
        }
        const Bytes record = write_record(header, payload, seed);
        file.insert(file.end(), record.begin(), record.end());
    }
    return file;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto opened = ReelReader::open(memory_source(make_file(ByteReader({data, size}))));
    if (!opened) return 0;
    const ReelReader& reader = **opened;
    std::optional<Moment> last;
    std::size_t frames = 0;
    static_cast<void>(reader.scan(reader.everything(), ignore_problems, [&](const Frame& frame) {
        if (last && frame.moment() <= *last) std::abort();
        last = frame.moment();
        return ++frames < 1000;
    }));
    if (last) {
        const auto at = reader.at(*last);
        if (!at || at->moment() != *last) std::abort();
        static_cast<void>(reader.previous(*last));
        static_cast<void>(reader.timeline().position(*last));
    }
    static_cast<void>(reader.check_records(ignore_problems));
    for (std::size_t i = 0; i < reader.attachments().size() && i < 4; ++i)
        static_cast<void>(reader.attachment(i));
    return 0;
}
