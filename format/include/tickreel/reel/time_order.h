#pragma once
// How the times of frames go with their ticks. Clocks step backwards: only the writer of a
// recording knows how far, and says so in the footer of a finished one.

#include <chrono>
#include <cstdint>
#include <optional>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// Nanoseconds: no frame's time lies further before the latest of those before it in its segment.
// Nothing: unfinished, or of a version that did not say it.
std::optional<std::uint64_t> most_time_back(const ReelReader& reel);

// The same of frames as they come.
class TimesBack {
public:
    void add(const Frame& frame);
    std::uint64_t most() const { return most_; }

private:
    std::optional<std::uint32_t> segment_{};  // the open one
    std::chrono::nanoseconds latest_{};       // of its times
    std::uint64_t most_ = 0;
};

struct TimeSpan {
    std::chrono::nanoseconds first{};  // of the first frame
    std::chrono::nanoseconds earliest{};
    std::chrono::nanoseconds latest{};
};
// Of the frames of the chunks [from, to), which are of one group and begin it. Nothing: one of them
// cannot be read, which is not listed as damage: nobody wanted it.
std::optional<TimeSpan> times_of(const ReelReader& reel, std::size_t from, std::size_t to);

}  // namespace tickreel
