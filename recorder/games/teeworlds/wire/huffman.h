#pragma once
// The static Huffman code of packets and demo chunks: 256 byte values and an end symbol, codes of
// 1 to 15 bits, packed from the lowest bit up. Frequencies and tree rule are the same in 0.6, 0.7
// and DDNet (huffman_frequencies.h names the source).

#include "tickreel/base/bytes.h"

namespace tickreel::teeworlds {

// If the bits end exactly at a byte boundary, 0.6, 0.7 and older DDNet add one zero byte, newer
// DDNet does not. Readers accept both.
enum class HuffmanEnd : std::uint8_t { Vanilla, Ddnet };

Bytes huffman_encode(ByteView in, HuffmanEnd end);

// Replaces `out`. False if the end symbol is missing in `in`, or if the output would exceed `limit`
// bytes. Bytes after the end symbol are ignored.
bool huffman_decode(ByteView in, std::size_t limit, Bytes& out);

}  // namespace tickreel::teeworlds
