#pragma once
// The query language for snapshots:
//
//   Character.health <= 2 and Character.weapon == grenade
//   changed(PlayerInfo.score) or count(Projectile) > 10
//   kill within 3s of chat               an event, by type, table or class
//   speed > 20 and player "Ada" for 2s   a named player, for at least two seconds
//   within 3s of kill                    all snapshots near an event
//
// Type.field is a field of one item of that type; every mention of a type refers to the same item.
// A type alone tests for existence; a field alone implies its only type. Values are those shown in
// the inspector: scaled, enum and flag names (`has` tests a flag), plain text. Also: tick, time
// (seconds since the start; 1:02.5 and 2s are numbers of seconds), wire (ok, mismatch, absent),
// Type.id, Type.word0 (raw), null, + - * / not between ~ (contains), abs, min, max, changed(f),
// prev(f), delta(f), Type.speed, dist(a, b) of two types, players or points, both of where clients
// show them: an item may be sent as of an earlier tick (tickreel/model/evolver.h). kill.killer_name
// is the name of the player whose number kill.killer is, Character.name of the one who is that
// item: "" where an empty one was told, null where none was. Texts are as shown, as valid UTF-8.
//
// Result: every item of the type mentioned first (the subject) for which items of the other types
// exist so that the condition holds. Items of two types that share entity numbers (players) are
// joined by number; other types combine freely. Branches of an `or` without a common type are
// evaluated separately. Without any type the result is the whole snapshot. So it is, once, where a
// snapshot has no item of the subject's type and a branch asks for that: `not Projectile`. Fields
// alone find items only: `Projectile.x > 3 or tick > 9` finds nothing where there is no projectile.
//
// Logic is as in SQL: comparing with null is neither true nor false, and so is its `not`. A field
// of an item that does not exist is not null: `Type.field == null` finds items that hide a value.
// prev() of an item that the previous snapshot lacks is null: `prev(x) == null` finds where it
// came.
//
// Limits: kMaxQueryText bytes, kMaxQueryNodes nodes, kMaxQueryTypes types. Keeps a reference to the
// schema, which must outlive it.

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/base/result.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/roster.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/evolution.h"

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
    Exists,    // whether variable is bound to an item
    Count,     // how many items or events of a type
    Changed,   // whether the item's field differs from the previous snapshot
    Previous,  // the field in the previous snapshot
    Speed,     // of variable, from its velocity
    Player,    // whether variable is, or is about, the player of that name
    NameOf,    // of the player whose number the field is; without fields: who variable itself is
    TheTick,   // not "Tick": gcc would warn that it hides the type
    TheTime,
    Wire,
    Place,        // position of variable; only in Distance, like the next two
    PlayerPlace,  // position of the player of that name
    Point,
    Not,
    Negate,
    Absolute,
    Distance,
    Smaller,
    Larger,
    Or,  // from here on: binary operators
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
    long double number = 0;  // can hold every 64-bit integer
    std::string text{};      // of Text, Player; for Number its spelling; Field, NameOf: its name
    bool named = false;      // Number: typed as the name of a value
    bool time = false;       // Number: typed as a time
    bool part = false;       // Player: part of the name is enough
    std::size_t variable = 0;
    std::vector<std::optional<std::size_t>> fields{};  // by type of the variable
};

struct QueryVariable {
    std::string name{};
    std::vector<TypeId> types{};  // one, or all event types of a class
    bool event = false;
    bool named = false;  // shares entity numbers with other named types
    std::vector<RowReader> readers{};
};

// A field's scale as the decimal that it stands for: 0.01 is no binary number, so that 8000 * 0.01
// is not the 80 that people type; 8000 / 100 is.
class DecimalScale {
public:
    DecimalScale() = default;
    explicit DecimalScale(double scale);
    long double of(long double stored) const {
        return parts_ == 1 ? stored * factor_ : stored / parts_;
    }

private:
    long double factor_ = 1;
    long double parts_ = 1;  // 1 / factor where that is a whole number
};

// A comparison of a whole number of the subject with a constant. Where it is not true, nothing else
// of the clause matters: most items of a crowded match are left out by it.
struct QueryTest {
    FieldPlace place{};
    DecimalScale scale{};
    QueryOp op = QueryOp::Equal;
    long double number = 0;
    bool holds(Row row) const;
};

// A player's name as a query gives it.
struct QueryName {
    std::string text{};
    bool part = false;   // a part of the name is enough
    bool exact = false;  // case matters, as where values are compared
    bool fits(std::string_view name) const;
    bool operator==(const QueryName& other) const = default;
};

// A part that is evaluated separately.
struct QueryClause {
    std::size_t root = 0;
    std::vector<std::size_t> variables{};  // the subject first; empty: about the whole snapshot
    bool asks_presence = false;            // whether the subject is there, by its type alone
    std::vector<std::vector<QueryTest>> tests{};  // by type of the subject; all must hold
};

// Context that is not part of a frame.
struct QueryContext {
    double seconds = 0;              // since the start of the recording
    const Roster* roster = nullptr;  // players named by messages
    const Roster* left = nullptr;    // those who left: what happened in their last tick names them
    Evolution* evolution = nullptr;  // for Speed and Distance; nullptr: of places as sent
};

class Query {
public:
    // The error gives the position in the text and what is accepted.
    static Result<Query> parse(std::string_view text, const Schema& schema);

    struct Match {
        std::optional<ItemKey> thing{};  // empty: the snapshot itself
        bool event = false;              // `entity` is its index in the frame then
    };
    struct Outcome {
        std::vector<Match> matches{};
        bool gave_up = false;  // too many combinations
        bool found() const { return !matches.empty(); }
    };
    // `before`: the previous frame, or nullptr: then nothing has changed.
    Outcome match(const Frame& frame, const Frame* before, const QueryContext& context = {}) const;
    // The item types that it reads, with those of names: rising. The rest of a snapshot does not
    // matter.
    std::vector<TypeId> types_read() const;
    // The items and events that the text itself names, rising.
    std::vector<TypeId> types_named() const;
    // The players it names, also in `within`: each once.
    std::vector<QueryName> player_names() const;
    // Fields that it compares with numbers and that have other numbers where they are not scaled
    // (`cat`, SQL): a sentence about each, also of `within`.
    std::vector<std::string> scale_notes() const;
    // The normal form, which parses to the same query.
    std::string text() const;

    // `for 2s`: it must hold for the same item for so many consecutive seconds; 0 if absent.
    double least_seconds() const { return least_seconds_.number; }
    // `within 3s of`, `after`, `before` another query: nullptr if absent. It must hold between
    // earliest_seconds() and latest_seconds() relative to the snapshot.
    const Query* around() const { return around_.get(); }
    double earliest_seconds() const { return window_ == "before" ? 0 : -within_.number; }
    double latest_seconds() const { return window_ == "after" ? 0 : within_.number; }

private:
    friend class QueryParser;
    friend class QueryMatcher;
    explicit Query(const Schema& schema) : schema_(&schema) {}
    void find_tests(QueryClause& clause) const;
    void find_operands(std::size_t node, std::set<std::string>& scaled, bool& number) const;
    void find_tests_of(std::size_t node, QueryClause& clause) const;
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
