#include "tickreel/base/bytes.h"

#include <limits>
#include <random>

#include "tests/catch.h"

using namespace tickreel;

TEST_CASE("bytes read back as they were written") {
    ByteWriter out;
    out.u8(0xfe);
    out.u16(0xbeef);
    out.u32(0xdeadbeef);
    out.u64(0x0123456789abcdef);
    out.i32(-2);
    out.text("hällo");
    CHECK(out.data()[1] == 0xef);  // little-endian

    ByteReader in(out.data());
    CHECK(in.u8() == 0xfe);
    CHECK(in.u16() == 0xbeef);
    CHECK(in.u32() == 0xdeadbeef);
    CHECK(in.u64() == 0x0123456789abcdef);
    CHECK(in.i32() == -2);
    CHECK(in.text() == "hällo");
    CHECK(in.left() == 0);
    CHECK_FALSE(in.failed());
}

TEST_CASE("varints of any size survive") {
    std::mt19937_64 random(1);
    for (int i = 0; i < 20000; ++i) {
        const std::uint64_t value = random() >> (random() % 64);
        ByteWriter out;
        out.varint(value);
        out.signed_varint(static_cast<std::int64_t>(value));
        out.signed_varint(-static_cast<std::int64_t>(value >> 1));
        ByteReader in(out.data());
        REQUIRE(in.varint() == value);
        REQUIRE(in.signed_varint() == static_cast<std::int64_t>(value));
        REQUIRE(in.signed_varint() == -static_cast<std::int64_t>(value >> 1));
        REQUIRE_FALSE(in.failed());
    }
    ByteWriter out;
    out.signed_varint(std::numeric_limits<std::int64_t>::min());
    CHECK(ByteReader(out.data()).signed_varint() == std::numeric_limits<std::int64_t>::min());
}

TEST_CASE("a reader never passes its end") {
    const Bytes three{1, 2, 3};
    ByteReader in(three);
    CHECK(in.u32() == 0);
    CHECK(in.failed());
    CHECK(in.u8() == 0);  // stays failed
    CHECK(in.left() == 0);

    const Bytes endless(20, 0x80);
    ByteReader varint(endless);
    CHECK(varint.varint() == 0);
    CHECK(varint.failed());

    const Bytes long_text{0xff, 0xff, 0x7f, 'x'};
    ByteReader text(long_text);
    CHECK(text.text().empty());
    CHECK(text.failed());
}
