#pragma once
// A question about snapshots, as people type it:
//
//   Character.health <= 2 and Character.weapon == grenade
//   changed(PlayerInfo.score) or count(Projectile) > 10
//   kill within 3s of chat               an event, by type, table or class
//   speed > 20 and player "Ada" for 2s   a named player, for at least two seconds
//
// Type.field is a field of one thing of that type; every mention of a type means the same thing.
// A type alone asks whether there is such a thing; a field alone stands for its only type. Values
// are those that the inspector shows: scaled, enum and flag names (`has` tests a flag), plain text.
// Also: tick, time (seconds since the start; 1:02.5 and 2s are numbers of seconds), wire (ok,
// mismatch, absent), Type.id, Type.word0 (raw), null, + - * / not between ~ (contains), abs, min,
// max, changed(f), prev(f), delta(f), Type.speed, dist(a, b) of two types, players or points.
//
// What is found: every thing of the type that is mentioned first (the subject) for which there are
// things of the other types so that the whole holds. Items of two types that share their numbers
// (players) are joined by number; other types combine freely. Parts of an `or` that have no such
// type in common are asked by themselves. Without any type a whole snapshot is found.
//
// Logic is SQL's: comparing with null is neither true nor false, and so is `not` of it. A field of
// a thing that is not there is not null: `Type.field == null` finds things that hide a value.
//
// Limits: kMaxQueryText bytes, kMaxQueryNodes parts, kMaxQueryTypes types. Refers to the schema,
// which must outlive it.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/base/result.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/roster.h"
#include "tickreel/model/row.h"

namespace tickreel {

inline constexpr std::size_t kMaxQueryText = 2000;
inline constexpr std::size_t kMaxQueryNodes = 400;
inline constexpr std::size_t kMaxQueryTypes = 4;

enum class QueryOp : std::uint8_t {
    Number,
    Text,
    Null,
    Field,     // of variable, by index; beyond the last field: a raw word
    Id,        // the entity number of variable
    Exists,    // whether variable stands for something
    Count,     // how many items or events of a type
    Changed,   // whether the field of an item differs from the snapshot before
    Previous,  // the field in the snapshot before
    Speed,     // of variable, from its velocity
    Player,    // whether variable is, or tells of, the player of that name
    TheTick,   // not "Tick": gcc minds that it hides the type
    TheTime,
    Wire,
    Place,        // where variable is; of Distance only, as are the next two
    PlayerPlace,  // where the player of that name is
    Point,
    Not,
    Negate,
    Absolute,
    Distance,
    Smaller,
    Larger,
    Or,  // from here on: pairs with a sign between them
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
    std::string text{};      // of Text, Player; of Number as it was typed; of Field its name
    bool named = false;      // Number: typed as the name of a value
    bool time = false;       // Number: typed as a time
    bool part = false;       // Player: a part of the name is enough
    std::size_t variable = 0;
    std::vector<std::optional<std::size_t>> fields{};  // by type of the variable
};

struct QueryVariable {
    std::string name{};
    std::vector<TypeId> types{};  // one, or all event types of a class
    bool event = false;
    bool named = false;  // shares its numbers with other named types
    std::vector<RowReader> readers{};
};

// A part that is asked by itself.
struct QueryClause {
    std::size_t root = 0;
    std::vector<std::size_t> variables{};  // the subject first; empty: asks of the whole snapshot
};

// What a frame does not say of itself.
struct QueryContext {
    double seconds = 0;              // since the start of the recording
    const Roster* roster = nullptr;  // whom messages have named
};

class Query {
public:
    // The error says where in the text and what would be understood.
    static Result<Query> parse(std::string_view text, const Schema& schema);

    struct Match {
        std::optional<ItemKey> thing{};  // nothing: the snapshot itself
        bool event = false;              // `entity` is its index in the frame then
    };
    struct Outcome {
        std::vector<Match> matches{};
        bool gave_up = false;  // more combinations than are worth trying
        bool found() const { return !matches.empty(); }
    };
    // `before` is the frame before, or nullptr: then nothing has changed.
    Outcome match(const Frame& frame, const Frame* before, const QueryContext& context = {}) const;
    // The normal form: parses to the same query.
    std::string text() const;

    // `for 2s`: it must hold for the same thing this many seconds in a row; 0 without.
    double least_seconds() const { return least_seconds_.number; }
    // `within 3s of`, `after`, `before` something: nullptr without. It must happen between
    // earliest_seconds() and latest_seconds() from the snapshot.
    const Query* around() const { return around_.get(); }
    double earliest_seconds() const { return window_ == "before" ? 0 : -within_.number; }
    double latest_seconds() const { return window_ == "after" ? 0 : within_.number; }

private:
    friend class QueryParser;
    friend class QueryMatcher;
    explicit Query(const Schema& schema) : schema_(&schema) {}
    std::string text_of(std::size_t node) const;

    struct Seconds {
        double number = 0;
        std::string text{};  // as typed
    };
    const Schema* schema_;
    std::vector<QueryNode> nodes_;
    std::size_t root_ = 0;
    std::vector<QueryVariable> variables_;
    std::vector<QueryClause> clauses_;
    Seconds least_seconds_;
    Seconds within_;
    std::string window_;  // "of", "after", "before"
    std::shared_ptr<const Query> around_;
};

}  // namespace tickreel
