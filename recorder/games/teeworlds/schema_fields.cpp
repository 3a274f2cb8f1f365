#include "recorder/games/teeworlds/schema_fields.h"

#include <algorithm>
#include <set>

#include "recorder/games/teeworlds/analysis.h"
#include "tickreel/base/concat.h"

namespace tickreel::teeworlds {

namespace {

FieldKind field_kind(FactKind kind) {
    switch (kind) {
        case FactKind::Int:
            return FieldKind::Int32;
        case FactKind::Bool:
            return FieldKind::Bool;
        case FactKind::Tick:
            return FieldKind::TickNumber;
        case FactKind::Enum:
            return FieldKind::Enum;
        case FactKind::Flags:
            return FieldKind::Flags;
        case FactKind::PackedText:
            return FieldKind::PackedText;
        case FactKind::String:
            return FieldKind::Text;
        case FactKind::Raw:
            break;
    }
    return FieldKind::Blob;
}

void append_fields(const FieldFact& fact, std::vector<Field>& fields) {
    Field field;
    field.name = fact.name;
    field.kind = field_kind(fact.kind);
    field.nullable = fact.optional;
    field.roles = fact.roles;
    field.scale = fact.scale;
    field.unit = fact.unit;
    for (const ValueName& value : fact.values)
        field.values.push_back({value.value, std::string(value.name)});
    if (fact.kind == FactKind::PackedText) field.words = fact.count;
    const bool is_array =
        fact.count > 1 && fact.kind != FactKind::PackedText && fact.kind != FactKind::Raw;
    if (!is_array) {
        fields.push_back(std::move(field));
        return;
    }
    for (int i = 0; i < fact.count; ++i) {
        field.name = concat(fact.name, "_", i);
        fields.push_back(field);
    }
}

Field plain_field(std::string_view name, FieldKind kind, bool nullable = false) {
    Field field;
    field.name = name;
    field.kind = kind;
    field.nullable = nullable;
    return field;
}

template <typename Facts>
void take_fields(const Facts& facts, ItemType& type) {
    for (const FieldFact& fact : facts) append_fields(fact, type.fields);
    for (const FieldFact& fact : facts)
        if (fact.sentinel)
            type.fields[*find_field(type, fact.name)].sentinel =
                Sentinel{*fact.sentinel, find_field(type, fact.sentinel_with)};
}

}  // namespace

ItemType item_type(const ItemFacts& facts) {
    ItemType type;
    type.name = facts.name;
    type.origin =
        facts.uuid.empty() ? std::to_string(facts.wire_type) : "uuid " + std::string(facts.uuid);
    type.shares_names = facts.of_player;
    take_fields(facts.fields, type);
    return type;
}

ItemType unknown_item_type(int wire_type) {
    ItemType type;
    type.name = concat("type_", wire_type);
    type.origin = std::to_string(wire_type);
    type.known = false;
    return type;
}

ItemType unknown_extended_type(std::string_view uuid) {
    ItemType type;
    type.name = "uuid_" + std::string(uuid);
    type.origin = "uuid " + std::string(uuid);
    type.known = false;
    return type;
}

ItemType event_type(const MessageFacts& facts) {
    ItemType type;
    type.name = facts.name;
    type.origin = facts.uuid.empty() ? concat(facts.system ? "system " : "game ", facts.id)
                                     : "uuid " + std::string(facts.uuid);
    type.use = TypeUse::Event;
    type.event_class = facts.about;
    take_fields(facts.fields, type);
    type.fields.push_back(plain_field(kRawField, FieldKind::Blob, true));
    return type;
}

namespace {

bool is_built_in(std::string_view table, const ItemFacts& facts) {
    for (const auto& [name, known] : {std::pair("0.6", item_types_06()),
                                      {"0.7", item_types_07()},
                                      {"ddnet", item_types_ddnet()}}) {
        if (facts.uuid.empty() && name != table) continue;
        for (const ItemFacts& one : known)
            if (one.uuid == facts.uuid && one.wire_type == facts.wire_type) return true;
    }
    return false;
}

// A schema holds each name once: two types of one name would be taken for one. A recording is of
// 0.6 or of 0.7; both have extended types, and empty tables of the usual ones.
class TakenNames {
public:
    TakenNames() {
        Schema usual;
        add_usual_types(usual);
        for (auto* names : {&names_06_, &names_07_}) {
            names->emplace(kUnknownMessage);
            for (std::size_t i = 0; i < usual.size(); ++i)
                names->insert(usual[static_cast<TypeId>(i)].name);
            add(item_types_ddnet(), *names);
            add(message_types_ddnet(), *names);
        }
        add(item_types_06(), names_06_);
        add(message_types_06(), names_06_);
        add(item_types_07(), names_07_);
        add(message_types_07(), names_07_);
    }

    // False: another type of its recordings has the name.
    bool take(const ItemFacts& facts, std::string_view table) {
        const bool all = !facts.uuid.empty();
        bool free = true;
        if (all || table != "0.7") free = names_06_.emplace(facts.name).second;
        if (all || table != "0.6") free = names_07_.emplace(facts.name).second && free;
        return free;
    }

private:
    using Names = std::set<std::string>;
    template <typename All>
    static void add(const All& types, Names& names) {
        for (const auto& facts : types) names.emplace(facts.name);
    }

    Names names_06_{};
    Names names_07_{};
};

}  // namespace

Result<std::vector<DescribedType>> read_item_types(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    const Result<std::unique_ptr<TypeTables>> tables = TypeTables::parse(lines);
    if (!tables) return tables.error();
    TakenNames taken;
    std::vector<DescribedType> types;
    for (const std::string_view table : {"0.6", "0.7", "ddnet"})
        if (const TypeTables::Table* own = (*tables)->find_table(table))
            for (const ItemFacts& facts : own->items) {
                types.push_back({item_type(facts), facts.uuid.empty() ? std::string(table) : ""});
                if (is_built_in(table, facts))
                    types.back().type.known = false;
                else if (!taken.take(facts, table))
                    return fail("the name '", facts.name, "' is taken; choose another one");
            }
    for (const std::string_view table : {"0.6", "0.7", "ddnet"})
        if (const TypeTables::Table* own = (*tables)->find_table(table))
            for (const MessageFacts& facts : own->messages) {
                types.push_back({event_type(facts), facts.uuid.empty() ? std::string(table) : ""});
                types.back().type.known = false;
            }
    return types;
}

ItemType unknown_message_type() {
    ItemType type;
    type.name = kUnknownMessage;
    type.use = TypeUse::Event;
    type.known = false;
    type.fields = {
        plain_field("to_server", FieldKind::Bool), plain_field("system", FieldKind::Bool),
        plain_field("id", FieldKind::Int32, true), plain_field("uuid", FieldKind::Text, true),
        plain_field(kRawField, FieldKind::Blob)};
    return type;
}

}  // namespace tickreel::teeworlds
