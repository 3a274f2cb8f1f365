#pragma once
// The part of an MCAP reader (mcap.dev/spec) that the comparison needs: finds messages by time.

#include <memory>
#include <string>
#include <vector>

#include "tickreel/base/file.h"
#include "tickreel/reel/compress.h"

namespace tickreel_bench {

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
    // The last chunk that starts at or before the time; 0 if there is none.
    std::size_t chunk_at(std::uint64_t time) const;
    // The records of a chunk; its messages are views into them.
    tickreel::Result<tickreel::Bytes> read(std::size_t chunk);
    static std::vector<Message> messages(tickreel::ByteView records);

private:
    std::unique_ptr<tickreel::ByteSource> file_;
    std::vector<Chunk> chunks_;
    tickreel::Decompressor decompressor_;
};

}  // namespace tickreel_bench
