#pragma once
// Writes records to a sink, one write each. After the first failure nothing more is written.

#include <memory>

#include "format/reel/catalog.h"
#include "format/reel/records.h"
#include "tickreel/base/file.h"
#include "tickreel/reel/compress.h"

namespace tickreel {

class RecordOutput {
public:
    // Writes nothing yet. `at` and `sequence` are not 0 when appending to a file.
    RecordOutput(std::unique_ptr<ByteSink> sink, std::uint32_t seed, std::uint64_t at = 0,
                 std::uint32_t sequence = 0, Compressor* compressor = nullptr)
        : sink_(std::move(sink)), seed_(seed), at_(at), sequence_(sequence), shared_(compressor) {}

    void write_raw(ByteView bytes);  // the file header
    // Fills in sequence number and checksums. Returns the record's place; empty after a failure.
    FileSpan write(RecordHeader header, ByteView payload);
    // Compresses the payload if that makes it smaller; level 0 never compresses.
    FileSpan write_packed(std::uint16_t type, ByteView payload, int level);
    void sync();
    void close();

    Compressor& compressor() { return shared_ != nullptr ? *shared_ : own_; }
    std::uint64_t at() const { return at_; }
    const Result<void>& status() const { return status_; }

private:
    std::unique_ptr<ByteSink> sink_;
    std::uint32_t seed_;
    std::uint64_t at_;
    std::uint32_t sequence_;
    Compressor own_;
    Compressor* shared_;
    Result<void> status_;
};

}  // namespace tickreel
