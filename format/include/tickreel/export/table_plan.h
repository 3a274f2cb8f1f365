#pragma once
// Plans the tables and columns of recordings, for every exporter and for SQL. Each item type
// is a table (tick, time, id, name if it belongs to a player, checksum, its fields, segment, file),
// each event type another (tick, time, name likewise, its fields, segment, file); `items` (every
// item, with a type column), `snapshots`, `players`, `gaps` and `markers` are extra. Values are as
// stored: no scale, no unit; enums are names, or numbers if those are asked for.

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/base/result.h"
#include "tickreel/model/evolver.h"
#include "tickreel/model/find_name.h"
#include "tickreel/model/schema.h"

namespace tickreel {

enum class SqlType {
    Boolean,
    Integer,
    UInteger,
    BigInt,
    UBigInt,
    Float,
    Double,
    Varchar,
    Blob,
    Timestamp,  // microseconds, UTC
    Integers,   // INTEGER[]: raw words
};
std::string_view sql_type_name(SqlType type);

enum class ColumnUse {
    TickNumber,
    TimeStamp,
    Type,
    Id,
    RecordedId,  // of the recorded client's player; null if its item did not come
    Name,        // of the player that the row belongs to; null if nobody of that number had one
    Checksum,
    Field,
    Evolved,    // a field evolved to the row's tick; null if unknown
    FieldTime,  // the time of a TickNumber field's tick, computed from the time of the row's tick
    Words,      // of types that the recorder did not know
    Fact,       // a column of the extra tables
    Segment,
    File,
};

struct TableColumn {
    std::string name{};
    SqlType type = SqlType::Integer;
    ColumnUse use = ColumnUse::Field;
    std::string field{};                   // Field, Evolved, FieldTime: its name in the schema
    std::vector<std::string> types{};      // ... of these item types
    Field meaning{};                       // ... and their meaning (from the first recording)
    std::string about{};                   // description for people
    std::vector<std::string> spellings{};  // the field's other names: SQL sees no case
    bool or_name = false;                  // Field: as Name in rows of types without the field
};
// Which field of a type the column shows.
std::optional<std::size_t> find_field(const ItemType& type, const TableColumn& column);
// Fields may be: recordings by older servers have rows without the last ones.
bool may_be_null(const TableColumn& column);

// What a field's column is called: its name, or "field_tick" where that is the name of a column of
// every table.
std::string field_column_name(std::string_view field);

// Whose name the column `name` has in rows of a type.
enum class Bearer {
    Nobody,
    Itself,    // it has a field with the role Name
    Entity,    // of the row's number: the type shares names
    Field,     // of the number in a field: who said or did it, whose it is, whom it is about
    Recorded,  // the recorded client: what it sends has no field for that
};
struct NameSource {
    Bearer bearer = Bearer::Nobody;
    std::size_t field = 0;  // Itself, Field
};
NameSource find_name_source(const ItemType& type);

enum class TableKind { Items, Events, AllItems, Snapshots, Players, Gaps, Markers };
// Whether its rows are made of snapshots: of players, gaps and markers they are not.
constexpr bool is_of_frames(TableKind kind) {
    return kind < TableKind::Players;
}

struct TablePlan {
    std::string name{};                  // "player_info"
    std::vector<std::string> aliases{};  // "PlayerInfo"; "kill" of "Sv_KillMsg"
    std::string type{};                  // "PlayerInfo"; "" for tables that are not of one type
    TableKind kind = TableKind::Items;
    std::vector<TableColumn> columns{};
    std::vector<std::string> apart{};  // `items`, `snapshots`: item types that do not count

    bool has_apart(std::string_view item_type) const {
        return std::find(apart.begin(), apart.end(), item_type) != apart.end();
    }
};

struct NamedSchema {
    std::string file{};
    const Schema* schema = nullptr;
    bool only_tables = false;  // not a recording: its types get tables but no columns in `items`
    std::string_view game{};   // RecordingInfo::game; selects from `evolvers`
    EvolverMakers evolvers{};  // evolving types get columns with their current values
};

// The tables of all recordings together. A field whose type differs between recordings is widened
// if that loses nothing; otherwise the error names the field, types and files. `raw_enums`: columns
// of enums hold their numbers. `apart`: item types that were added to recordings: they have tables,
// and are not among the items of snapshots.
Result<std::vector<TablePlan>> plan_tables(std::span<const NamedSchema> schemas,
                                           bool raw_enums = false,
                                           const std::vector<std::string>& apart = {});

// The number of the table with this name, alias or type, in any usual spelling.
Result<std::size_t> find_table(std::span<const TablePlan> plans, std::string_view name);

}  // namespace tickreel
