#pragma once
// Many varints behind each other: faster than one by one, where most have one byte or nobody asked
// for their values.

#include <span>

#include "tickreel/base/bytes.h"

namespace tickreel::columns {

// What is left, without taking it.
inline ByteView peek(ByteReader in) {
    return in.bytes(in.left());
}

// As ByteReader::varint() for each.
void read_varints(ByteReader& in, std::span<std::uint64_t> values);
// By the bytes that end one, without looking whether one is too long.
void skip_varints(ByteReader& in, std::size_t count);

}  // namespace tickreel::columns
