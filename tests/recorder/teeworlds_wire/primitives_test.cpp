// Integers, Huffman, message fields, UUIDs: published vectors and round trips.

#include <limits>
#include <random>

#include "recorder/games/teeworlds/wire/huffman.h"
#include "recorder/games/teeworlds/wire/md5.h"
#include "recorder/games/teeworlds/wire/message_id.h"
#include "recorder/games/teeworlds/wire/packer.h"
#include "recorder/games/teeworlds/wire/vint.h"
#include "tests/catch.h"
#include "tests/recorder/teeworlds_wire/hex.h"
#include "tickreel/base/sha256.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using tickreel_test::from_hex;

namespace {

std::string vint_hex(std::int32_t value) {
    Bytes out;
    write_vint(out, value);
    return hex(out);
}

}  // namespace

TEST_CASE("integers have the bytes of the reference") {
    constexpr auto least = std::numeric_limits<std::int32_t>::min();
    constexpr auto most = std::numeric_limits<std::int32_t>::max();
    const std::vector<std::pair<std::int32_t, std::string>> vectors = {{0, "00"},
                                                                       {1, "01"},
                                                                       {-1, "40"},
                                                                       {63, "3f"},
                                                                       {64, "8001"},
                                                                       {-64, "7f"},
                                                                       {-65, "c001"},
                                                                       {8191, "bf7f"},
                                                                       {8192, "808001"},
                                                                       {-8192, "ff7f"},
                                                                       {1048575, "bfff7f"},
                                                                       {1048576, "80808001"},
                                                                       {134217727, "bfffff7f"},
                                                                       {134217728, "8080808001"},
                                                                       {least, "ffffffff0f"},
                                                                       {most, "bfffffff0f"}};
    for (const auto& [value, bytes] : vectors) {
        INFO(value);
        CHECK(vint_hex(value) == bytes);
        CHECK(vint_size(value) == bytes.size() / 2);
        std::size_t at = 0;
        CHECK(read_vint(from_hex(bytes), at) == value);
        CHECK(at == bytes.size() / 2);
    }
}

TEST_CASE("integers: over-long forms are read, the fifth byte is the last, cut ones are refused") {
    std::size_t at = 0;
    CHECK(read_vint(from_hex("8000"), at) == 0);
    CHECK(at == 2);
    at = 0;
    CHECK(read_vint(from_hex("bfffffffff00"), at) == std::numeric_limits<std::int32_t>::max());
    CHECK(at == 5);
    for (const char* cut : {"", "80", "8080", "80808080"}) {
        at = 0;
        CHECK_FALSE(read_vint(from_hex(cut), at));
        CHECK(at == 0);
    }
}

TEST_CASE("random integers survive packing") {
    std::mt19937_64 random(1);
    std::vector<std::int32_t> ints;
    for (int i = 0; i < 20000; ++i) {
        const auto wide = static_cast<std::uint32_t>(random());
        ints.push_back(static_cast<std::int32_t>(wide) >> (random() % 32));
    }
    const Bytes packed = pack_ints(ints);
    CHECK(unpack_ints(packed) == ints);
    CHECK_FALSE(unpack_ints(ByteView(from_hex("0080"))));
}

TEST_CASE("Huffman gives the bytes of the original coders, both ends of data") {
    struct Vector {
        std::string plain, vanilla, ddnet;
    };
    const std::vector<Vector> vectors = {
        {"", "8a1b", "8a1b"},
        {"00", "153700", "1537"},
        {"00010002008000", "b1082a6e00", "b1082a6e00"},
        {"0000000000", "5f7103", "5f7103"},
        {std::string(40, '0'), "ffffafb801", "ffffafb801"},
        {"544b454e", "14aa96cd848a1b", "14aa96cd848a1b"},
        {"fffefdfc7f403f", "921a4c9da695e32a4985e206", "921a4c9da695e32a4985e206"},
        {"68656c6c6f20746565776f726c6473", "ae95135c0957c216b186124ee004c5ad2d82932bc18974aab801",
         "ae95135c0957c216b186124ee004c5ad2d82932bc18974aab801"},
    };
    for (const Vector& vector : vectors) {
        const Bytes plain = from_hex(vector.plain);
        CHECK(hex(huffman_encode(plain, HuffmanEnd::Vanilla)) == vector.vanilla);
        CHECK(hex(huffman_encode(plain, HuffmanEnd::Ddnet)) == vector.ddnet);
        Bytes out;
        REQUIRE(huffman_decode(from_hex(vector.vanilla), 1400, out));
        CHECK(out == plain);
        REQUIRE(huffman_decode(from_hex(vector.ddnet), 1400, out));
        CHECK(out == plain);
    }
}

TEST_CASE("Huffman refuses data without an end and output beyond the limit") {
    Bytes out;
    CHECK_FALSE(huffman_decode({}, 1400, out));
    CHECK_FALSE(huffman_decode(from_hex("8a"), 1400, out));
    CHECK_FALSE(huffman_decode(from_hex("ffff"), 1400, out));
    const Bytes zeros(100, 0);
    const Bytes packed = huffman_encode(zeros, HuffmanEnd::Ddnet);
    CHECK(huffman_decode(packed, 100, out));
    CHECK_FALSE(huffman_decode(packed, 99, out));
}

