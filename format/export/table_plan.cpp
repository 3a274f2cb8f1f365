#include "tickreel/export/table_plan.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "tickreel/base/ascii.h"
#include "tickreel/base/did_you_mean.h"
#include "tickreel/base/spelling.h"
#include "tickreel/base/text.h"

namespace tickreel {

namespace {

constexpr std::array<std::string_view, 11> kTypeNames{"BOOLEAN", "INTEGER",   "UINTEGER", "BIGINT",
                                                      "UBIGINT", "FLOAT",     "DOUBLE",   "VARCHAR",
                                                      "BLOB",    "TIMESTAMP", "INTEGER[]"};

constexpr std::array<std::string_view, 9> kFixedColumns{
    "tick", "time", "type", "id", "words", "checksum", "segment", "file", "match"};

SqlType sql_type(const Field& field, bool raw_enums) {
    switch (field.kind) {
        case FieldKind::Bool:
            return SqlType::Boolean;
        case FieldKind::UInt32:
            return SqlType::UInteger;
        case FieldKind::Int64:
        case FieldKind::TickNumber:
            return SqlType::BigInt;
        case FieldKind::UInt64:
            return SqlType::UBigInt;
        case FieldKind::Float32:
            return SqlType::Float;
        case FieldKind::Float64:
            return SqlType::Double;
        case FieldKind::Enum:
            return raw_enums ? SqlType::Integer : SqlType::Varchar;
        case FieldKind::PackedText:
        case FieldKind::Text:
            return SqlType::Varchar;
        case FieldKind::Blob:
            return SqlType::Blob;
        case FieldKind::Int32:
        case FieldKind::Flags:
            break;
    }
    return SqlType::Integer;
}

// The type that can hold all values of both; empty if there is none.
std::optional<SqlType> widened(SqlType a, SqlType b) {
    if (a == b) return a;
    const auto is = [](SqlType type, std::initializer_list<SqlType> types) {
        return std::find(types.begin(), types.end(), type) != types.end();
    };
    const std::initializer_list<SqlType> whole{SqlType::Integer, SqlType::UInteger,
                                               SqlType::BigInt};
    const std::initializer_list<SqlType> real{SqlType::Integer, SqlType::UInteger, SqlType::Float,
                                              SqlType::Double};
    if (is(a, whole) && is(b, whole)) return SqlType::BigInt;
    if (is(a, real) && is(b, real)) return SqlType::Double;
    return std::nullopt;
}

// "sv_kill_msg" -> "kill": without the prefix for the sender and "_msg".
class Planner {
public:
    Planner(bool raw_enums, const std::vector<std::string>& apart)
        : raw_enums_(raw_enums), apart_(apart) {}
    Result<std::vector<TablePlan>> plan(std::span<const NamedSchema> schemas);

private:
    SqlType type_of(const Field& field) const { return sql_type(field, raw_enums_); }
    TablePlan& table_of(const ItemType& type);
    TableColumn* column_for(TablePlan& plan, const ItemType& type, const Field& field,
                            const std::string& name) const;
    Result<void> add_fields(TablePlan& plan, const ItemType& type, const std::string& file);
    void add_field(TablePlan& plan, const ItemType& type, const Field& field);
    void add_evolved(TablePlan& plan, const ItemType& type, const NamedSchema& named) const;
    void add_tail(TablePlan& plan) const;
    void name_tables();

