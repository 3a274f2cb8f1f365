// The column codecs compared with the row codec. Input: u8 mode and the rest. Even modes:
// uncompressed bytes of the row codec for two chunks; their content must survive a round trip
// through columns, with and without events in columns. Odd ones: the streams of a chunk in columns,
// uncompressed, of codec 3 for 3, 7, 11 ...: rejected, or their content can be written and read
// again.
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
GroupState round_trip(const Codec& codec, const std::vector<Frame>& frames,
                      const GroupState& before) {
    Compressor compressor;
    Decompressor decompressor;
    const Result<EncodedChunk> made = codec.encode(frames, before, 1, compressor);
    require(made.ok());
    const ChunkFacts facts{frames.front().segment, frames.front().tick,
                           static_cast<std::uint32_t>(frames.size()), made->raw_length};
    const Codec& written = *find_codec(made->codec);
    const Result<DecodedChunk> read =
        written.decode(made->bytes, facts, before, decompressor, DecodeScope::Frames);
    require(read.ok() && read->frames.size() == frames.size());
    for (std::size_t i = 0; i < frames.size(); ++i) require(same(read->frames[i], frames[i]));
    require(read->after.last == frames.back().snapshot);
    const Result<DecodedChunk> end =
        written.decode(made->bytes, facts, before, decompressor, DecodeScope::EndOnly);
    require(end.ok() && end->after.last == frames.back().snapshot);
    return read->after;
}

void from_rows(ByteReader in) {
    GroupState rows;
    GroupState columns;
    GroupState event_columns;
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
        columns = round_trip(kColumnsCodec, read->frames, columns);
        event_columns = round_trip(kEventColumnsCodec, read->frames, event_columns);
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

void from_streams(ByteReader in, bool events) {
    const Codec& codec = events ? kEventColumnsCodec : kColumnsCodec;
    ChunkFacts facts;
    facts.frames = in.u8();
    facts.first_tick = static_cast<std::int16_t>(in.u16());
    if (facts.frames == 0) return;
    columns::WrittenStreams streams;
    for (std::size_t s = 0; s < streams.size(); ++s)
        if (events || s < columns::kEvents || s >= columns::kMasks)
            streams[s].bytes(in.bytes(std::min<std::size_t>(in.u16(), in.left())));
    Compressor compressor;
    Decompressor decompressor;
    const Result<columns::PackedChunk> packed =
        columns::pack(streams, events, nullptr, 1, compressor);
    require(packed.ok());
    facts.raw_length = packed->raw_length;
    const Result<DecodedChunk> read =
        codec.decode(packed->bytes, facts, {}, decompressor, DecodeScope::Frames);
    const Result<DecodedChunk> end =
        codec.decode(packed->bytes, facts, {}, decompressor, DecodeScope::EndOnly);
    PartFilter wish{{0, 2}, true};
    const auto part =
        decode_columns_part(packed->bytes, facts, events, {}, wish,
                            facts.frames % 2 == 0 ? columns::kAllParts : 0, decompressor);
    const PartFilter wanted{{0}, false, nullptr, std::vector<std::uint32_t>{0, 2}};
    const auto words =
        decode_columns_part(packed->bytes, facts, events, {}, wanted,
                            facts.frames % 3 == 0 ? columns::kAllParts : 0, decompressor);
    const PartFilter lean{{0, 2}, false, nullptr, {}, true};
    const auto bare = decode_columns_part(packed->bytes, facts, events, {}, lean, 0, decompressor);
    if (!read) return;
    require(words.ok() && *words);
    check_words(**words, read->frames);
    require(part.ok() && *part && (*part)->frames.size() == read->frames.size());
    require(bare.ok() && *bare && (*bare)->frames.size() == read->frames.size());
    for (std::size_t i = 0; i < read->frames.size(); ++i) {
        require((*bare)->frames[i].snapshot == (*part)->frames[i].snapshot);
        const Snapshot& all = read->frames[i].snapshot;
        require((*part)->sizes[i].items == all.size());
        for (const Item item : (*part)->frames[i].snapshot) {
            const auto row = all.find(item.key);
            require(row && std::equal(row->begin(), row->end(), item.row.begin(), item.row.end()));
        }
    }
    require(end.ok() && end->after.last == read->after.last);
    for (std::size_t i = 0; i < read->frames.size(); ++i)
        require((*part)->frames[i].events == read->frames[i].events);
    static_cast<void>(round_trip(codec, read->frames, {}));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ByteReader in({data, size});
    const std::uint8_t mode = in.u8();
    if (mode % 2 == 0)
        from_rows(in);
    else
        from_streams(in, mode % 4 == 3);
    return 0;
}
