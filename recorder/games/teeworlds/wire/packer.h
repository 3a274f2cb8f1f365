#pragma once
// Writes and reads a message's fields: ints, NUL-terminated strings, raw bytes. An Unpacker never
// reads past its end: the first overrun sets failed(), every later read returns zero or nothing,
// and the caller checks once at the end. Strings keep their original bytes.

#include <string_view>

#include "tickreel/base/bytes.h"

namespace tickreel::teeworlds {

class Packer {
public:
    void add_int(std::int32_t value);
    void add_string(std::string_view text);  // cut at its first NUL
    void add_raw(ByteView bytes) { out_.insert(out_.end(), bytes.begin(), bytes.end()); }

    const Bytes& data() const { return out_; }
    Bytes take() { return std::move(out_); }
    std::size_t size() const { return out_.size(); }

private:
    Bytes out_;
};

class Unpacker {
public:
    explicit Unpacker(ByteView data) : data_(data) {}

    std::int32_t get_int();
    std::int32_t get_int_or(std::int32_t fallback);  // optional last fields; never fails at the end
    std::string_view get_string();                   // a view into the message
    ByteView get_raw(std::size_t size);
    ByteView rest() { return get_raw(left()); }

    std::size_t left() const { return data_.size() - at_; }
    std::size_t position() const { return at_; }
    bool failed() const { return failed_; }

private:
    void fail();

    ByteView data_;
    std::size_t at_ = 0;
    bool failed_ = false;
};

}  // namespace tickreel::teeworlds