    bool raw_enums_;
    const std::vector<std::string>& apart_;
    std::vector<TablePlan> tables_;
    std::vector<std::pair<std::string, bool>> short_names_;  // of each; whether clients send it
    std::map<std::string, std::size_t> by_type_;
    std::set<std::string> wordy_;  // types with unnamed words in any recording
};

TableColumn column(std::string name, SqlType type, ColumnUse use, std::string about = "") {
    TableColumn made;
    made.name = std::move(name);
    made.type = type;
    made.use = use;
    made.about = std::move(about);
    return made;
}

std::vector<TableColumn> head(TableKind kind) {
    std::vector<TableColumn> columns{
        column("tick", SqlType::BigInt, ColumnUse::TickNumber, "the game's own tick number"),
        column("time", SqlType::Timestamp, ColumnUse::TimeStamp, "when it arrived, UTC")};
    if (kind == TableKind::AllItems)
        columns.push_back(column("type", SqlType::Varchar, ColumnUse::Type, "the item's type"));
    if (kind != TableKind::Events) {
        columns.push_back(column("id", SqlType::BigInt, ColumnUse::Id, "which item of its type"));
        columns.push_back(column("checksum", SqlType::Varchar, ColumnUse::Checksum,
                                 "the wire's checksum of the snapshot: ok, mismatch or absent"));
    }
    return columns;
}

TableColumn* find_column(TablePlan& plan, std::string_view name) {
    // SQL names are case-insensitive. Firefall has thousands: nothing is copied for a comparison.
    const auto same = [](char a, char b) { return ascii_lower(a) == ascii_lower(b); };
    for (TableColumn& known : plan.columns)
        if (known.name.size() == name.size() &&
            std::equal(name.begin(), name.end(), known.name.begin(), same))
            return &known;
    return nullptr;
}

// Behind what head() gives, where its rows have a name and no field called so. In another recording
// the type may have such a field: then that one's column has the names, too.
void add_name(TablePlan& plan, const ItemType& type) {
    const NameSource source = find_name_source(type);
    const bool taken = std::any_of(type.fields.begin(), type.fields.end(), [](const Field& field) {
        return ascii_lower(field.name) == "name";
    });
    if (taken || source.bearer == Bearer::Nobody) return;
    if (TableColumn* const known = find_column(plan, "name")) {
        if (known->use == ColumnUse::Field && known->type == SqlType::Varchar)
            known->or_name = true;
        return;
    }
    std::string about = "the player's name at that tick";
    if (source.bearer == Bearer::Itself) about = "its " + type.fields[source.field].name;
    if (source.bearer == Bearer::Field)
        about = "the name at that tick of the player in " + type.fields[source.field].name;
    if (source.bearer == Bearer::Recorded) about = "the recorded client's name at that tick";
    if (source.bearer == Bearer::Recorded)
        plan.columns.push_back(
            column("id", SqlType::BigInt, ColumnUse::RecordedId, "the recorded client's player"));
    plan.columns.push_back(column("name", SqlType::Varchar, ColumnUse::Name, std::move(about)));
}

TablePlan& Planner::table_of(const ItemType& type) {
    const auto [at, fresh] = by_type_.emplace(type.name, tables_.size());
    if (fresh) {
        TablePlan plan;
        plan.type = type.name;
        plan.kind = type.use == TypeUse::Item ? TableKind::Items : TableKind::Events;
        plan.columns = head(plan.kind);
        tables_.push_back(std::move(plan));
        short_names_.emplace_back(short_name(type), type.event_class == EventClass::Input);
    }
    add_name(tables_[at->second], type);
    return tables_[at->second];
}

bool has_type(const TableColumn& column, const std::string& type) {
    return std::find(column.types.begin(), column.types.end(), type) != column.types.end();
}

// Whether the column can have this field of the type beside those that it has.
bool can_join(const TableColumn& column, const ItemType& type, const Field& field) {
    if (column.use == ColumnUse::Name) return ascii_lower(field.name) == "name";
    if (column.use != ColumnUse::Field) return false;
    if (column.field == field.name) return true;
    if (!same_but_case(column.field, field.name)) return false;
    const auto shown = find_field(type, column);  // one schema may have both spellings
    return !shown || type.fields[*shown].name == field.name;
}

void join(TableColumn& column, const ItemType& type, const Field& field) {
    if (column.use == ColumnUse::Name) {
        column.use = ColumnUse::Field;
        column.field = field.name;
        column.meaning = field;
        column.or_name = true;
    }
    if (!has_type(column, type.name)) column.types.push_back(type.name);
    const auto& known = column.spellings;
    if (column.field != field.name &&
        std::find(known.begin(), known.end(), field.name) == known.end())
        column.spellings.push_back(field.name);
}

// The column that a field goes to: the one with its name, of its type's fields of the same name or,
// in other recordings, another spelling, or what an earlier field of that spelling had to go to.
TableColumn* Planner::column_for(TablePlan& plan, const ItemType& type, const Field& field,
                                 const std::string& name) const {
    TableColumn* const known = find_column(plan, name);
    if (known == nullptr || (known->use == ColumnUse::Field && known->field == field.name))
        return known;
    TableColumn* same = nullptr;
    for (TableColumn& column : plan.columns) {
        if (column.use != ColumnUse::Field || column.field != field.name ||
            !widened(column.type, type_of(field)))
            continue;
        if (has_type(column, type.name)) return &column;
        if (same == nullptr) same = &column;
    }
    return can_join(*known, type, field) ? known : same;
}

// Adds a field to the column with its name and type, or creates one.
void Planner::add_field(TablePlan& plan, const ItemType& type, const Field& field) {
    std::string name = field_column_name(field.name);
    const TableColumn* const taken = find_column(plan, name);
    if (taken != nullptr && !widened(taken->type, type_of(field)))
        name = table_name(type.name) + '_' + name;
    TableColumn* const known = column_for(plan, type, field, name);
    if (known != nullptr) {
        if (const auto wide = widened(known->type, type_of(field))) known->type = *wide;
        join(*known, type, field);
        return;
    }
    while (find_column(plan, name) != nullptr) name += '_';
    TableColumn made = column(name, type_of(field), ColumnUse::Field);
    made.field = field.name;
    made.types = {type.name};
    made.meaning = field;
    plan.columns.push_back(made);
}

Result<void> Planner::add_fields(TablePlan& plan, const ItemType& type, const std::string& file) {
    if (!type.known) {
        wordy_.insert(type.name);
        return {};
    }
    for (const Field& field : type.fields) {
        for (const TableColumn& known : plan.columns)
            if (known.use == ColumnUse::Field && known.field == field.name &&
                !widened(known.type, type_of(field)))
                return fail("field '", field.name, "' of '", type.name, "' is ",
                            sql_type_name(type_of(field)), " in ", file, " and ",
                            sql_type_name(known.type),
                            " in a recording before it; take them one at a time");
        add_field(plan, type, field);
    }
    return {};
}

// After all fields.
void Planner::add_evolved(TablePlan& plan, const ItemType& type, const NamedSchema& named) const {
    for (const EvolverMaker& maker : named.evolvers) {
        if (maker.game != named.game || maker.type != type.name) continue;
        for (const std::string_view field : maker.fields) {
            const auto at = find_field(type, field);
            const std::string name = std::string(kEvolvedPrefix) + std::string(field);
            if (!at || find_column(plan, name) != nullptr) continue;
            TableColumn made = column(name, type_of(type.fields[*at]), ColumnUse::Evolved,
                                      "as clients evolve it to this tick; null without the map");
            made.field = field;
            made.types = {type.name};
            made.meaning = type.fields[*at];
            plan.columns.push_back(made);
        }
    }
}

void Planner::add_tail(TablePlan& plan) const {
    const std::size_t fields = plan.columns.size();
    for (std::size_t i = 0; i < fields && plan.kind != TableKind::AllItems; ++i) {
        if (plan.columns[i].meaning.kind != FieldKind::TickNumber) continue;
        TableColumn twin = plan.columns[i];
        twin.name += "_time";
        twin.type = SqlType::Timestamp;
        twin.use = ColumnUse::FieldTime;
        if (find_column(plan, twin.name) == nullptr) plan.columns.push_back(twin);
    }
    const bool wordy =
        plan.kind == TableKind::AllItems ? !wordy_.empty() : wordy_.contains(plan.type);
    if (wordy)
        plan.columns.push_back(column("words", SqlType::Integers, ColumnUse::Words,
                                      "the raw words of an unknown type"));
    plan.columns.push_back(column("segment", SqlType::Integer, ColumnUse::Segment,
                                  "ticks may restart with every segment"));
    plan.columns.push_back(column("file", SqlType::Varchar, ColumnUse::File, "the recording"));
}

// Adds columns to the plan, which outlives it.
auto facts_of(TablePlan& plan) {
    return [&plan](std::string name, SqlType type, std::string about) {
        plan.columns.push_back(column(std::move(name), type, ColumnUse::Fact, std::move(about)));
    };
}

TablePlan snapshots_table() {
    TablePlan plan;
    plan.kind = TableKind::Snapshots;
    plan.name = "snapshots";
    plan.columns = head(TableKind::Items);
    plan.columns.erase(plan.columns.begin() + 2);  // id
    const auto fact = facts_of(plan);
    fact("checksum_sent", SqlType::UInteger,
         "as the server sent it (as `redact` recomputed it, in its output); that of the base where "
         "checksum_by_base");
    fact("checksum_computed", SqlType::UInteger, "from the snapshot we hold");
    fact("checksum_by_base", SqlType::Boolean,
         "nothing was sent but that it equals its base, whose checksum this is");
    fact("base_tick", SqlType::BigInt, "the delta's base; null when sent in full");
    fact("wire_bytes", SqlType::UInteger, "payload bytes of all parts, before compression");
    fact("parts", SqlType::Integer, "datagrams that carried it");
    fact("items", SqlType::BigInt, "items in it");
    fact("words", SqlType::BigInt, "32-bit words of all items");
    fact("events", SqlType::BigInt, "events at this tick");
    fact("gap", SqlType::BigInt, "ticks missing just before it, 0 none");
    return plan;
}

TablePlan players_table() {
    TablePlan plan;
    plan.kind = TableKind::Players;
    plan.name = "players";
    const auto fact = facts_of(plan);
    fact("id", SqlType::BigInt, "the item that bears the name");
    fact("name", SqlType::Varchar, "");
    fact("clan", SqlType::Varchar, "");
    fact("from_tick", SqlType::BigInt, "the first tick with this name and clan");
    fact("to_tick", SqlType::BigInt, "the first tick without, or one past the last");
    fact("from_time", SqlType::Timestamp, "");
    fact("to_time", SqlType::Timestamp, "");
    return plan;
}

TablePlan gaps_table() {
    TablePlan plan;
    plan.kind = TableKind::Gaps;
    plan.name = "gaps";
    const auto fact = facts_of(plan);
    fact("from_tick", SqlType::BigInt, "the first missing tick");
    fact("to_tick", SqlType::BigInt, "one past the last missing tick");
    fact("ticks", SqlType::BigInt, "how many ticks are missing");
    fact("unreadable", SqlType::Boolean,
         "true: recorded, but the file is damaged there, or the one it was made from was; false: "
         "the snapshots were never recorded");
    fact("reason", SqlType::Varchar, "");
    return plan;
}

TablePlan markers_table() {
    TablePlan plan;
    plan.kind = TableKind::Markers;
    plan.name = "markers";
    const auto fact = facts_of(plan);
    fact("tick", SqlType::BigInt, "");
    fact("seconds", SqlType::Double, "since the first tick, s");
    fact("text", SqlType::Varchar, "");
    fact("color", SqlType::UInteger, "0xRRGGBB");
    return plan;
}

// Every table gets a unique name; ambiguous short names go to the first table, of what happens
// before what clients send.
void Planner::name_tables() {
    std::set<std::string> taken;
    for (TablePlan& plan : tables_) {
        if (plan.name.empty()) plan.name = table_name(plan.type);
        while (!taken.insert(plan.name).second) plan.name += '_';
    }
    for (TablePlan& plan : tables_) {
        if (plan.type.empty()) continue;
        if (taken.insert(ascii_lower(plan.type)).second) plan.aliases.push_back(plan.type);
    }
    for (const bool sent_by_clients : {false, true})
        for (TablePlan& plan : tables_) {
            const auto at = by_type_.find(plan.type);
            if (at == by_type_.end()) continue;
            const auto& [brief, sent] = short_names_[at->second];
            if (sent == sent_by_clients && !brief.empty() && taken.insert(brief).second)
                plan.aliases.push_back(brief);
        }
}

Result<std::vector<TablePlan>> Planner::plan(std::span<const NamedSchema> schemas) {
    TablePlan all;
    all.kind = TableKind::AllItems;
    all.name = "items";
    all.columns = head(all.kind);
    all.apart = apart_;
    std::vector<TablePlan> own{snapshots_table(), players_table(), gaps_table(), markers_table()};
    own.front().apart = apart_;
    for (const NamedSchema& named : schemas) {
        for (const ItemType& type : named.schema->types()) {
            TablePlan& plan = table_of(type);
            const bool item = type.use == TypeUse::Item;
            if (item != (plan.kind == TableKind::Items))
                return fail("'", type.name, "' of ", named.file,
                            " is an item in one recording and an event in another");
            if (const auto added = add_fields(plan, type, named.file); !added) return added.error();
            for (const Field& field : type.fields)
                if (item && type.known && !named.only_tables && !all.has_apart(type.name))
                    add_field(all, type, field);
        }
    }
    for (const NamedSchema& named : schemas)
        for (const ItemType& type : named.schema->types()) add_evolved(table_of(type), type, named);
    tables_.insert(tables_.begin(), std::make_move_iterator(own.begin()),
                   std::make_move_iterator(own.end()));
    tables_.push_back(std::move(all));
    for (TablePlan& plan : tables_) add_tail(plan);
    name_tables();
    return std::move(tables_);
}

}  // namespace

std::string field_column_name(std::string_view field) {
    const bool fixed = std::find(kFixedColumns.begin(), kFixedColumns.end(), ascii_lower(field)) !=
                       kFixedColumns.end();
    return (fixed ? "field_" : "") + std::string(field);
}

std::optional<std::size_t> find_field(const ItemType& type, const TableColumn& column) {
    if (!has_type(column, type.name)) return std::nullopt;
    auto found = find_field(type, column.field);
    for (std::size_t i = 0; !found && i < column.spellings.size(); ++i)
        found = find_field(type, column.spellings[i]);
    return found;
}

NameSource find_name_source(const ItemType& type) {
    if (const auto field = find_role(type, Role::Name)) return {Bearer::Itself, *field};
    if (type.use == TypeUse::Item && type.shares_names) return {Bearer::Entity};
    for (const Role role : {Role::Speaker, Role::Owner, Role::Object, Role::Subject})
        if (const auto field = find_role(type, role)) return {Bearer::Field, *field};
    if (type.event_class == EventClass::Input) return {Bearer::Recorded};
    return {};
}

std::string_view sql_type_name(SqlType type) {
    return kTypeNames[static_cast<std::size_t>(type)];
}

bool may_be_null(const TableColumn& column) {
    switch (column.use) {
        case ColumnUse::TickNumber:
        case ColumnUse::TimeStamp:
        case ColumnUse::Type:
        case ColumnUse::Id:
        case ColumnUse::Checksum:
        case ColumnUse::Segment:
        case ColumnUse::File:
            return false;
        case ColumnUse::Fact:  // snapshots without a checksum, or sent in full
            return column.name == "checksum_sent" || column.name == "checksum_computed" ||
                   column.name == "base_tick";
        default:
            return true;
    }
}

Result<std::vector<TablePlan>> plan_tables(std::span<const NamedSchema> schemas, bool raw_enums,
                                           const std::vector<std::string>& apart) {
    return Planner(raw_enums, apart).plan(schemas);
}

Result<std::size_t> find_table(std::span<const TablePlan> plans, std::string_view name) {
    std::optional<std::size_t> alike;
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        std::vector<std::string_view> own{plans[i].name};
        own.insert(own.end(), plans[i].aliases.begin(), plans[i].aliases.end());
        if (!plans[i].type.empty()) own.emplace_back(plans[i].type);
        for (const std::string_view one : own) {
            if (same_but_case(one, name)) return i;
            if (!alike && !bare_spelling(name).empty() && same_spelling(one, name)) alike = i;
        }
        names.push_back(plans[i].name);
    }
    if (alike) return *alike;
    return fail("there is no table '", name, "'", did_you_mean(name, names));
}

}  // namespace tickreel
