#pragma once
// Messages as typed events, using the tables of type_tables.h. Every stored event can be encoded
// again: encode_event() returns the bytes that make_event() received (in a .demo: padded with zeros
// to a multiple of 4). Passwords, remote console, tokens and chat commands never become events.

#include <map>
#include <optional>

#include "recorder/datagram.h"
#include "recorder/games/teeworlds/type_tables.h"
#include "recorder/games/teeworlds/wire/message_id.h"
#include "tickreel/model/frame_sink.h"
#include "tickreel/model/row.h"

namespace tickreel::teeworlds {

enum class Padding : std::uint8_t { None, Demo };

// One value per field of the type; empty if a mandatory field is missing.
std::optional<std::vector<Value>> decode_fields(const MessageFacts& facts, ByteView body,
                                                Padding padding);
Bytes encode_message(const MessageFacts& facts, const std::vector<Value>& values);

const MessageFacts* find_facts(Protocol protocol, const MessageId& id);  // null: unknown
// Lines of the player's own chat that begin with "/" are commands: logins, timeout codes, saves.
bool is_chat_command(std::string_view line);

// The table entry of an event type, by its name and origin; null for types of other games.
const MessageFacts* facts_of(const ItemType& type);
// The message of an event, including its id, without padding. Depends only on the event's type.
Result<Bytes> encode_event(const ItemType& type, Row row);

class MessageEvents {
public:
    explicit MessageEvents(Protocol protocol) : protocol_(protocol) {}

    // Empty for messages that are only counted. One object serves one sink.
    std::optional<Event> make_event(Direction direction, const MessageId& id, ByteView chunk,
                                    ByteView body, Padding padding, FrameSink& sink);

    // Of an event that make_event() made.
    const ItemType& type_of(const Event& event) const;

    std::uint64_t unknown() const { return unknown_; }
    // Known messages that are shorter than any program sends them: kept as bytes or with nulls.
    std::uint64_t too_short() const { return too_short_; }
    std::uint64_t withheld() const { return withheld_; }  // chat commands and the like

private:
    struct RegisteredType {
        ItemType type{};
        TypeId id = 0;
    };

    const RegisteredType& known_type(const MessageFacts& facts, FrameSink& sink);
    Event unknown_event(Direction direction, const MessageId& id, ByteView chunk, FrameSink& sink);

    Protocol protocol_;
    std::map<const MessageFacts*, RegisteredType> types_{};
    std::optional<RegisteredType> unknown_type_{};
    std::uint64_t unknown_ = 0;
    std::uint64_t too_short_ = 0;
    std::uint64_t withheld_ = 0;
};

}  // namespace tickreel::teeworlds
