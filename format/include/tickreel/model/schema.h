#pragma once
// What the words of a row mean. A schema travels inside the file, so that a player shows a game it
// has never heard of. Decoding never needs it: it names, it does not measure.
//
// Row layout of a type: presence words (one bit per nullable field in field order, lowest bit
// first, 1 = null; no words when no field is nullable), then the slots of all fields in order,
// then the bytes of text and blob fields in field order, each padded with zeros to 4.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/model/item.h"

namespace tickreel {

enum class FieldKind : std::uint8_t {
    Bool,        // one word, 0 or 1
    Int32,       // one word
    UInt32,      // one word
    Int64,       // two words, low first
    UInt64,      // two words, low first
    Float32,     // one word, the IEEE bits
    Float64,     // two words, low first
    TickNumber,  // one word: a tick of the game
    Enum,        // one word, named by `values`
    Flags,       // one word, a set of the bits named by `values`
    PackedText,  // `words` words, 4 bytes each from high to low, every byte XOR 0x80 (Teeworlds)
    Text,        // one word = length in bytes; UTF-8 bytes follow the slots
    Blob,        // one word = length in bytes; bytes follow the slots
};
inline constexpr int kFieldKinds = 13;

// What a field is for, so that drawing and analysis work without knowing the game.
enum class Role : std::uint8_t {
    None,
    PositionX,
    PositionY,
    PositionZ,
    TargetX,
    TargetY,
    VelocityX,
    VelocityY,
    VelocityZ,
    Angle,
    Name,
    Clan,
    Team,
    Owner,
    Health,
    Armor,
    Score,
    StartTick,
    Text,
};
inline constexpr int kRoles = 19;

std::string_view role_name(Role role);             // "position.x"; "" for None
Role role_from_name(std::string_view name);        // unknown names are None
std::string_view field_kind_name(FieldKind kind);  // "int32"

struct NamedValue {
    std::int64_t value = 0;
    std::string name{};
    bool operator==(const NamedValue&) const = default;
};

struct Field {
    std::string name{};
    FieldKind kind = FieldKind::Int32;
    bool nullable = false;
    Role role = Role::None;
    double scale = 1.0;                // value in `unit` = stored value * scale
    std::string unit{};                // "unit" (1/32 tile), "deg", "ms", "tick" ...; "" none
    std::uint16_t words = 1;           // PackedText only
    std::vector<NamedValue> values{};  // Enum and Flags
    bool operator==(const Field&) const = default;
};

enum class TypeUse : std::uint8_t { Item, Event };

struct ItemType {
    std::string name{};  // "Character"; unique within a schema
    std::string
        origin{};  // identity on the wire, the game's own spelling: "9", "uuid 76ce455b-..."
    TypeUse use = TypeUse::Item;
    bool known = true;  // false: made up by the decoder for something it could not name
    std::vector<Field> fields{};
    bool operator==(const ItemType&) const = default;
};

std::size_t slot_words(const Field& field);
std::size_t presence_words(const ItemType& type);

class Schema {
public:
    // Returns the id of the type of that name; adds it when there is none. Ids count up from 0.
    TypeId add(ItemType type);
    std::size_t size() const { return types_.size(); }
    const ItemType& operator[](TypeId id) const { return types_[id]; }
    bool contains(TypeId id) const { return id < types_.size(); }
    std::optional<TypeId> find(std::string_view name) const;
    const std::vector<ItemType>& types() const { return types_; }

private:
    std::vector<ItemType> types_;
};

std::optional<std::size_t> find_field(const ItemType& type, std::string_view name);
std::optional<std::size_t> find_role(const ItemType& type, Role role);
// Whether an event says that its Owner is called its Name from now on. One with a Text too has only
// its speaker's name.
bool tells_name(const ItemType& type);

}  // namespace tickreel
