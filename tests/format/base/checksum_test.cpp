#include <string>

#include "tests/catch.h"
#include "tickreel/base/crc32.h"
#include "tickreel/base/sha256.h"

using namespace tickreel;

TEST_CASE("checksums agree with the published check values") {
    // The CRC catalogue's check value is the sum of "123456789".
    CHECK(crc32c(as_bytes("123456789")) == 0xe3069283);
    CHECK(crc32_ieee(as_bytes("123456789")) == 0xcbf43926);
    // RFC 3720 B.4: 32 bytes of zeros.
    CHECK(crc32c(Bytes(32, 0)) == 0x8a9136aa);
}

TEST_CASE("a checksum goes on where another ended") {
    const std::string text = "the quick brown fox jumps over the lazy dog";
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        const auto whole = as_bytes(text);
        REQUIRE(crc32c(whole.subspan(cut), crc32c(whole.first(cut))) == crc32c(whole));
    }
}

TEST_CASE("both CRCs are the plain division at every length and place") {
    struct Kind {
        std::uint32_t (*sum)(ByteView, std::uint32_t) = nullptr;
        std::uint32_t polynomial = 0;
    };
    for (const Kind& kind : {Kind{crc32c, 0x82f63b78U}, Kind{crc32_ieee, 0xedb88320U}}) {
        Bytes bytes;
        std::uint32_t plain = ~0U;
        for (std::uint32_t i = 0; i < 700; ++i) {
            REQUIRE(kind.sum(bytes, 0) == ~plain);
            const std::size_t half = bytes.size() / 2;
            REQUIRE(kind.sum(ByteView(bytes).subspan(half),
                             kind.sum(ByteView(bytes).first(half), 0)) == ~plain);
            bytes.push_back(static_cast<Byte>(i * 167 + 13));
            plain ^= bytes.back();
            for (int bit = 0; bit < 8; ++bit)
                plain = (plain >> 1) ^ ((plain & 1) != 0 ? kind.polynomial : 0);
        }
    }
}

TEST_CASE("SHA-256 agrees with FIPS 180-4 examples") {
    CHECK(hex(sha256({})) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(hex(sha256(as_bytes("abc"))) ==
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(hex(sha256(as_bytes("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))) ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(hex(sha256(Bytes(1000000, 'a'))) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}
