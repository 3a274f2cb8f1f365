// Bytes, checksums and files.
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include <unistd.h>

#include "tests/catch.h"
#include "tests/format/generate.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/crc32.h"
#include "tickreel/base/file.h"
#include "tickreel/base/sha256.h"

using namespace tickreel;
using tickreel_test::Generator;

TEST_CASE("crc-32c and crc-32 give the published sums and go on from a sum") {
    CHECK(crc32c(as_bytes("123456789")) == 0xe3069283);
    CHECK(crc32c(Bytes(32, Byte{0})) == 0x8a9136aa);
    CHECK(crc32c(Bytes(32, Byte{0xff})) == 0x62a8ab43);
    CHECK(crc32c({}) == 0);
    CHECK(crc32_ieee(as_bytes("123456789")) == 0xcbf43926);
    Generator make(1);
    Bytes bytes(1000);
    for (Byte& byte : bytes) byte = static_cast<Byte>(make.below(256));
    for (int i = 0; i < 100; ++i) {
        const std::size_t cut = make.below(bytes.size() + 1);
        const ByteView all(bytes);
        CHECK(crc32c(all.subspan(cut), crc32c(all.first(cut))) == crc32c(all));
    }
}

TEST_CASE("sha-256 gives the published digests") {
    CHECK(hex(sha256({})) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(hex(sha256(as_bytes("abc"))) ==
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(hex(sha256(as_bytes("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))) ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(hex(sha256(Bytes(1000000, Byte{'a'}))) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("numbers of every width come back from bytes") {
    constexpr std::string_view kWithNul("a\0b", 3);
    Generator make(2);
    for (int i = 0; i < 2000; ++i) {
        const std::uint64_t wide = make.below(UINT64_MAX) >> make.below(64);
        const auto negative = static_cast<std::int64_t>(~wide);
        ByteWriter out;
        out.u8(static_cast<std::uint8_t>(wide));
        out.u16(static_cast<std::uint16_t>(wide));
        out.u32(static_cast<std::uint32_t>(wide));
        out.u64(wide);
        out.i64(negative);
        out.varint(wide);
        out.signed_varint(negative);
        out.text(kWithNul);
        ByteReader in(out.data());
        REQUIRE(in.u8() == static_cast<std::uint8_t>(wide));
        REQUIRE(in.u16() == static_cast<std::uint16_t>(wide));
        REQUIRE(in.u32() == static_cast<std::uint32_t>(wide));
        REQUIRE(in.u64() == wide);
        REQUIRE(in.i64() == negative);
        REQUIRE(in.varint() == wide);
        REQUIRE(in.signed_varint() == negative);
        REQUIRE(in.text() == kWithNul);
        REQUIRE(in.left() == 0);
        REQUIRE_FALSE(in.failed());
    }
}

TEST_CASE("a reader of bytes stops at the end, for good") {
    const Bytes bytes{1, 2, 3};
    ByteReader in(bytes);
    CHECK(in.u16() == 0x0201);
    CHECK(in.u32() == 0);
    CHECK(in.failed());
    CHECK(in.left() == 0);
    CHECK(in.u8() == 0);
    CHECK(in.bytes(1).empty());
    const Bytes endless(11, Byte{0x80});
    ByteReader varint(endless);
    CHECK(varint.varint() == 0);
    CHECK(varint.failed());
    const Bytes long_text{200, 1, 'a'};
    ByteReader text(long_text);
    CHECK(text.text().empty());
    CHECK(text.failed());
}

TEST_CASE("real files: created once, read anywhere, errors name the offset") {
    const std::filesystem::path path = std::filesystem::temp_directory_path() /
                                       ("tickreel-base-test-" + std::to_string(::getpid()));
    auto sink = create_file(path.string(), IfExists::Replace);
    REQUIRE(sink.ok());
    REQUIRE((*sink)->write(as_bytes("hello ")).ok());
    REQUIRE((*sink)->write(as_bytes("world")).ok());
    REQUIRE((*sink)->sync().ok());
    REQUIRE((*sink)->close().ok());
    CHECK_FALSE(create_file(path.string(), IfExists::Refuse).ok());
    {
        const auto source = open_file(path.string());
        REQUIRE(source.ok());
        CHECK(*(*source)->size() == 11);
        const Result<Bytes> part = (*source)->read(6, 5);
        REQUIRE(part.ok());
        CHECK(std::string(part->begin(), part->end()) == "world");
        const Result<Bytes> far = (*source)->read(8, 1U << 30);
        REQUIRE_FALSE(far.ok());
        CHECK_THAT(far.error().message, tickreel_test::contains("8"));
    }
    CHECK(read_whole_file(path.string())->size() == 11);
    CHECK_FALSE(read_whole_file(path.string(), 10).ok());
    std::filesystem::remove(path);
    CHECK_FALSE(open_file(path.string()).ok());
    CHECK_FALSE(open_file(std::filesystem::temp_directory_path().string()).ok());
}

TEST_CASE("text out of pieces: texts, characters, numbers of every width") {
    const std::string word = "b";
    CHECK(concat("a", word, std::string_view("c"), 'd').size() == 4);
    CHECK(concat("a", word, std::string_view("c"), 'd') == "abcd");
    CHECK(concat() == "");
    CHECK(concat(INT64_MIN, ' ', UINT64_MAX) == "-9223372036854775808 18446744073709551615");
    // A byte is a number, a char a character.
    CHECK(concat(std::uint8_t{7}, std::int8_t{-7}, std::uint16_t{65535}) == "7-765535");
    CHECK(concat(1.5, ' ', 1.0 / 3, ' ', 1e300, ' ', 2.0F) == "1.5 0.333333 1e+300 2");
    CHECK(fail("tick ", 12, " of ", word).message == "tick 12 of b");
}
