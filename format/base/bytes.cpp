#include "tickreel/base/bytes.h"

namespace tickreel {

namespace {

template <class T>
T little_endian(ByteView bytes) {
    T value = 0;
    for (std::size_t i = bytes.size(); i > 0; --i)
        value = static_cast<T>((std::uint64_t{value} << 8) | bytes[i - 1]);
    return value;
}

}  // namespace

ByteView ByteReader::bytes(std::size_t n) {
    if (n > left()) {
        fail();
        return {};
    }
    const ByteView view = data_.subspan(at_, n);
    at_ += n;
    return view;
}

std::uint8_t ByteReader::u8() {
    if (left() == 0) {
        fail();
        return 0;
    }
    return data_[at_++];
}
std::uint16_t ByteReader::u16() {
    return little_endian<std::uint16_t>(bytes(2));
}
std::uint32_t ByteReader::u32() {
    return little_endian<std::uint32_t>(bytes(4));
}
std::uint64_t ByteReader::u64() {
    return little_endian<std::uint64_t>(bytes(8));
}

std::uint64_t ByteReader::long_varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 70; shift += 7) {
        const std::uint8_t byte = u8();
        if (failed_) return 0;
        if (shift < 64) value |= std::uint64_t{byte & 0x7fU} << shift;
        if ((byte & 0x80) == 0) return value;
    }
    fail();
    return 0;
}

std::int64_t ByteReader::signed_varint() {
    const std::uint64_t v = varint();
    return static_cast<std::int64_t>((v >> 1) ^ (~(v & 1) + 1));
}

std::string_view ByteReader::text() {
    const std::uint64_t length = varint();
    if (length > left()) {
        fail();
        return {};
    }
    const ByteView view = bytes(static_cast<std::size_t>(length));
    return {reinterpret_cast<const char*>(view.data()), view.size()};
}

void ByteWriter::u16(std::uint16_t v) {
    u8(static_cast<std::uint8_t>(v));
    u8(static_cast<std::uint8_t>(v >> 8));
}

void ByteWriter::u32(std::uint32_t v) {
    u16(static_cast<std::uint16_t>(v));
    u16(static_cast<std::uint16_t>(v >> 16));
}

void ByteWriter::u64(std::uint64_t v) {
    u32(static_cast<std::uint32_t>(v));
    u32(static_cast<std::uint32_t>(v >> 32));
}

void ByteWriter::varint(std::uint64_t v) {
    for (; v >= 0x80; v >>= 7) u8(static_cast<std::uint8_t>(v | 0x80));
    u8(static_cast<std::uint8_t>(v));
}

void ByteWriter::signed_varint(std::int64_t v) {
    varint((static_cast<std::uint64_t>(v) << 1) ^ static_cast<std::uint64_t>(v >> 63));
}

void ByteWriter::text(std::string_view v) {
    varint(v.size());
    bytes(as_bytes(v));
}

// Not inline: gcc 12 would warn of overflows that cannot happen.
void ByteWriter::bytes(ByteView v) {
    out_.insert(out_.end(), v.begin(), v.end());
}

}  // namespace tickreel
