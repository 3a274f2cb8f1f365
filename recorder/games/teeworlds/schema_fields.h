#pragma once
// Converts the tables of facts to types of the model. Arrays become numbered fields ("team_0"). An
// event type ends with a nullable blob "raw": the message's bytes, present only if the fields alone
// cannot reproduce them.

#include "recorder/games/game.h"
#include "recorder/games/teeworlds/type_tables.h"

namespace tickreel::teeworlds {

inline constexpr std::string_view kRawField = "raw";
inline constexpr std::string_view kUnknownMessage = "Message";

ItemType item_type(const ItemFacts& facts);
ItemType unknown_item_type(int wire_type);              // "type_24", no fields: raw words
ItemType unknown_extended_type(std::string_view uuid);  // "uuid_76ce455b-..."
ItemType event_type(const MessageFacts& facts);
// The types of a text like types.txt; errors name the line. Those that it cannot teach are not
// `known`: items that this build knows, and messages.
Result<std::vector<DescribedType>> read_item_types(std::string_view text);
// Messages without a table entry: {to_server, system, id or uuid, raw}.
ItemType unknown_message_type();

}  // namespace tickreel::teeworlds
