#include "recorder/games/teeworlds/wire/packer.h"

#include <algorithm>

#include "recorder/games/teeworlds/wire/vint.h"

namespace tickreel::teeworlds {

void Packer::add_int(std::int32_t value) {
    write_vint(out_, value);
}

void Packer::add_string(std::string_view text) {
    add_raw(as_bytes(text.substr(0, text.find('\0'))));
    out_.push_back(0);
}

void Unpacker::fail() {
    failed_ = true;
    at_ = data_.size();
}

std::int32_t Unpacker::get_int() {
    const std::optional<std::int32_t> value = read_vint(data_, at_);
    if (!value) fail();
    return value.value_or(0);
}

std::int32_t Unpacker::get_int_or(std::int32_t fallback) {
    return left() == 0 ? fallback : get_int();
}

std::string_view Unpacker::get_string() {
    const ByteView tail = data_.subspan(at_);
    const auto nul = std::find(tail.begin(), tail.end(), Byte{0});
    if (nul == tail.end()) {
        fail();
        return {};
    }
    const auto length = static_cast<std::size_t>(nul - tail.begin());
    at_ += length + 1;
    return {reinterpret_cast<const char*>(tail.data()), length};
}

ByteView Unpacker::get_raw(std::size_t size) {
    if (size > left()) {
        fail();
        return {};
    }
    const ByteView raw = data_.subspan(at_, size);
    at_ += size;
    return raw;
}

}  // namespace tickreel::teeworlds
