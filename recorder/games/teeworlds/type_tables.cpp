#include "recorder/games/teeworlds/type_tables.h"

#include <algorithm>
#include <cassert>

namespace tickreel::teeworlds {

// Written by CMake from types.txt.
std::span<const std::string_view> types_lines();

namespace {

std::unique_ptr<TypeTables> load_tables() {
    Result<std::unique_ptr<TypeTables>> tables = TypeTables::parse(types_lines());
    assert(tables);  // the text is ours, and a test reads it
    return tables ? *std::move(tables) : std::make_unique<TypeTables>();
}

const TypeTables::Table& builtin_table(std::string_view name) {
    static const TypeTables::Table kEmpty;
    const TypeTables::Table* table = builtin_tables().find_table(name);
    return table != nullptr ? *table : kEmpty;
}

template <class Matches>
const MessageFacts* find_in(std::span<const MessageFacts> messages, Matches matches) {
    const auto at = std::find_if(messages.begin(), messages.end(), matches);
    return at == messages.end() ? nullptr : &*at;
}

std::span<const MessageFacts> numbered(Protocol protocol) {
    return protocol == Protocol::V07 ? message_types_07() : message_types_06();
}

}  // namespace

const TypeTables::Table* TypeTables::find_table(std::string_view name) const {
    for (const auto& [own, table] : tables_)
        if (own == name) return &table;
    return nullptr;
}

ValueNames TypeTables::value_names(std::string_view name) const {
    const auto at = names_.find(name);
    return at == names_.end() ? ValueNames{} : ValueNames(at->second);
}

const TypeTables& builtin_tables() {
    static const std::unique_ptr<TypeTables> tables = load_tables();
    return *tables;
}

std::span<const ItemFacts> item_types_06() {
    return builtin_table("0.6").items;
}

std::span<const ItemFacts> item_types_07() {
    return builtin_table("0.7").items;
}

std::span<const ItemFacts> item_types_ddnet() {
    return builtin_table("ddnet").items;
}

std::span<const MessageFacts> message_types_06() {
    return builtin_table("0.6").messages;
}

std::span<const MessageFacts> message_types_07() {
    return builtin_table("0.7").messages;
}

std::span<const MessageFacts> message_types_ddnet() {
    return builtin_table("ddnet").messages;
}

const MessageFacts* find_message(Protocol protocol, bool system, int id) {
    return find_in(
        numbered(protocol),
        [&](const MessageFacts& m) { return m.id == id && m.system == system; });
}

const MessageFacts* find_message(std::string_view uuid) {
    return find_in(
        message_types_ddnet(), [&](const MessageFacts& m) { return m.uuid == uuid; });
}

const MessageFacts* find_message_named(Protocol protocol, std::string_view name) {
    const auto named = [&](const MessageFacts& m) { return m.name == name; };
    const MessageFacts* by_number = find_in(numbered(protocol), named);
    return by_number != nullptr ? by_number : find_in(message_types_ddnet(), named);
}

}  // namespace tickreel::teeworlds
