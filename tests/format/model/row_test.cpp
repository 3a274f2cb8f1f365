#include "format/model/row.h"

#include "tests/catch.h"
#include "tests/format/model/random_model.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

Field field(const char* name, FieldKind kind, bool nullable = false) {
    Field f;
    f.name = name;
    f.kind = kind;
    f.nullable = nullable;
    return f;
}

// One field of every kind, each once plain and once nullable.
ItemType everything() {
    ItemType type;
    type.name = "Everything";
    for (const bool nullable : {false, true})
        for (int kind = 0; kind < kFieldKinds; ++kind) {
            Field f = field("f", static_cast<FieldKind>(kind), nullable);
            f.name += std::to_string(type.fields.size());
            f.words = 4;
            type.fields.push_back(f);
        }
    return type;
}

std::string random_text(Random& random, std::size_t most) {
    std::string text;
    for (std::size_t i = below(random, most + 1); i > 0; --i)
        text += static_cast<char>(1 + below(random, 255));
    return text;
}

Value random_value(Random& random, const Field& f) {
    if (f.nullable && below(random, 3) == 0) return {};
    switch (f.kind) {
        case FieldKind::Bool:
            return below(random, 2) == 1;
        case FieldKind::UInt32:
            return std::uint64_t{static_cast<std::uint32_t>(random())};
        case FieldKind::Int64:
            return static_cast<std::int64_t>(random());
        case FieldKind::UInt64:
            return random();
        case FieldKind::Float32:
            return static_cast<double>(static_cast<float>(random_word(random)) / 8.0F);
        case FieldKind::Float64:
            return random_word(random) / 7.0;
        case FieldKind::PackedText:
            return random_text(random, 15);
        case FieldKind::Text:
            return random_text(random, 40);
        case FieldKind::Blob:
            return Bytes(below(random, 20), static_cast<Byte>(random()));
        default:
            return std::int64_t{random_word(random)};
    }
}

}  // namespace

TEST_CASE("values of every kind survive a row, with and without nulls") {
    const ItemType type = everything();
    Random random(6);
    for (int round = 0; round < 3000; ++round) {
        std::vector<Value> values;
        for (const Field& f : type.fields) values.push_back(random_value(random, f));
        const std::vector<Word> row = make_row(type, values);
        for (std::size_t i = 0; i < values.size(); ++i)
            REQUIRE(read_field(type, row, i) == values[i]);
        REQUIRE(extra_words(type, row).empty());
    }
}

TEST_CASE("reading is total: any words, any length") {
    const ItemType type = everything();
    Random random(7);
    for (int round = 0; round < 3000; ++round) {
        const std::vector<Word> row = random_row(random);
        for (std::size_t i = 0; i < type.fields.size(); ++i) {
            const Value value = read_field(type, row, i);
            REQUIRE_FALSE(display_value(type.fields[i], value).empty());
        }
        REQUIRE(extra_words(type, row).size() <= row.size());
    }
}

TEST_CASE("a shorter row reads as null at its end, a longer one keeps its extra words") {
    ItemType type;
    type.fields = {field("a", FieldKind::Int32), field("b", FieldKind::Int64)};
    const std::vector<Word> row{7, 8, 9, 10};
    CHECK(read_field(type, Row(row).first(2), 0) == Value(std::int64_t{7}));
    CHECK(read_field(type, Row(row).first(2), 1) == Value());
    REQUIRE(extra_words(type, row).size() == 1);
    CHECK(extra_words(type, row)[0] == 10);
}

TEST_CASE("text is packed as Teeworlds packs it") {
    // "abc" in two words: bytes XOR 0x80 from high to low, the very last byte 0.
    const std::vector<Word> packed = pack_text("abc", 2);
    CHECK(static_cast<std::uint32_t>(packed[0]) == 0xe1e2e380);
    CHECK(static_cast<std::uint32_t>(packed[1]) == 0x80808000);
    CHECK(unpack_text(packed) == "abc");
    CHECK(unpack_text(pack_text("0123456789abcdefg", 4)) == "0123456789abcde");
    CHECK(unpack_text(pack_text("\xc3\xa4\xff", 1)) == "\xc3\xa4\xff");
}

TEST_CASE("values are shown the way people read them") {
    Field angle = field("angle", FieldKind::Int32);
    angle.scale = 0.5;
    angle.unit = "deg";
    CHECK(display_value(angle, std::int64_t{91}) == "45.5 deg");

    Field weapon = field("weapon", FieldKind::Enum);
    weapon.values = {{0, "hammer"}, {3, "grenade"}};
    CHECK(display_value(weapon, std::int64_t{3}) == "grenade");
    CHECK(display_value(weapon, std::int64_t{77}) == "77");

    Field flags = field("flags", FieldKind::Flags);
    flags.values = {{1, "PLAYING"}, {4, "CHATTING"}};
    CHECK(display_value(flags, std::int64_t{5}) == "PLAYING|CHATTING");
    CHECK(display_value(flags, std::int64_t{9}) == "PLAYING|8");
    CHECK(display_value(flags, std::int64_t{0}) == "0");

    CHECK(display_value(field("t", FieldKind::Text), std::string("hi")) == "\"hi\"");
    CHECK(display_value(field("b", FieldKind::Blob), Bytes{0xab, 1}) == "ab01");
    CHECK(display_value(field("n", FieldKind::Int32, true), Value()) == "null");
}
