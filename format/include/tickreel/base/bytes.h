#pragma once
// Reads and writes little-endian bytes. A ByteReader never reads past its end: the first overrun
// sets failed(), every later read returns zeros, and the caller checks once at the end.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tickreel {

using Byte = std::uint8_t;
using Bytes = std::vector<Byte>;
using ByteView = std::span<const Byte>;

class ByteReader {
public:
    explicit ByteReader(ByteView data) : data_(data) {}

    std::uint8_t u8();
    std::uint16_t u16();
    std::uint32_t u32();
    std::uint64_t u64();
    std::int32_t i32() { return static_cast<std::int32_t>(u32()); }
    std::int64_t i64() { return static_cast<std::int64_t>(u64()); }
    // LEB128, at most 10 bytes.
    std::uint64_t varint() {
        if (left() > 0 && data_[at_] < 0x80) return data_[at_++];  // as most of them
        return long_varint();
    }
    std::int64_t signed_varint();   // zigzag LEB128
    ByteView bytes(std::size_t n);  // a view into the source; empty after a failure
    std::string_view text();        // varint length followed by that many bytes

    std::size_t position() const { return at_; }
    std::size_t left() const { return data_.size() - at_; }
    bool failed() const { return failed_; }
    void fail() {
        failed_ = true;
        at_ = data_.size();
    }

private:
    std::uint64_t long_varint();

    ByteView data_;
    std::size_t at_ = 0;
    bool failed_ = false;
};

class ByteWriter {
public:
    void u8(std::uint8_t v) { out_.push_back(v); }
    void u16(std::uint16_t v);
    void u32(std::uint32_t v);
    void u64(std::uint64_t v);
    void i32(std::int32_t v) { u32(static_cast<std::uint32_t>(v)); }
    void i64(std::int64_t v) { u64(static_cast<std::uint64_t>(v)); }
    void varint(std::uint64_t v);
    void signed_varint(std::int64_t v);
    void bytes(ByteView v);
    void text(std::string_view v);

    const Bytes& data() const { return out_; }
    Bytes take() { return std::move(out_); }
    std::size_t size() const { return out_.size(); }
    void clear() { out_.clear(); }

private:
    Bytes out_;
};

inline ByteView as_bytes(std::string_view text) {
    return {reinterpret_cast<const Byte*>(text.data()), text.size()};
}

}  // namespace tickreel
