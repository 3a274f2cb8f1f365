#pragma once
// Makes the events of resends (recorder/games/resends.h). Their times are relative to the frame
// that they belong to (FrameStream).

#include <array>
#include <optional>

#include "recorder/games/resends.h"
#include "recorder/games/teeworlds/frame_stream.h"
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
