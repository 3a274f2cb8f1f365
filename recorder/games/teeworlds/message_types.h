#pragma once
// The messages of 0.6, 0.7 and DDNet as data: number or UUID, sender, whether a recording keeps it,
// and its fields. Strings end with NUL, Raw is plain bytes, everything else is a variable-length
// int. Messages that a recording never keeps (passwords, remote console, tokens, transport) are
// Count: without fields, so that nothing of them can reach a file.

#include "recorder/games/teeworlds/facts.h"
#include "recorder/games/teeworlds/wire/protocol.h"

namespace tickreel::teeworlds {

enum class Sender : std::uint8_t { Server, Client, Both };
enum class Keep : std::uint8_t { Event, Count };

struct MessageFacts {
    std::string_view name{};
    int id = -1;              // -1: extended
    std::string_view uuid{};  // extended only
    bool system = false;
    Sender sender = Sender::Server;
    Keep keep = Keep::Event;
    FieldFacts fields{};
    // The numbers of optional values that real servers send; .demo files pad messages with zeros to
    // 4 bytes, which look like values. Empty: any number.
    std::span<const std::uint16_t> lengths{};
    EventClass about = EventClass::Other;

    constexpr MessageFacts is(EventClass kind) const {
        MessageFacts facts = *this;
        facts.about = kind;
        return facts;
    }
};

// Identifies a message by its number or UUID.
struct MessageKey {
    constexpr MessageKey(int number) : id(number) {}
    constexpr MessageKey(std::string_view text) : uuid(text) {}
    constexpr MessageKey(const char* text) : uuid(text) {}
    int id = -1;
    std::string_view uuid{};
};

constexpr MessageFacts from_server(std::string_view name, MessageKey key, FieldFacts fields = {},
                                   std::span<const std::uint16_t> lengths = {}) {
    return {name, key.id, key.uuid, false, Sender::Server, Keep::Event, fields, lengths};
}
constexpr MessageFacts from_client(std::string_view name, MessageKey key, FieldFacts fields = {}) {
    return {name, key.id, key.uuid, false, Sender::Client, Keep::Event, fields, {}};
}
constexpr MessageFacts system_event(std::string_view name, MessageKey key, FieldFacts fields = {}) {
    return {name, key.id, key.uuid, true, Sender::Server, Keep::Event, fields, {}};
}
constexpr MessageFacts counted(std::string_view name, MessageKey key, Sender sender) {
    return {name, key.id, key.uuid, true, sender, Keep::Count, {}, {}};
}

std::span<const MessageFacts> message_types_06();
std::span<const MessageFacts> message_types_07();  // other 0.7 system messages are only counted
std::span<const MessageFacts> message_types_ddnet();

const MessageFacts* find_message(Protocol protocol, bool system, int id);
const MessageFacts* find_message(std::string_view uuid);
const MessageFacts* find_message_named(Protocol protocol, std::string_view name);  // or by UUID

}  // namespace tickreel::teeworlds
