// The column codec compared with the row codec. Input: u8 mode and the rest. Mode 0: uncompressed
// bytes of the row codec for two chunks; their content must survive a round trip through columns.
// Mode 1: the streams of a chunk in columns, uncompressed: rejected, or their content can be
// written and read again.
#include <algorithm>
#include <cstdlib>

#include "format/reel/codecs/columns.h"
#include "format/reel/codecs/columns_pack.h"
#include "format/reel/codecs/columns_part.h"
#include "format/reel/codecs/row_delta.h"

using namespace tickreel;

namespace {

void require(bool right) {
    if (!right) std::abort();
}

bool same(const Frame& a, const Frame& b) {
    return a.moment() == b.moment() && a.time == b.time && a.wire == b.wire &&
           a.events == b.events && a.snapshot == b.snapshot;
}

// Encodes the frames as columns and decodes them.
GroupState round_trip(const std::vector<Frame>& frames, const GroupState& before) {
    Compressor compressor;
    Decompressor decompressor;
    const Result<EncodedChunk> made = encode_columns(frames, before, 1, compressor);
    require(made.ok());
    const ChunkFacts facts{frames.front().segment, frames.front().tick,
                           static_cast<std::uint32_t>(frames.size()), made->raw_length};
    const Result<DecodedChunk> read = decode_columns(made->bytes, facts, before, decompressor);
    require(read.ok() && read->frames.size() == frames.size());
    for (std::size_t i = 0; i < frames.size(); ++i) require(same(read->frames[i], frames[i]));
    require(read->after.last == frames.back().snapshot);
    const Result<DecodedChunk> end =
        decode_columns(made->bytes, facts, before, decompressor, DecodeScope::EndOnly);
    require(end.ok() && end->after.last == frames.back().snapshot);
    return read->after;
}

void from_rows(ByteReader in) {
    GroupState rows;
    GroupState columns;
    Decompressor unused;
    for (int chunk = 0; chunk < 2; ++chunk) {
        ChunkFacts facts;
        facts.frames = in.u8();
        facts.first_tick = static_cast<std::int16_t>(in.u16());
        const ByteView bytes = in.bytes(std::min<std::size_t>(in.u16(), in.left()));
        if (in.failed() || facts.frames == 0) return;
        const Result<DecodedChunk> read = decode_stored(bytes, facts, rows, unused);
        if (!read) return;
        rows = read->after;
        columns = round_trip(read->frames, columns);
    }
}

// Words of the items of type 0 are those of the snapshots.
void check_words(const DecodedPart& part, const std::vector<Frame>& frames) {
    const ItemColumns& columns = *part.columns;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        std::size_t row = columns.first[part.blocks[i]];
        for (const Item item : frames[i].snapshot) {
            if (item.key.type != 0) break;
            require(columns.entities[row] == item.key.entity);
            require(columns.lengths[row] == item.row.size());
            for (std::size_t word = 0; word < columns.words.size(); ++word)
                require(columns.words[word][row] ==
                        (2 * word < item.row.size() ? item.row[2 * word] : 0));
            ++row;
        }
        require(row == columns.first[part.blocks[i] + 1]);
    }
}

void from_streams(ByteReader in) {
    ChunkFacts facts;
    facts.frames = in.u8();
    facts.first_tick = static_cast<std::int16_t>(in.u16());
    if (facts.frames == 0) return;
    columns::WrittenStreams streams;
    for (ByteWriter& stream : streams)
        stream.bytes(in.bytes(std::min<std::size_t>(in.u16(), in.left())));
    Compressor compressor;
    Decompressor decompressor;
    const Result<columns::PackedChunk> packed = columns::pack(streams, nullptr, 1, compressor);
    require(packed.ok());
    facts.raw_length = packed->raw_length;
    const Result<DecodedChunk> read = decode_columns(packed->bytes, facts, {}, decompressor);
    const Result<DecodedChunk> end =
        decode_columns(packed->bytes, facts, {}, decompressor, DecodeScope::EndOnly);
    PartFilter wish{{0, 2}, true};
    const auto part =
        decode_columns_part(packed->bytes, facts, {}, wish, facts.frames % 2 == 0, decompressor);
    const PartFilter wanted{{0}, false, nullptr, std::vector<std::uint32_t>{0, 2}};
    const auto words =
        decode_columns_part(packed->bytes, facts, {}, wanted, facts.frames % 3 == 0, decompressor);
    if (!read) return;
    require(words.ok() && *words);
    check_words(**words, read->frames);
    require(part.ok() && *part && (*part)->frames.size() == read->frames.size());
    for (std::size_t i = 0; i < read->frames.size(); ++i) {
        const Snapshot& all = read->frames[i].snapshot;
        require((*part)->sizes[i].items == all.size());
        for (const Item item : (*part)->frames[i].snapshot) {
            const auto row = all.find(item.key);
            require(row && std::equal(row->begin(), row->end(), item.row.begin(), item.row.end()));
        }
    }
    require(end.ok() && end->after.last == read->after.last);
    static_cast<void>(round_trip(read->frames, {}));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ByteReader in({data, size});
    if (in.u8() % 2 == 0)
        from_rows(in);
    else
        from_streams(in);
    return 0;
}
