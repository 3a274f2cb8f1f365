#pragma once
// How views of the GSS protocol are encoded: types, structs and, per protocol number, the views
// with their ShadowFields. Parsed from the embedded text layouts.txt, one entry per line:
//   enum|flags NAME BASE VALUE=NUMBER...
//   struct NAME, then " MEMBER TYPE [if MEMBER ==|!=|&|!& NUMBER]..." (all conditions must hold)
//   protocol GSS MATRIX ENTER_ZONE EXIT_ZONE (the last two: message ids on the matrix channel)
//   view NAME TYPECODE KEYFRAME_ID, then " INDEX[-INDEX] FIELD TYPE [?]" (? = nullable, FIELD_* of
//     a range numbered from 0) and " role position|name PATH"; raw NAME TYPECODE (unknown layout)
//   class CLASS ENTITY_NAME... (class of those events, see schema.h; commands are input)
//   event|command ENTITY NAME NUMBER [@STRUCT] (a message of the server or client and its body)
// TYPE: u8 .. u64, i8 .. i64, f16, f32, f64, q16 (sign and 15 bits, 1/32767), vec2f .. quatf, cstr,
// text (to the end), @STRUCT, %ENUM, each optionally followed by [N] (fixed), [u8] [u16] [u32]
// (count first), [u16b] (bytes first), [MEMBER] or [MEMBER/64] (((MEMBER >> 6) + 1) << 3).

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tickreel/base/result.h"
#include "tickreel/model/schema.h"

namespace tickreel::firefall {

struct Struct;

struct Type {
    enum class Kind : std::uint8_t { Scalar, CString, Struct, Array };
    enum class Count : std::uint8_t { Fixed, Prefix, Bytes, Member, Per64 };
    enum class Coding : std::uint8_t { Plain, Half, SignMagnitude };

    Kind kind = Kind::Scalar;
    std::uint8_t bytes = 1;         // Scalar: bytes on the wire; Array with Prefix: of the count
    bool is_signed = false;         // Scalar
    Coding coding = Coding::Plain;  // Scalar
    bool to_end = false;            // CString: no NUL, extends to the end of the message
    FieldKind column = FieldKind::UInt32;     // Scalar: the kind of its column
    const std::vector<NamedValue>* values{};  // Scalar with named values
    const Struct* members = nullptr;          // Struct
    const Type* element = nullptr;            // Array
    Count count = Count::Fixed;               // Array
    std::uint32_t fixed_count = 0;            // Array with Fixed
    std::size_t count_member = 0;  // Array with Member, Per64: a member of the same struct
    std::size_t columns = 1;       // its number of columns if it is optional
    bool one_blob = false;         // then stored as one column of bytes
    std::optional<std::size_t> fixed_bytes{};  // empty: the length depends on the contents
};

struct Condition {
    enum class Test : std::uint8_t { Equal, NotEqual, AnyBits, NoBits };
    std::size_t member = 0;
    Test test = Test::Equal;
    std::uint64_t operand = 0;

    bool holds(std::uint64_t value) const;
};

struct Member {
    std::string name{};
    const Type* type = nullptr;
    std::vector<Condition> conditions{};  // all must hold; empty: always present

    bool may_miss() const { return !conditions.empty(); }
};

struct Struct {
    std::string name{};
    std::vector<Member> members{};
};

struct ShadowField {
    std::uint8_t index = 0;  // in updates; below 128
    std::string name{};
    const Type* type = nullptr;
    bool nullable = false;
};

inline constexpr std::size_t kMaxFlatArray = 8;  // elements that get a column each
inline constexpr std::size_t kMaxShadowFields = 128;
inline constexpr std::size_t kMaxMembers = 64;  // of a struct
inline constexpr std::uint8_t kViewKeyframe = 3;
inline constexpr std::uint8_t kControllerKeyframe = 4;

struct ViewLayout {
    std::string name{};
    std::uint8_t typecode = 0;
    std::uint8_t keyframe_id = kViewKeyframe;
    bool known = true;                  // false: only the name is known; the bytes are kept
    std::vector<ShadowField> fields{};  // increasing indices
    std::string position_path{};
    std::string name_path{};

    // A view of a moving entity: a character or a vehicle.
    bool is_mover_part() const {
        return name.starts_with("Character_") || name.starts_with("Vehicle_");
    }
    bool is_movement() const { return is_mover_part() && name.ends_with("_MovementView"); }
    bool is_controller() const { return keyframe_id == kControllerKeyframe; }
    std::size_t nullable_count() const;
};

// Neither view nor control message: an event, or a client's request.
struct MessageLayout {
    std::string name{};          // "Character_Killed"
    const Type* body = nullptr;  // a struct; nullptr: unknown
    EventClass about = EventClass::Other;
};

struct ProtocolLayout {
    using Messages = std::map<std::uint8_t, MessageLayout>;

    std::uint16_t number = 0;
    std::uint16_t matrix_number = 0;
    std::uint8_t enter_zone = 0;
    std::uint8_t exit_zone = 0;
    std::map<std::uint8_t, ViewLayout> views{};               // by typecode
    std::map<std::string, Messages, std::less<>> events{};    // by entity, then number
    std::map<std::string, Messages, std::less<>> commands{};  // the client's

    const ViewLayout* find(std::uint8_t typecode) const;
    // "Character" for a view of a character; "Generic" without entity; "" for an unnamed entity.
    std::string_view entity(std::uint8_t typecode) const;
    const MessageLayout* find_message(std::uint8_t typecode, std::uint8_t id,
                                      bool from_client) const;
};

// The most columns of an optional struct of varying length; a larger one is a column of bytes. One
// with an array inside is in part bytes anyway, and such arrays are rare.
struct ColumnLimits {
    std::size_t loose = 20;
    std::size_t loose_with_blob = 9;
};

// Pointers refer to elements of deques, which never move.
class Layouts {
public:
    static Result<std::unique_ptr<Layouts>> parse(std::span<const std::string_view> lines,
                                                  ColumnLimits limits = {});

    const ProtocolLayout* find(std::uint16_t number) const;
    const std::deque<ProtocolLayout>& protocols() const { return protocols_; }

private:
    friend class LayoutParser;
    std::deque<Type> types_;
    std::deque<Struct> structs_;
    std::deque<std::vector<NamedValue>> names_;
    std::deque<ProtocolLayout> protocols_;
};

const Layouts& builtin_layouts();  // the embedded ones
// The same as in older recordings: status effects, force shields, loot and particle effects are
// columns of bytes.
const Layouts& former_layouts();
// Of a recording's property "protocol" ("gss 18533"); nullptr if it is unknown.
const ProtocolLayout* find_protocol(std::string_view property);

}  // namespace tickreel::firefall
