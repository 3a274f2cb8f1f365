#pragma once
// As much of MCAP (mcap.dev/spec) as the comparison needs: a writer that makes complete files
// (schemas, channels, chunks with message indexes, summary, footer), as the C++ library does by
// default (1 MiB chunks, zstd level 1), and a reader that finds a message by its time.

#include <map>

#include "format/base/file.h"
#include "format/reel/compress.h"

namespace tickreel_bench {

class McapWriter {
public:
    McapWriter(std::unique_ptr<tickreel::ByteSink> out, int level);
    std::uint16_t add_channel(std::string_view topic);
    void add(std::uint16_t channel, std::uint64_t time, tickreel::ByteView data);
    tickreel::Result<void> finish();

private:
    struct ChunkIndex {
        std::uint64_t first = 0;
        std::uint64_t last = 0;
        std::uint64_t offset = 0;
        std::uint64_t length = 0;
        std::uint64_t index_length = 0;
        std::uint64_t stored = 0;
        std::uint64_t raw = 0;
        std::map<std::uint16_t, std::uint64_t> index_offsets{};
    };
    void record(std::uint8_t opcode, const tickreel::ByteWriter& content);
    void write(tickreel::ByteView bytes);
    void close_chunk();
    void write_summary();

    std::unique_ptr<tickreel::ByteSink> out_;
    int level_;
    tickreel::Compressor compressor_;
    tickreel::Result<void> status_;
    std::uint64_t at_ = 0;
    std::vector<std::string> topics_;
    tickreel::ByteWriter open_;  // the records of the chunk
    std::uint64_t first_ = 0;
    std::uint64_t last_ = 0;
    std::uint32_t messages_ = 0;
    std::map<std::uint16_t, std::vector<std::pair<std::uint64_t, std::uint64_t>>> index_;
    std::vector<ChunkIndex> chunks_;
};

class McapReader {
public:
    struct Chunk {
        std::uint64_t first = 0;  // times
        std::uint64_t last = 0;
        std::uint64_t offset = 0;
        std::uint64_t length = 0;
    };
    struct Message {
        std::uint16_t channel = 0;
        std::uint64_t time = 0;
        tickreel::ByteView data{};
    };

    static tickreel::Result<std::unique_ptr<McapReader>> open(const std::string& path);
    const std::vector<Chunk>& chunks() const { return chunks_; }
    // The last chunk that starts at or before the time; 0 when there is none.
    std::size_t chunk_at(std::uint64_t time) const;
    // The records of a chunk; its messages point into them.
    tickreel::Result<tickreel::Bytes> read(std::size_t chunk);
    static std::vector<Message> messages(tickreel::ByteView records);

private:
    std::unique_ptr<tickreel::ByteSource> file_;
    std::vector<Chunk> chunks_;
    tickreel::Decompressor decompressor_;
};

}  // namespace tickreel_bench
