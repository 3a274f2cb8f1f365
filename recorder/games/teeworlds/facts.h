#pragma once
// What is known of an item or message type: one fact per field. types.txt has them all and
// describes them (type_tables.h reads it); schema_fields.h turns them into types of the model.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "tickreel/model/schema.h"

namespace tickreel::teeworlds {

struct ValueName {
    std::int64_t value = 0;
    std::string_view name{};
};
using ValueNames = std::span<const ValueName>;

enum class FactKind : std::uint8_t {
    Int,
    Bool,
    Tick,
    Enum,
    Flags,
    PackedText,  // items only: `count` words
    String,      // messages only: bytes up to a NUL
    Raw,         // messages only: `count` bytes
};

struct FieldFact {
    std::string_view name{};
    FactKind kind = FactKind::Int;
    Roles roles{};
    double scale = 1.0;
    std::string_view unit{};
    ValueNames values{};
    std::uint16_t count = 1;  // PackedText: words; Raw: bytes; else the length of an array
    bool optional = false;    // messages only: later servers added it at the end
    // The word that stands for "not sent" or "never set", where the field so called has it too
    // ("" = the word alone says so).
    std::optional<Word> sentinel{};
    std::string_view sentinel_with{};
};

// Numbered types have a number on the wire, extended (DDNet) types a UUID, written as
// "76ce455b-f9eb-3a48-add7-e04b941d045c".
struct ItemFacts {
    std::string_view name{};
    int wire_type = -1;  // -1: extended
    std::string_view uuid{};
    // A row is the item's words unchanged; servers may send fewer or more words than these.
    std::vector<FieldFact> fields{};
    bool of_player = false;  // its ids are player numbers
};

enum class Sender : std::uint8_t { Server, Client, Both };
enum class Keep : std::uint8_t { Event, Count };

// Strings end with NUL, Raw is plain bytes, everything else is a variable-length int.
struct MessageFacts {
    std::string_view name{};
    int id = -1;  // -1: extended
    std::string_view uuid{};
    bool system = false;
    Sender sender = Sender::Server;
    Keep keep = Keep::Event;
    std::vector<FieldFact> fields{};
    std::vector<std::uint16_t> lengths{};  // the numbers of optional values sent; empty: any
    EventClass about = EventClass::Other;
};

}  // namespace tickreel::teeworlds
