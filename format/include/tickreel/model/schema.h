#pragma once
// The meaning of the words of a row. The schema is stored in the file, so a player can show a game
// that it does not know: every question about a recording is answered from classes and roles, never
// from the names of types and fields. Decoding never needs the schema: it names words, it does not
// determine sizes.
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
    PackedText,  // `words` words, 4 bytes each, high byte first, each byte XOR 0x80 (Teeworlds)
    Text,        // one word: length in bytes; the UTF-8 bytes follow the slots
    Blob,        // one word: length in bytes; the bytes follow the slots
};
inline constexpr int kFieldKinds = 13;

// The purpose of a field, so that drawing and analysis work without knowing the game.
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
    Owner,  // an entity: the owner, or whom it is about
    Health,
    Armor,
    Score,
    StartTick,
    Text,        // said or shown
    Subject,     // an entity: the one who acted
    Object,      // an entity: the one affected
    Speaker,     // an entity: the speaker
    Weapon,      // the weapon used
    Latency,     // of a player's connection
    FlagHolder,  // an entity: the carrier of the flag; negative: none
    Map,         // the name of a map: not personal data
    Skin,        // the name of a picture: not personal data
    Checksum,    // result of this item's last check: 0 none, 1 ok, 2 mismatch
    // For events that report an item whose checksum differed:
    SumExpected,
    SumComputed,
    SumReason,    // the cause
    SumRepaired,  // whether a full state has arrived since
    SumPart,      // the part of its Owner
};
inline constexpr int kRoles = 33;

std::string_view role_name(Role role);             // "position.x"; "" for None
Role role_from_name(std::string_view name);        // unknown names are None
std::string_view field_kind_name(FieldKind kind);  // "int32"

// The set of a field's roles; their order does not matter.
class Roles {
public:
    constexpr Roles() = default;
    constexpr Roles(Role role)  // implicit: most fields have one
        : bits_(role == Role::None ? 0 : std::uint64_t{1} << static_cast<unsigned>(role)) {}

    constexpr bool has(Role role) const { return (bits_ & Roles(role).bits_) != 0; }
    constexpr bool empty() const { return bits_ == 0; }
    // The role with the lowest number, None if there is none. Programs older than multiple roles
    // find this one.
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

// A word that stands for "you may not know" or "never set": the field is null when it holds the
// word, and the field `with` does too. Of fields that have a presence bit, or of kinds of another
// width than one word, it says nothing.
struct Sentinel {
    Word word = 0;
    std::optional<std::size_t> with{};  // by number in the type
    bool operator==(const Sentinel&) const = default;
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
    std::optional<Sentinel> sentinel{};
    bool operator==(const Field&) const = default;
};

enum class TypeUse : std::uint8_t { Item, Event };

// What an event is about. Always Other for item types.
enum class EventClass : std::uint8_t {
    Other,
    Chat,
    Kill,
    Flag,
    Join,
    Leave,
    Team,  // a player changes teams
    Vote,
    Race,  // finishes, checkpoints, records
    Map,
    Effect,     // sounds and the like
    Input,      // requests of the recorded client
    Transport,  // about the connection, not the game
};
inline constexpr int kEventClasses = 13;

std::string_view event_class_name(EventClass kind);       // "chat"
EventClass event_class_from_name(std::string_view name);  // unknown names are Other

// Which of the protocol's checksums, if any, covers the items of a type.
enum class ChecksumScope : std::uint8_t {
    Snapshot,  // the one sum over the whole snapshot
    Item,      // one per item: the field with role Checksum holds the last result; the frame's
               // WireInfo then holds counts: `expected` items were checked at this tick, of which
               // `computed` agreed
    None,      // none
};
std::string_view checksum_scope_name(ChecksumScope scope);      // "snapshot", "item", "none"
ChecksumScope checksum_scope_from_name(std::string_view name);  // unknown names are Snapshot

struct ItemType {
    std::string name{};  // "Character"; unique within a schema
    std::string
        origin{};  // identity on the wire, the game's own spelling: "9", "uuid 76ce455b-..."
    TypeUse use = TypeUse::Item;
    bool known = true;  // false: a placeholder by the decoder for an unknown type
    std::vector<Field> fields{};
    EventClass event_class = EventClass::Other;
    ChecksumScope checksum = ChecksumScope::Snapshot;
    // Computed by the decoder from other data on the wire: covered by no checksum and not sent back
    // on a wire.
    bool derived = false;
    // Entity numbers identify named entities: a character has the name of the player with its
    // number, a pickup does not. Types with a Name field need not set it.
    bool shares_names = false;
    bool operator==(const ItemType&) const = default;
};

// Of items and events whose definition a damaged file lacks: their words have no names.
ItemType lost_type(TypeId id, TypeUse use = TypeUse::Item);
bool is_lost(const ItemType& type);

std::size_t slot_words(const Field& field);
bool has_tail(const Field& field);  // its bytes follow the slots
std::size_t presence_words(const ItemType& type);

class Schema {
public:
    // Returns the id of the type with that name, adding it if needed. Ids count up from 0.
    TypeId add(ItemType type);
    std::size_t size() const { return types_.size(); }
    // Any id: a file may have items of a type that it does not define.
    const ItemType& operator[](TypeId id) const { return id < types_.size() ? types_[id] : lost(); }
    bool contains(TypeId id) const { return id < types_.size(); }
    std::optional<TypeId> find(std::string_view name) const;
    const std::vector<ItemType>& types() const { return types_; }

private:
    static const ItemType& lost();

    std::vector<ItemType> types_;
};

std::optional<std::size_t> find_field(const ItemType& type, std::string_view name);
std::optional<std::size_t> find_role(const ItemType& type, Role role);
// Whether an event sets its Owner's name to its Name. An event that also has a Text only mentions
// its speaker's name.
bool is_naming_event(const ItemType& type);
// Item if any type has it, else Snapshot if any item type has it, else None.
ChecksumScope checksum_scope(const Schema& schema);

}  // namespace tickreel
