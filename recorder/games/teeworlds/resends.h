#pragma once
// What a side of the connection sent again, and what it asked the other for again, as events
// `ServerResend` (class transport) and `ClientResend` (class input): one for each packet that does,
// none without loss. Their times are relative to the frame that they belong to (FrameStream).

#include <array>
#include <optional>

#include "recorder/games/teeworlds/frame_stream.h"
#include "recorder/games/teeworlds/wire/observer.h"
#include "tickreel/model/frame_sink.h"

namespace tickreel::teeworlds {

ItemType resend_type(Direction direction);

class ResendEvents {
public:
    // One object serves one sink.
    RelativeEvent make_event(const Resends& resends, FrameSink& sink);

private:
    std::array<std::optional<TypeId>, 2> types_{};  // by direction
};

}  // namespace tickreel::teeworlds
