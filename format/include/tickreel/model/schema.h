#pragma once
// What the words of a row mean. A schema travels inside the file, so that a player shows a game it
// has never heard of: every question about a recording is answered from the classes and roles in
// here, never from what types and fields are called. Decoding never needs it: it names, it does
// not measure.
//
// Row layout of a type: presence words (one bit per nullable field in field order, lowest bit
// first, 1 = null; no words when no field is nullable), then the slots of all fields in order,
// then the bytes of text and blob fields in field order, each padded with zeros to 4.

#include <bit>
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
    Owner,  // an entity: whose it is, or whom it is about
    Health,
    Armor,
    Score,
    StartTick,
    Text,        // what was said or is shown
    Subject,     // an entity: who did it
    Object,      // an entity: to whom it was done
    Speaker,     // an entity: who said it
    Weapon,      // with what
    Latency,     // of a player's connection
    FlagHolder,  // an entity: who has the flag; below 0 nobody
    Map,         // the name of a map: not about people
    Skin,        // the name of a picture: not about people
    Checksum,    // what the last check of this item said: 0 nothing, 1 ok, 2 mismatch
    // Of an event that tells of an item whose checksum differed:
    SumExpected,
    SumComputed,
    SumReason,    // why
    SumRepaired,  // whether a full state has come since
    SumPart,      // which part of its Owner
};
inline constexpr int kRoles = 33;

std::string_view role_name(Role role);             // "position.x"; "" for None
Role role_from_name(std::string_view name);        // unknown names are None
std::string_view field_kind_name(FieldKind kind);  // "int32"

// The roles of a field: a set. The order in which roles were given does not matter.
class Roles {
public:
    constexpr Roles() = default;
    constexpr Roles(Role role)  // implicit: most fields have one
        : bits_(role == Role::None ? 0 : std::uint64_t{1} << static_cast<unsigned>(role)) {}

    constexpr bool has(Role role) const { return (bits_ & Roles(role).bits_) != 0; }
    constexpr bool empty() const { return bits_ == 0; }
    // The one with the lowest number, None when there is none. Where there are several, this is the
    // one that a program of before there could be several finds.
    constexpr Role first() const {
        return bits_ == 0 ? Role::None : static_cast<Role>(std::countr_zero(bits_));
    }
    constexpr Roles operator|(Roles other) const {
        other.bits_ |= bits_;
        return other;
    }
    constexpr bool operator==(const Roles&) const = default;

private:
    std::uint64_t bits_ = 0;
};
static_assert(kRoles <= 64);
constexpr Roles operator|(Role a, Role b) {
    return Roles(a) | Roles(b);
}
std::string roles_text(Roles roles);  // "owner, object"; "" when there is none

struct NamedValue {
    std::int64_t value = 0;
    std::string name{};
    bool operator==(const NamedValue&) const = default;
};

struct Field {
    std::string name{};
    FieldKind kind = FieldKind::Int32;
    bool nullable = false;
    Roles roles{};
    double scale = 1.0;                // value in `unit` = stored value * scale
    std::string unit{};                // "unit" (1/32 tile), "deg", "ms", "tick" ...; "" none
    std::uint16_t words = 1;           // PackedText only
    std::vector<NamedValue> values{};  // Enum and Flags
    bool operator==(const Field&) const = default;
};

enum class TypeUse : std::uint8_t { Item, Event };

// What an event is about. Of item types always Other.
enum class EventClass : std::uint8_t {
    Other,
    Chat,
    Kill,
    Flag,
    Join,
    Leave,
    Team,  // somebody changes sides
    Vote,
    Race,  // finishes, checkpoints, records
    Map,
    Effect,     // sounds and the like
    Input,      // what the recorded client asked for
    Transport,  // of the connection, not of the game
};
inline constexpr int kEventClasses = 13;

std::string_view event_class_name(EventClass kind);       // "chat"
EventClass event_class_from_name(std::string_view name);  // unknown names are Other

// What the protocol's own checksums, where frames have any, say of items of a type.
enum class ChecksumScope : std::uint8_t {
    Snapshot,  // in the one sum over the whole snapshot
    Item,      // each item has its own; the field with the role Checksum says what the last one
               // said, and the wire facts of a frame are counts: `expected` items were checked at
               // this tick, `computed` of them agreed
    None,      // in none
};
std::string_view checksum_scope_name(ChecksumScope scope);      // "snapshot", "item", "none"
ChecksumScope checksum_scope_from_name(std::string_view name);  // unknown names are Snapshot

struct ItemType {
    std::string name{};  // "Character"; unique within a schema
    std::string
        origin{};  // identity on the wire, the game's own spelling: "9", "uuid 76ce455b-..."
    TypeUse use = TypeUse::Item;
    bool known = true;  // false: made up by the decoder for something it could not name
    std::vector<Field> fields{};
    EventClass event_class = EventClass::Other;
    ChecksumScope checksum = ChecksumScope::Snapshot;
    // Made by the decoder out of what the wire said elsewhere: in no checksum, and not for the
    // wire.
    bool derived = false;
    // Entity numbers are those of the things that have names: a character is called like the player
    // with its number, a pickup is not. Types with a Name need not say so.
    bool shares_names = false;
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
// Item if any type says so, else Snapshot if any item type does, else None.
ChecksumScope checksum_scope(const Schema& schema);

}  // namespace tickreel
