#include "tickreel/base/crc32.h"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#include <wmmintrin.h>
#endif

namespace tickreel {

namespace {

// Slicing by 8: tables[k][b] is the sum of byte b followed by k zero bytes.
using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr Tables make_tables(std::uint32_t reflected_polynomial) {
    Tables t{};
    for (std::uint32_t b = 0; b < 256; ++b) {
        std::uint32_t crc = b;
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ ((crc & 1) != 0 ? reflected_polynomial : 0);
        t[0][b] = crc;
    }
    for (std::size_t k = 1; k < 8; ++k)
        for (std::size_t b = 0; b < 256; ++b)
            t[k][b] = (t[k - 1][b] >> 8) ^ t[0][t[k - 1][b] & 0xff];
    return t;
}

constexpr Tables kCastagnoli = make_tables(0x82f63b78);
constexpr Tables kIeee = make_tables(0xedb88320);

std::uint32_t crc(const Tables& t, ByteView data, std::uint32_t seed) {
    std::uint32_t c = ~seed;
    std::size_t i = 0;
    for (; i + 8 <= data.size(); i += 8) {
        const Byte* p = data.data() + i;
        c = t[7][(c ^ p[0]) & 0xff] ^ t[6][((c >> 8) ^ p[1]) & 0xff] ^
            t[5][((c >> 16) ^ p[2]) & 0xff] ^ t[4][((c >> 24) ^ p[3]) & 0xff] ^ t[3][p[4]] ^
            t[2][p[5]] ^ t[1][p[6]] ^ t[0][p[7]];
    }
    for (; i < data.size(); ++i) c = (c >> 8) ^ t[0][(c ^ data[i]) & 0xff];
    return ~c;
}

#if defined(__x86_64__)
// The SSE 4.2 instruction, eight bytes at a time: every snapshot that a chunk depends on is
// checksummed, and the table took a tenth of the time of a seek.
__attribute__((target("sse4.2"))) std::uint32_t crc32c_by_machine(ByteView data,
                                                                  std::uint32_t seed) {
    std::uint64_t c = ~seed;
    std::size_t i = 0;
    for (; i + 8 <= data.size(); i += 8) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, data.data() + i, 8);
        c = _mm_crc32_u64(c, eight);
    }
    auto last = static_cast<std::uint32_t>(c);
    for (; i < data.size(); ++i) last = _mm_crc32_u8(last, data[i]);
    return ~last;
}

// What was summed so far, 16 bytes, stands before `next` in place of whatever led to it: both
// halves are multiplied by the powers of x for the distance, modulo the polynomial.
__attribute__((target("pclmul,sse4.1"))) inline __m128i fold(__m128i sum, __m128i powers,
                                                             __m128i next) {
    const __m128i first = _mm_clmulepi64_si128(sum, powers, 0x00);
    const __m128i second = _mm_clmulepi64_si128(sum, powers, 0x11);
    return _mm_xor_si128(next, _mm_xor_si128(first, second));
}

constexpr std::size_t kLane = 16;
constexpr std::size_t kLanes = 4;  // the multiplication has a long way, but begins every cycle

// By multiplication without carries, 64 bytes at a time: .mcap has this sum of every byte twice,
// and the table took a tenth of its export. At least 64 bytes.
__attribute__((target("pclmul,sse4.1"))) std::uint32_t crc32_ieee_by_machine(ByteView data,
                                                                             std::uint32_t seed) {
    // x^(512 + 32), x^(512 - 32); x^(128 + 32), x^(128 - 32): modulo the polynomial, reflected.
    const __m128i far = _mm_set_epi64x(0x1c6e41596, 0x154442bd4);
    const __m128i near = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);
    const auto load = [&](std::size_t at) {
        __m128i bytes;
        std::memcpy(&bytes, data.data() + at, kLane);
        return bytes;
    };
    __m128i sums[kLanes]{};
    for (std::size_t lane = 0; lane < kLanes; ++lane) sums[lane] = load(lane * kLane);
    sums[0] = _mm_xor_si128(sums[0], _mm_cvtsi32_si128(static_cast<int>(~seed)));
    std::size_t at = kLanes * kLane;
    for (; at + kLanes * kLane <= data.size(); at += kLanes * kLane)
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            sums[lane] = fold(sums[lane], far, load(at + lane * kLane));
    for (std::size_t lane = 1; lane < kLanes; ++lane)
        sums[lane] = fold(sums[lane - 1], near, sums[lane]);
    std::array<Byte, kLane> last{};
    std::memcpy(last.data(), &sums[kLanes - 1], kLane);
    // What is left is the sum of these bytes and the rest.
    return crc(kIeee, data.subspan(at), crc(kIeee, last, ~std::uint32_t{0}));
}
#endif

}  // namespace

std::uint32_t crc32c(ByteView data, std::uint32_t seed) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("sse4.2")) return crc32c_by_machine(data, seed);
#endif
    return crc(kCastagnoli, data, seed);
}
std::uint32_t crc32_ieee(ByteView data, std::uint32_t seed) {
#if defined(__x86_64__)
    if (data.size() >= kLanes * kLane && __builtin_cpu_supports("pclmul") &&
        __builtin_cpu_supports("sse4.1"))
        return crc32_ieee_by_machine(data, seed);
#endif
    return crc(kIeee, data, seed);
}

}  // namespace tickreel
