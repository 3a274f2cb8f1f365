#pragma once
// A file from its beginning to its end, piece by piece; one that is gzip comes out inflated. What
// it needs does not grow with the file.

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

    // The next `length` bytes; an error that names the offset when there are fewer.
    Result<Bytes> read(std::size_t length);
    Result<void> skip(std::uint64_t length);
    // True when the file ends here. A broken file has an end where it breaks.
    bool at_end();
    std::uint64_t offset() const;  // of the next byte, inflated
    double share() const;          // of the file, 0..1

private:
    struct State;
    explicit SequentialReader(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace tickreel::firefall
