#pragma once
// Reads the container of a .demo front to back in bounded memory; the importer interprets the
// chunks. Errors name the offset; after an error of next() the file counts as ended there.

#include <memory>
#include <optional>

#include "recorder/games/teeworlds/demo_format.h"
#include "tickreel/base/file.h"

namespace tickreel::teeworlds {

bool is_demo(ByteView head);
Result<DemoHeader> read_demo_header(const ByteSource& file);

class DemoReader {
public:
    // The file must outlive the reader.
    DemoReader(const ByteSource& file, const DemoHeader& header, std::uint64_t file_size);

    // Empty at a regular end.
    Result<std::optional<DemoChunk>> next();
    std::uint64_t position() const { return at_; }
    // After an error of next(): whether the unreadable data belongs to the tick before it.
    bool failed_inside_tick() const { return inside_tick_; }

private:
    Result<bool> need(std::size_t bytes);  // makes that many bytes from at_ available in the window
    Result<std::optional<DemoChunk>> read_tick_marker(Byte first);
    Result<std::optional<DemoChunk>> read_data(Byte first);
    Byte byte_at(std::size_t index) const { return window_[at_ - window_start_ + index]; }

    const ByteSource& file_;
    std::uint64_t size_;
    int version_;
    std::uint64_t at_;
    std::uint64_t window_start_ = 0;
    Bytes window_{};
    Tick tick_ = kNoTick;
    bool inside_tick_ = false;
};

// The ints of a chunk: Huffman-decoded, then unpacked.
Result<std::vector<std::int32_t>> demo_chunk_ints(const DemoChunk& chunk);

}  // namespace tickreel::teeworlds
