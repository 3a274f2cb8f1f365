// Any bytes: decoding is rejected or stays within its limit, and encoding the result decodes to the
// same again, with both kinds of end.

#include <cstdlib>

#include "recorder/games/teeworlds/wire/huffman.h"

using namespace tickreel;
using namespace tickreel::teeworlds;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const ByteView input(data, size);
    constexpr std::size_t kLimit = 1400;
    Bytes plain;
    if (huffman_decode(input, kLimit, plain) && plain.size() > kLimit) std::abort();
    Bytes again;
    for (const HuffmanEnd end : {HuffmanEnd::Vanilla, HuffmanEnd::Ddnet}) {
        for (const ByteView source : {ByteView(plain), input}) {
            const Bytes packed = huffman_encode(source, end);
            if (!huffman_decode(packed, source.size(), again)) std::abort();
            if (again != Bytes(source.begin(), source.end())) std::abort();
        }
    }
    return 0;
}
