#pragma once
// The messages of 0.6, 0.7 and DDNet as data: number or UUID, who sends it, whether a recording
// keeps it, and its fields. Strings end with NUL, everything else is a variable int; Raw is plain
// bytes. What a recording never keeps (passwords, remote console, tokens, transport) is Count: no
// fields, so that nothing of it can reach a file.

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
    // How many optional values real servers send; .demo pads messages with zeros to 4 bytes, which
    // look like values. Empty: as many as there are.
    std::span<const std::uint16_t> lengths{};
    EventClass about = EventClass::Other;

    constexpr MessageFacts is(EventClass kind) const {
        MessageFacts facts = *this;
        facts.about = kind;
        return facts;
    }
};

// A message is known by its number or its UUID.
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
std::span<const MessageFacts> message_types_07();  // what is not here of the system's is counted
std::span<const MessageFacts> message_types_ddnet();

const MessageFacts* find_message(Protocol protocol, bool system, int id);
const MessageFacts* find_message(std::string_view uuid);
const MessageFacts* find_message_named(Protocol protocol, std::string_view name);  // or by UUID

}  // namespace tickreel::teeworlds
