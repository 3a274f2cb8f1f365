#pragma once
// The types that Teeworlds and DDNet are known to have, read from types.txt.

#include <deque>
#include <map>
#include <memory>

#include "recorder/games/teeworlds/facts.h"
#include "recorder/games/teeworlds/wire/protocol.h"
#include "tickreel/base/result.h"

namespace tickreel::teeworlds {

class TypeTables {
public:
    struct Table {
        std::vector<ItemFacts> items{};
        std::vector<MessageFacts> messages{};
    };

    // The lines must outlive the tables. Errors name the line.
    static Result<std::unique_ptr<TypeTables>> parse(std::span<const std::string_view> lines);

    const Table* find_table(std::string_view name) const;  // "0.6", "0.7", "ddnet"
    ValueNames value_names(std::string_view name) const;   // empty when there are none

private:
    friend class TypeTablesParser;
    std::map<std::string_view, std::vector<ValueName>> names_{};
    std::deque<std::pair<std::string_view, Table>> tables_{};
};

const TypeTables& builtin_tables();

std::span<const ItemFacts> item_types_06();
std::span<const ItemFacts> item_types_07();
std::span<const ItemFacts> item_types_ddnet();  // extended; 0.6 and 0.7 connections carry them
std::span<const MessageFacts> message_types_06();
std::span<const MessageFacts> message_types_07();  // other 0.7 system messages are only counted
std::span<const MessageFacts> message_types_ddnet();

const MessageFacts* find_message(Protocol protocol, bool system, int id);
const MessageFacts* find_message(std::string_view uuid);
const MessageFacts* find_message_named(Protocol protocol, std::string_view name);  // or by UUID

}  // namespace tickreel::teeworlds
