#pragma once
// The first field of every message: id * 2 + system, or 0 / 1 followed by a UUID (DDNet). Includes
// the names of both protocols' system messages; the decoder handles game messages. Numbers as used
// by the real servers (PING is 22 and 23, contrary to older notes).

#include <optional>
#include <string_view>

#include "recorder/games/teeworlds/wire/packer.h"
#include "recorder/games/teeworlds/wire/protocol.h"
#include "recorder/games/teeworlds/wire/uuid.h"

namespace tickreel::teeworlds {

struct MessageId {
    bool system = false;
    std::int32_t id = 0;         // 0 if it has a UUID
    std::optional<Uuid> uuid{};  // DDNet extended messages
    bool operator==(const MessageId&) const = default;
};

// Empty if the message is empty or cut, or its number is negative.
std::optional<MessageId> read_message_id(Unpacker& in);
void write_message_id(Packer& out, const MessageId& id);

enum class SystemMessage : std::uint8_t {
    Info,
    MapChange,
    MapData,
    ServerInfo,  // 0.7
    ConReady,
    Snap,
    SnapEmpty,
    SnapSingle,
    SnapSmall,  // numbered, never sent
    InputTiming,
    RconAuthStatus,  // 0.7: RCON_AUTH_ON
    RconAuthOff,     // 0.7
    RconLine,
    AuthChallenge,  // unused
    AuthResult,     // unused
    Ready,
    EnterGame,
    Input,
    RconCommand,
    RconAuth,
    RequestMapData,
    AuthStart,     // unused
    AuthResponse,  // unused
    Ping,
    PingReply,
    Error,  // unused
    RconCommandAdd,
    RconCommandRemove,
    MapListEntryAdd,     // 0.7
    MapListEntryRemove,  // 0.7
};

// Empty for game messages, UUID messages and numbers that the protocol does not define.
std::optional<SystemMessage> system_message(Protocol protocol, const MessageId& id);
// Empty if the protocol has no such message.
std::optional<std::int32_t> system_message_number(Protocol protocol, SystemMessage message);
std::string_view system_message_name(SystemMessage message);

// A packer that already holds the id. The message must exist in the protocol (assert).
Packer begin_system_message(Protocol protocol, SystemMessage message);
Packer begin_game_message(std::int32_t id);
Packer begin_message(const MessageId& id);

}  // namespace tickreel::teeworlds
