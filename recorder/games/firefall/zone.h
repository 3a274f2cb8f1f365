#pragma once
// The server's message that a new zone begins, from the matrix channel. The message id depends on
// the protocol, which the message names: one that names the protocol of its id is believed.

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
