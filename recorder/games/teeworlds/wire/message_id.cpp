#include "recorder/games/teeworlds/wire/message_id.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace tickreel::teeworlds {

namespace {

struct Entry {
    SystemMessage message{};
    std::string_view name{};
    int number_06 = 0;  // 0: not in this protocol
    int number_07 = 0;
};

// In the order of the enum. Numbers: message headers of the compiled 0.6, 0.7 and DDNet servers.
constexpr std::array<Entry, 30> kSystemMessages = {{
    {SystemMessage::Info, "INFO", 1, 1},
    {SystemMessage::MapChange, "MAP_CHANGE", 2, 2},
    {SystemMessage::MapData, "MAP_DATA", 3, 3},
    {SystemMessage::ServerInfo, "SERVERINFO", 0, 4},
    {SystemMessage::ConReady, "CON_READY", 4, 5},
    {SystemMessage::Snap, "SNAP", 5, 6},
    {SystemMessage::SnapEmpty, "SNAPEMPTY", 6, 7},
    {SystemMessage::SnapSingle, "SNAPSINGLE", 7, 8},
    {SystemMessage::SnapSmall, "SNAPSMALL", 8, 9},
    {SystemMessage::InputTiming, "INPUTTIMING", 9, 10},
    {SystemMessage::RconAuthStatus, "RCON_AUTH_STATUS", 10, 11},
    {SystemMessage::RconAuthOff, "RCON_AUTH_OFF", 0, 12},
    {SystemMessage::RconLine, "RCON_LINE", 11, 13},
    {SystemMessage::AuthChallenge, "AUTH_CHALLENGE", 12, 16},
    {SystemMessage::AuthResult, "AUTH_RESULT", 13, 17},
    {SystemMessage::Ready, "READY", 14, 18},
    {SystemMessage::EnterGame, "ENTERGAME", 15, 19},
    {SystemMessage::Input, "INPUT", 16, 20},
    {SystemMessage::RconCommand, "RCON_CMD", 17, 21},
    {SystemMessage::RconAuth, "RCON_AUTH", 18, 22},
    {SystemMessage::RequestMapData, "REQUEST_MAP_DATA", 19, 23},
    {SystemMessage::AuthStart, "AUTH_START", 20, 24},
    {SystemMessage::AuthResponse, "AUTH_RESPONSE", 21, 25},
    {SystemMessage::Ping, "PING", 22, 26},
    {SystemMessage::PingReply, "PING_REPLY", 23, 27},
    {SystemMessage::Error, "ERROR", 24, 28},
    {SystemMessage::RconCommandAdd, "RCON_CMD_ADD", 25, 14},
    {SystemMessage::RconCommandRemove, "RCON_CMD_REM", 26, 15},
    {SystemMessage::MapListEntryAdd, "MAPLIST_ENTRY_ADD", 0, 29},
    {SystemMessage::MapListEntryRemove, "MAPLIST_ENTRY_REM", 0, 30},
}};

const Entry& entry_of(SystemMessage message) {
    const Entry& entry = kSystemMessages[static_cast<std::size_t>(message)];
    assert(entry.message == message);
    return entry;
}

int number_in(Protocol protocol, const Entry& entry) {
    return protocol == Protocol::V06 ? entry.number_06 : entry.number_07;
}

}  // namespace

std::optional<MessageId> read_message_id(Unpacker& in) {
    const std::int32_t first = in.get_int();
    if (in.failed() || first < 0) return std::nullopt;
    MessageId id{(first & 1) != 0, first >> 1, std::nullopt};
    if (id.id != 0) return id;
    id.uuid = uuid_from_bytes(in.get_raw(16));
    if (!id.uuid) return std::nullopt;
    return id;
}

void write_message_id(Packer& out, const MessageId& id) {
    out.add_int(id.uuid ? (id.system ? 1 : 0) : id.id * 2 + (id.system ? 1 : 0));
    if (id.uuid) out.add_raw(id.uuid->bytes);
}

std::optional<SystemMessage> system_message(Protocol protocol, const MessageId& id) {
    if (!id.system || id.uuid || id.id == 0) return std::nullopt;
    const auto found =
        std::find_if(kSystemMessages.begin(), kSystemMessages.end(),
                     [&](const Entry& entry) { return number_in(protocol, entry) == id.id; });
    if (found == kSystemMessages.end()) return std::nullopt;
    return found->message;
}

std::optional<std::int32_t> system_message_number(Protocol protocol, SystemMessage message) {
    const int number = number_in(protocol, entry_of(message));
    if (number == 0) return std::nullopt;
    return number;
}

std::string_view system_message_name(SystemMessage message) {
    return entry_of(message).name;
}

Packer begin_system_message(Protocol protocol, SystemMessage message) {
    const std::optional<std::int32_t> number = system_message_number(protocol, message);
    assert(number);
    return begin_message({true, number.value_or(0), std::nullopt});
}

Packer begin_game_message(std::int32_t id) {
    return begin_message({false, id, std::nullopt});
}

Packer begin_message(const MessageId& id) {
    Packer out;
    write_message_id(out, id);
    return out;
}

}  // namespace tickreel::teeworlds
