#pragma once
// A file of ours in shared memory, which outlives the program. Where another program cuts the file
// meanwhile the system would end this one (SIGBUS); here it becomes private memory full of zeros,
// and nobody is disconnected. At most kMostMapped at a time.

#include <cstddef>
#include <utility>

#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"

namespace tickreel {

class MappedFile {
public:
    static constexpr std::size_t kMostMapped = 8;

    // Makes the file at least that long: written out, not a hole, so that a full disk shows now.
    static Result<MappedFile> map(int file, std::size_t bytes);
    MappedFile(MappedFile&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), bytes_(other.bytes_) {}
    MappedFile& operator=(MappedFile&&) = delete;
    ~MappedFile();

    Byte* data() const { return data_; }
    std::size_t size() const { return bytes_; }

private:
    MappedFile(Byte* data, std::size_t bytes) : data_(data), bytes_(bytes) {}

    Byte* data_;
    std::size_t bytes_;
};

}  // namespace tickreel
