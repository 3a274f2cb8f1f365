#pragma once
// What the recorded client sends of its keys and mouse (INPUT, up to 50 a second), and what the
// server answers about their timing (INPUTTIMING), as events `Input` and `InputTiming`. Ticks are
// stored relative to the frame that the event belongs to, because such numbers are small;
// FrameStream fills them in. The columns `intended_tick` and `acked_tick` of the SQL view `inputs`
// are absolute.

#include <optional>

#include "recorder/games/teeworlds/frame_stream.h"
#include "recorder/games/teeworlds/wire/observer.h"
#include "tickreel/model/frame_sink.h"

namespace tickreel::teeworlds {

// How an input relates to those before it. UDP may repeat and reorder them.
enum class InputStatus : std::uint8_t {
    New,      // for a later tick than any before
    Repeat,   // for the tick of the newest one
    Overdue,  // for an earlier tick than the newest one
};

ItemType input_type(Protocol protocol);
ItemType input_timing_type(Protocol protocol);

class InputEvents {
public:
    explicit InputEvents(Protocol protocol) : protocol_(protocol) {}

    // INPUT of the client or INPUTTIMING of the server; nothing when the body cannot be read, which
    // is counted. One object serves one sink.
    std::optional<RelativeEvent> read(const Message& message, FrameSink& sink);
    void restart() { newest_.reset(); }  // a new timeline

    std::uint64_t inputs() const { return inputs_; }
    std::uint64_t broken() const { return broken_; }

private:
    // A registered type and the slots of the fields that FrameStream fills in.
    struct TimedType {
        TimedType(ItemType shape, FrameSink& sink);
        ItemType type;
        TypeId id;
        std::size_t delay;
        std::size_t margin;
        std::size_t ack_lag;  // of inputs
    };

    std::optional<RelativeEvent> read_input(ByteView body, FrameSink& sink);
    std::optional<RelativeEvent> read_timing(ByteView body, FrameSink& sink);
    InputStatus status_of(std::int32_t intended);

    Protocol protocol_;
    std::optional<TimedType> input_{};
    std::optional<TimedType> timing_{};
    std::optional<std::int32_t> newest_{};  // intended tick
    std::uint64_t inputs_ = 0;
    std::uint64_t broken_ = 0;
};

}  // namespace tickreel::teeworlds
