#pragma once
// Which tables recordings become and what columns they have, for every exporter and for SQL.
// An item type is a table (tick, time, id, checksum, its fields, segment, file), an event type too
// (tick, time, its fields, segment, file); besides there are `items` (every item, with a type
// column), `snapshots` and `players`. Values are the stored ones: no scale, no unit; enums are
// names.

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
    Checksum,
    Field,
    Evolved,    // a field as clients evolve it to the row's tick; null when that is not known
    FieldTime,  // when the tick of a TickNumber field was, from the time of the row's own tick
    Words,      // of types that the recorder could not name
    Fact,       // a column of `snapshots` and `players`
    Segment,
    File,
};

struct TableColumn {
    std::string name{};
    SqlType type = SqlType::Integer;
    ColumnUse use = ColumnUse::Field;
    std::string field{};               // Field, Evolved, FieldTime: its name in the schema
    std::vector<std::string> types{};  // ... of these item types
    Field meaning{};                   // ... and what it means (that of the first recording)
    std::string about{};               // for people
};

enum class TableKind { Items, Events, AllItems, Snapshots, Players };

struct TablePlan {
    std::string name{};                  // "player_info"
    std::vector<std::string> aliases{};  // "PlayerInfo"; "kill" of "Sv_KillMsg"
    std::string type{};                  // "PlayerInfo"; "" for the tables of no single type
    TableKind kind = TableKind::Items;
    std::vector<TableColumn> columns{};
};

struct NamedSchema {
    std::string file{};
    const Schema* schema = nullptr;
    bool only_tables = false;  // of no recording: its types get tables, no columns in `items`
    std::string_view game{};   // RecordingInfo::game, for the next one
    EvolverMakers evolvers{};  // tables of types that evolve say where things are now
};

// The tables of all recordings together. A field that has another type in another recording is
// widened when nothing is lost by it; else the error names field, types and files.
Result<std::vector<TablePlan>> plan_tables(std::span<const NamedSchema> schemas);

}  // namespace tickreel
