#pragma once
// Makes the event of the control packet with which one side ends the connection: who, and why.

#include <optional>
#include <string_view>

#include "recorder/datagram.h"
#include "recorder/games/teeworlds/frame_stream.h"
#include "tickreel/model/frame_sink.h"

namespace tickreel::teeworlds {

// `ConnectionClosed` (class transport): of the recorded client's connection, at its last frame.
ItemType closing_type();

class ClosingEvents {
public:
    // One object serves one sink. `reason`: as sent; "" if none was.
    RelativeEvent make_event(Direction by, std::string_view reason, FrameSink& sink);

private:
    std::optional<TypeId> type_{};
};

}  // namespace tickreel::teeworlds
