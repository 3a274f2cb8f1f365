// Rows as typed values: written values are read back; short and hostile rows read as null.
#include "tickreel/model/row.h"

#include "tests/catch.h"
#include "tests/format/generate.h"

using namespace tickreel;
using tickreel_test::Generator;

namespace {

Value make_value(Generator& make, const Field& field) {
    if (field.nullable && make.chance(40)) return {};
    switch (field.kind) {
        case FieldKind::Bool:
            return make.chance(50);
        case FieldKind::UInt32:
            return static_cast<std::uint64_t>(static_cast<std::uint32_t>(make.word()));
        case FieldKind::UInt64:
            return make.below(UINT64_MAX);
        case FieldKind::Int64:
            return static_cast<std::int64_t>(make.below(UINT64_MAX));
        case FieldKind::Float32:
            return static_cast<double>(static_cast<float>(make.word()) / 3);
        case FieldKind::Float64:
            return static_cast<double>(make.word()) / 7;
        case FieldKind::PackedText: {
            std::string text(make.below(std::uint64_t{4} * field.words), 'x');
            for (char& c : text) c = static_cast<char>(1 + make.below(255));
            return text;
        }
        case FieldKind::Text:
            return make.text(30);
        case FieldKind::Blob: {
            Bytes blob(make.below(20));
            for (Byte& byte : blob) byte = static_cast<Byte>(make.below(256));
            return blob;
        }
        default:
            return std::int64_t{make.word()};
    }
}

}  // namespace

TEST_CASE("rows of any type give back the values they were made of") {
    Generator make(7);
    for (int round = 0; round < 1000; ++round) {
        const ItemType type = make.type("T");
        std::vector<Value> values;
        for (const Field& field : type.fields) values.push_back(make_value(make, field));
        const std::vector<Word> row = make_row(type, values);
        for (std::size_t i = 0; i < values.size(); ++i) {
            INFO("field " << i << " of kind " << field_kind_name(type.fields[i].kind));
            REQUIRE(read_field(type, row, i) == values[i]);
        }
        REQUIRE(extra_words(type, row).empty());
        // Cut or longer rows: always readable, never a wrong value.
        for (std::size_t length = 0; length < row.size(); ++length)
            for (std::size_t i = 0; i < values.size(); ++i) {
                const Value value = read_field(type, Row(row).first(length), i);
                static_cast<void>(display_value(type.fields[i], value));
            }
        std::vector<Word> longer = row;
        longer.push_back(5);
        REQUIRE(extra_words(type, longer).size() == 1);
        // Arbitrary words.
        const std::vector<Word> wild = make.row(20);
        for (std::size_t i = 0; i < values.size(); ++i)
            static_cast<void>(display_value(type.fields[i], read_field(type, wild, i)));
    }
}

TEST_CASE("packed text is Teeworlds' own") {
    // "ab" in two words: every byte XOR 0x80, high byte first, the last byte is the end.
    CHECK(pack_text("ab", 2) ==
          std::vector<Word>{static_cast<Word>(0xe1e28080U), static_cast<Word>(0x80808000U)});
    CHECK(unpack_text(pack_text("ab", 2)) == "ab");
    CHECK(pack_text("12345678", 2) == pack_text("1234567", 2));
    CHECK(unpack_text({}).empty());
}

TEST_CASE("values for people") {
    Field health;
    CHECK(display_value(health, std::int64_t{7}) == "7");
    CHECK(display_value(health, {}) == "null");
    Field weapon;
    weapon.kind = FieldKind::Enum;
    weapon.values = {{0, "hammer"}, {3, "grenade"}};
    CHECK(display_value(weapon, std::int64_t{3}) == "grenade");
    CHECK_THAT(display_value(weapon, std::int64_t{9}), tickreel_test::contains("9"));
    Field flags;
    flags.kind = FieldKind::Flags;
    flags.values = {{1, "playing"}, {4, "chat"}};
    CHECK(display_value(flags, std::int64_t{5}) == "playing|chat");
    Field x;
    x.scale = 0.03125;
    x.unit = "tile";
    CHECK(display_value(x, std::int64_t{48}) == "1.5 tile");
    // Two names cannot look like one, nor one like two.
    Field name;
    name.kind = FieldKind::Text;
    CHECK(display_value(name, std::string("Ada")) == "\"Ada\"");
    CHECK(display_value(name, std::string("a\", clan=\"b\\")) == "\"a\\\", clan=\\\"b\\\\\"");
    CHECK(as_number(std::int64_t{-3}) == -3.0);
    CHECK_FALSE(as_number(std::string("x")).has_value());
}

TEST_CASE("numbers that stand for what was not sent read as null") {
    const auto number = [](const char* name, std::optional<Sentinel> sentinel) {
        Field field{name, FieldKind::Int32};
        field.sentinel = sentinel;
        return field;
    };
    ItemType tee{"Character",
                 "9",
                 TypeUse::Item,
                 true,
                 {number("hooked_player", {}), number("health", Sentinel{0, {}}),
                  number("armor", Sentinel{0, 1}), number("ammo_count", Sentinel{0, 1})}};
    const RowReader reader(tee);
    const auto is_null = [&](std::vector<Word> row, std::size_t field) {
        return std::holds_alternative<std::monostate>(reader.read(row, field));
    };
    // Another player's: nothing was sent. The own player's: armour 0 means none.
    for (const std::size_t field : {1U, 2U, 3U}) CHECK(is_null({-1, 0, 0, 0}, field));
    for (const std::size_t field : {1U, 2U, 3U}) CHECK_FALSE(is_null({-1, 10, 0, 0}, field));
    CHECK_FALSE(is_null({0, 0, 0, 0}, 0));
    CHECK_FALSE(is_null({-1, 0, 0, 5374}, 3));  // DDNet to 0.7: a tick

    // Another schema: missing fields, and kinds that are not a single word.
    tee.fields[2].sentinel->with = 77;
    CHECK(read_field(tee, std::vector<Word>{-1, 0, 0, 0}, 2) == Value(std::int64_t{0}));
    for (const FieldKind kind : {FieldKind::Text, FieldKind::Blob, FieldKind::Int64}) {
        ItemType wide{"t", "", TypeUse::Item, true, {number("n", Sentinel{0, {}})}};
        wide.fields[0].kind = kind;
        CHECK_FALSE(read_field(wide, std::vector<Word>{0, 0}, 0) == Value());
    }
    // A presence bit takes precedence.
    ItemType nullable{"t", "", TypeUse::Item, true, {number("n", Sentinel{7, {}})}};
    nullable.fields[0].nullable = true;
    CHECK(read_field(nullable, std::vector<Word>{0, 7}, 0) == Value(std::int64_t{7}));
    CHECK(read_field(nullable, std::vector<Word>{1, 8}, 0) == Value());
}
