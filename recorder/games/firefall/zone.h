#pragma once
// The server's message that starts a new zone, on the matrix channel. The message id depends on the
// protocol, which the message names: it is accepted if both agree.

#include <optional>
#include <string>

#include "recorder/games/firefall/layout.h"
#include "tickreel/base/bytes.h"

namespace tickreel::firefall {

struct Zone {
    const ProtocolLayout* protocol = nullptr;
    std::uint32_t id = 0;
    std::string name{};
};

std::optional<Zone> read_enter_zone(ByteView payload);
Bytes write_enter_zone(const Zone& zone);  // `protocol` is not nullptr
bool is_exit_zone(const ProtocolLayout& protocol, ByteView payload);

}  // namespace tickreel::firefall
