#pragma once
// Reads a file from start to end, piece by piece, decompressing gzip. Memory does not depend on the
// size of the file.

#include <memory>

#include "tickreel/base/file.h"

namespace tickreel::firefall {

class SequentialReader {
public:
    // The file must outlive it.
    static Result<SequentialReader> open(const ByteSource& file);
    SequentialReader(SequentialReader&&) noexcept;
    SequentialReader& operator=(SequentialReader&&) noexcept;
    ~SequentialReader();

    // The next `length` bytes; if there are fewer, an error that names the offset.
    Result<Bytes> read(std::size_t length);
    Result<void> skip(std::uint64_t length);
    // True at the end of the file. A damaged file ends at its first defect.
    bool at_end();
    std::uint64_t offset() const;  // of the next byte, decompressed
    double share() const;          // of the file read so far, 0..1
    std::uint64_t file_size() const;

private:
    struct State;
    explicit SequentialReader(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace tickreel::firefall
