#pragma once
// What a view of the GSS protocol looks like on the wire: types, structs and, per protocol number,
// the views with their ShadowFields. Parsed from the embedded text layouts.txt, one thing a line:
//   enum|flags NAME BASE VALUE=NUMBER...
//   struct NAME, then " MEMBER TYPE [if MEMBER ==|!=|&|!& NUMBER]"
//   protocol GSS MATRIX ENTER_ZONE EXIT_ZONE (the last two: message ids on the matrix channel)
//   view NAME TYPECODE KEYFRAME_ID, then " INDEX[-INDEX] FIELD TYPE [?]" (? = nullable, FIELD_* of
//   a
//     range = numbered from 0) and " role position|name PATH"; raw NAME TYPECODE (layout unknown)
// TYPE: u8 .. u64, i8 .. i64, f32, f64, vec2f .. quatf, cstr, @STRUCT, %ENUM, and behind any of
// those [N] (fixed), [u8] [u16] [u32] (count in front) or [MEMBER/64] (((MEMBER >> 6) + 1) << 3).

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "format/base/result.h"
#include "format/model/schema.h"

namespace tickreel::firefall {

struct Struct;

struct Type {
    enum class Kind : std::uint8_t { Scalar, CString, Struct, Array };
    enum class Count : std::uint8_t { Fixed, Prefix, Per64 };

    Kind kind = Kind::Scalar;
    std::uint8_t bytes = 1;                    // Scalar: on the wire; Array with Prefix: the count
    bool is_signed = false;                    // Scalar
    FieldKind column = FieldKind::UInt32;      // Scalar: how it is shown
    const std::vector<NamedValue>* values{};   // Scalar with names
    const Struct* members = nullptr;           // Struct
    const Type* element = nullptr;             // Array
    Count count = Count::Fixed;                // Array
    std::uint32_t fixed_count = 0;             // Array with Fixed
    std::size_t count_member = 0;              // Array with Per64: a member of the same struct
    std::optional<std::size_t> fixed_bytes{};  // nothing: the length is told by the contents
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
    std::optional<Condition> condition{};
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

inline constexpr std::size_t kMaxShadowFields = 128;
inline constexpr std::size_t kMaxMembers = 64;  // of a struct
inline constexpr std::uint8_t kViewKeyframe = 3;
inline constexpr std::uint8_t kControllerKeyframe = 4;

struct ViewLayout {
    std::string name{};
    std::uint8_t typecode = 0;
    std::uint8_t keyframe_id = kViewKeyframe;
    bool known = true;                  // false: only the name is, its bytes are kept as they are
    std::vector<ShadowField> fields{};  // rising indices
    std::string position_path{};
    std::string name_path{};

    bool is_controller() const { return keyframe_id == kControllerKeyframe; }
    std::size_t nullable_count() const;
};

struct ProtocolLayout {
    std::uint16_t number = 0;
    std::uint16_t matrix_number = 0;
    std::uint8_t enter_zone = 0;
    std::uint8_t exit_zone = 0;
    std::map<std::uint8_t, ViewLayout> views{};  // by typecode

    const ViewLayout* find(std::uint8_t typecode) const;
};

// Everything that points does so into deques, which do not move their elements.
class Layouts {
public:
    static Result<std::unique_ptr<Layouts>> parse(const std::vector<std::string_view>& lines);

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

}  // namespace tickreel::firefall
