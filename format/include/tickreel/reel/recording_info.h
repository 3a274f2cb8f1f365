#pragma once
// Description of a recording, apart from its frames.

#include <chrono>
#include <map>
#include <string>

namespace tickreel {

struct RecordingInfo {
    std::string game{};  // Game::id: "teeworlds"
    double ticks_per_second = 50.0;
    std::chrono::nanoseconds start{};  // UTC since 1970; 0: unknown
    // "protocol", "writer", "server_name" ...: set by the decoder, see FrameSink.
    std::map<std::string, std::string> properties{};
};

}  // namespace tickreel
