#pragma once
// Reads a file front to back through a small buffer, so that small packets do not cost one system
// call each.

#include "tickreel/base/file.h"

namespace tickreel {

class FileWindow {
public:
    FileWindow(const ByteSource& file, std::uint64_t size) : file_(file), size_(size) {}

    std::uint64_t position() const { return position_; }
    std::uint64_t left() const { return size_ - position_; }
    // Exactly `length` bytes, valid until the next call. The caller bounds `length` by left().
    Result<ByteView> read(std::size_t length);
    void skip(std::uint64_t length) { position_ += length < left() ? length : left(); }

private:
    const ByteSource& file_;
    std::uint64_t size_;
    std::uint64_t position_ = 0;
    std::uint64_t window_at_ = 0;
    Bytes window_;
};

}  // namespace tickreel
