#pragma once
// A question about snapshots, as people type it:
//
//   Character.health <= 2 and Character.weapon == grenade
//   changed(PlayerInfo.score) or count(Projectile) > 10
//   Kill.weapon == ninja                 an event of the tick
//   ClientInfo.name ~ "ada"              contains, case does not matter
//
// Type.field is a field of one thing of that type; every mention of a type means the same thing.
// Things of two types that share their numbers (players) go together; others combine freely. A type
// alone asks whether there is such a thing; a field alone stands for its only type. Values are
// those that the inspector shows: scaled, enum and flag names (`has` tests a flag), plain text.
// Also: tick, wire (ok, mismatch, absent), Type.id, Type.word0 (raw), null, + - * / and not.
// Comparing with something that is not there is false.
//
// Limits: kMaxQueryText bytes, kMaxQueryNodes parts, kMaxQueryTypes types. Refers to the schema,
// which must outlive it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/base/result.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/row.h"

namespace tickreel {

inline constexpr std::size_t kMaxQueryText = 2000;
inline constexpr std::size_t kMaxQueryNodes = 400;
inline constexpr std::size_t kMaxQueryTypes = 4;

enum class QueryOp : std::uint8_t {
    Number,
    Text,
    Null,
    Field,    // of variable, by index; beyond the last field: a raw word
    Id,       // the entity number of variable
    Exists,   // whether variable stands for something
    Count,    // how many items or events of a type
    Changed,  // whether the field of an item differs from the snapshot before
    TheTick,  // not "Tick": gcc minds that it hides the type
    Wire,
    Not,
    Negate,
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Contains,
    Has,
    Add,
    Subtract,
    Multiply,
    Divide,
};

struct QueryNode {
    QueryOp op = QueryOp::Null;
    std::size_t left = 0;  // index of a node
    std::size_t right = 0;
    long double number = 0;  // holds every 64-bit integer
    std::string text{};      // of Text; of Number as it was typed
    bool named = false;      // Number: typed as the name of a value
    std::size_t variable = 0;
    std::size_t field = 0;
    TypeId type = 0;  // Count
};

struct QueryVariable {
    TypeId type = 0;
    bool event = false;
    bool named = false;  // shares its numbers with other named types
};

class Query {
public:
    // The error says where in the text and what would be understood.
    static Result<Query> parse(std::string_view text, const Schema& schema);

    struct Outcome {
        bool found = false;
        bool gave_up = false;  // more combinations than are worth trying
        // What made it true, one per variable; nothing where none was needed. The entity of an
        // event is its index in the frame.
        std::vector<std::optional<ItemKey>> things{};
    };
    // `before` is the frame before, or nullptr: then nothing has changed.
    Outcome match(const Frame& frame, const Frame* before) const;
    // The normal form: parses to the same query.
    std::string text() const;
    const std::vector<QueryVariable>& variables() const { return variables_; }
    // Whether the first thing asked for is an event: every hit stands for itself then.
    bool about_events() const { return !variables_.empty() && variables_[0].event; }

private:
    friend class QueryParser;
    friend class QueryMatcher;
    explicit Query(const Schema& schema) : schema_(&schema) {}
    std::string text_of(std::size_t node) const;

    const Schema* schema_;
    std::vector<QueryNode> nodes_;
    std::size_t root_ = 0;
    std::vector<QueryVariable> variables_;
    std::vector<RowReader> rows_;  // one per variable
};

}  // namespace tickreel
