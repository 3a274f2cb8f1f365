#include "recorder/games/teeworlds/message_types.h"

#include <algorithm>

namespace tickreel::teeworlds {

namespace {

template <class Matches>
const MessageFacts* find_in(std::span<const MessageFacts> messages, Matches matches) {
    const auto at = std::find_if(messages.begin(), messages.end(), matches);
    return at == messages.end() ? nullptr : &*at;
}

std::span<const MessageFacts> numbered(Protocol protocol) {
    return protocol == Protocol::V07 ? message_types_07() : message_types_06();
}

}  // namespace

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
