// Lower bounds: the strongest general-purpose compressors on the same match, without seeking: xz
// -9e and zstd --ultra -22 --long over all its column streams and row deltas.
#include <array>
#include <cstdio>

#include "format/reel/codecs/columns.h"
#include "format/reel/codecs/columns_pack.h"
#include "format/reel/codecs/row_delta.h"
#include "tests/bench/contender.h"
#include "tickreel/base/file.h"

namespace tickreel_bench {

using namespace tickreel;

namespace {

// Half of a chunk's limit.
constexpr std::uint64_t kPartWords = layout::kMaxChunkWords / 2;

// As few parts as a chunk's limits allow.
std::vector<std::span<const Frame>> parts_of(const Match& match) {
    std::vector<std::span<const Frame>> parts;
    const std::span<const Frame> all(match.frames);
    std::size_t from = 0;
    std::uint64_t words = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        words += snapshot_words(all[i].snapshot) + all[i].events.size() * 64;
        if (words < kPartWords && i + 1 - from < layout::kMaxChunkFrames) continue;
        parts.push_back(all.subspan(from, i - from));
        from = i;
        words = 0;
    }
    parts.push_back(all.subspan(from));
    return parts;
}

Result<Bytes> raw_columns(const Match& match) {
    Compressor compressor;
    Decompressor decompressor;
    GroupState state;
    Bytes raw;
    for (const std::span<const Frame> part : parts_of(match)) {
        if (part.empty()) continue;
        Result<EncodedChunk> chunk = encode_event_columns(part, state, 1, compressor);
        if (!chunk) return chunk.error();
        const Result<columns::Unpacked> unpacked =
            columns::unpack(chunk->bytes, chunk->raw_length, chunk->codec == layout::kEventColumns,
                            state.prefix.get(), decompressor);
        if (!unpacked) return unpacked.error();
        raw.insert(raw.end(), unpacked->raw.begin(), unpacked->raw.end());
        state = std::move(chunk->after);
    }
    return raw;
}

Result<Bytes> raw_rows(const Match& match) {
    Compressor unused;
    GroupState state;
    Bytes raw;
    for (const std::span<const Frame> part : parts_of(match)) {
        if (part.empty()) continue;
        Result<EncodedChunk> chunk = encode_stored(part, state, 0, unused);
        if (!chunk) return chunk.error();
        raw.insert(raw.end(), chunk->bytes.begin(), chunk->bytes.end());
        state = std::move(chunk->after);
    }
    return raw;
}

// The number of bytes that a command prints; negative if it cannot be run.
double output_size(const std::string& command) {
    std::FILE* const pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return -1;
    std::array<char, 65536> buffer{};
    double size = 0;
    while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe))
        size += static_cast<double>(n);
    return pclose(pipe) == 0 ? size : -1;
}

Result<void> save(const std::string& path, ByteView bytes) {
    auto sink = create_file(path, IfExists::Replace);
    if (!sink) return sink.error();
    if (Result<void> written = (*sink)->write(bytes); !written) return written;
    return (*sink)->close();
}

}  // namespace

Result<std::vector<Limit>> measure_limits(const Match& match, const std::string& scratch) {
    std::vector<Limit> limits;
    for (const bool columns : {true, false}) {
        const Result<Bytes> raw = columns ? raw_columns(match) : raw_rows(match);
        if (!raw) return raw.error();
        if (Result<void> saved = save(scratch, *raw); !saved) return saved.error();
        const std::string of = columns ? " of columns" : " of rows";
        limits.push_back({"xz -9e" + of, output_size("xz -9e -k -c '" + scratch + "'")});
        limits.push_back({"zstd --ultra -22 --long" + of,
                          output_size("zstd -q --ultra -22 --long=27 -c '" + scratch + "'")});
    }
    return limits;
}

}  // namespace tickreel_bench