TEST_CASE("random bytes survive Huffman, followed by anything") {
    std::mt19937_64 random(2);
    for (int round = 0; round < 2000; ++round) {
        Bytes plain(random() % 300);
        for (Byte& byte : plain) byte = static_cast<Byte>(random() >> (random() % 8));
        Bytes packed = huffman_encode(plain, round % 2 ? HuffmanEnd::Ddnet : HuffmanEnd::Vanilla);
        packed.push_back(static_cast<Byte>(random()));
        Bytes out;
        REQUIRE(huffman_decode(packed, plain.size(), out));
        REQUIRE(out == plain);
    }
}

TEST_CASE("message fields are read back; an overrun is told once at the end") {
    Packer out;
    out.add_int(-5);
    out.add_string("na\xc3\xafve");
    out.add_string(std::string_view("cut\0here", 8));
    out.add_raw(from_hex("0102"));
    Unpacker in(out.data());
    CHECK(in.get_int() == -5);
    CHECK(in.get_string() == "na\xc3\xafve");
    CHECK(in.get_string() == "cut");
    CHECK(hex(in.rest()) == "0102");
    CHECK_FALSE(in.failed());
    CHECK(in.get_int_or(7) == 7);
    CHECK_FALSE(in.failed());
    CHECK(in.get_int() == 0);
    CHECK(in.failed());

    const Bytes unended = from_hex("4142");
    Unpacker text(unended);
    CHECK(text.get_string().empty());
    CHECK(text.failed());
    CHECK(text.left() == 0);
    Unpacker raw(unended);
    CHECK(raw.get_raw(3).empty());
    CHECK(raw.failed());
}

TEST_CASE("MD5 and UUIDs have their published values") {
    CHECK(hex(md5({})) == "d41d8cd98f00b204e9800998ecf8427e");
    CHECK(hex(md5(as_bytes("abc"))) == "900150983cd24fb0d6963f7d28e17f72");
    CHECK(hex(md5(as_bytes("1234567890123456789012345678901234567890123456789012345678901234567890"
                           "1234567890"))) == "57edf4a22be3c955ac49da2e2107b67a");
    CHECK(to_string(uuid_from_name("what-is@ddnet.tw")) == "245e5097-9fe0-39d6-bf7d-9a29e1691e4c");
    CHECK(to_string(uuid_from_name("character@netobj.ddnet.tw")) ==
          "76ce455b-f9eb-3a48-add7-e04b941d045c");
    const Uuid uuid = uuid_from_name("laser@netobj.ddnet.tw");
    CHECK(uuid_from_ints(uuid_to_ints(uuid)) == uuid);
    CHECK(uuid_from_bytes(uuid.bytes) == uuid);
    CHECK_FALSE(uuid_from_bytes(ByteView(uuid.bytes).first(15)));
}

TEST_CASE("message ids: system and game, numbers and UUIDs") {
    const std::vector<MessageId> ids = {{true, 14, {}},
                                        {false, 3, {}},
                                        {false, 100000, {}},
                                        {true, 0, uuid_from_name("what-is@ddnet.tw")},
                                        {false, 0, uuid_from_name("x@y")}};
    for (const MessageId& id : ids) {
        Packer out = begin_message(id);
        out.add_int(9);
        Unpacker in(out.data());
        CHECK(read_message_id(in) == id);
        CHECK(in.get_int() == 9);
    }
    for (const char* bad : {"", "80", "40", "00", "01ffff"}) {
        const Bytes bytes = from_hex(bad);
        Unpacker in(bytes);
        CHECK_FALSE(read_message_id(in));
    }
}

TEST_CASE("system messages: the number differs between 0.6 and 0.7, the name does not") {
    using M = SystemMessage;
    CHECK(system_message(Protocol::V06, {true, 7, {}}) == M::SnapSingle);
    CHECK(system_message(Protocol::V07, {true, 8, {}}) == M::SnapSingle);
    CHECK(system_message_number(Protocol::V06, M::Ping) == 22);
    CHECK(system_message_number(Protocol::V06, M::PingReply) == 23);
    CHECK(system_message_number(Protocol::V07, M::Input) == 20);
    CHECK_FALSE(system_message_number(Protocol::V06, M::ServerInfo));
    CHECK_FALSE(system_message(Protocol::V06, {false, 7, {}}));
    CHECK_FALSE(system_message(Protocol::V06, {true, 27, {}}));
    CHECK(system_message_name(M::MapListEntryRemove) == "MAPLIST_ENTRY_REM");
    for (const Protocol protocol : {Protocol::V06, Protocol::V07}) {
        for (int number = 1; number <= 30; ++number) {
            const auto message = system_message(protocol, {true, number, {}});
            if (message) CHECK(system_message_number(protocol, *message) == number);
        }
    }
}
