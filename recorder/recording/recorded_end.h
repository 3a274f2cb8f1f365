#pragma once
// Where the recordings of an earlier recorder end, read from its files: the only place that knows
// for certain which frames a killed program wrote.

#include <chrono>
#include <optional>
#include <span>
#include <string>

#include "recorder/games/game.h"
#include "tickreel/model/ignoring_sink.h"
#include "tickreel/model/item.h"

namespace tickreel {

struct RecordedEnd {
    std::string game{};  // id
    Moment last{};
    std::chrono::nanoseconds time{};  // of the last frame
    Tick step = 0;                    // from one snapshot to the next, as far as it is known
    Segment segment{};                // of the last frame
    bool operator==(const RecordedEnd&) const = default;
};

struct LeftFile {
    std::string path{};  // or that of the folder with a client's parts, see kept_parts.h
    std::optional<RecordedEnd> end{};  // it was closed: it may have become part of another file
    bool operator==(const LeftFile&) const = default;
};

// Of the last of these files, oldest first, that has a frame; empty if none has. `unreadable` is
// set if a newer one cannot be read and nobody said how it ends.
std::optional<RecordedEnd> recorded_end(std::span<const LeftFile> files, bool& unreadable);

// How many frames of this decoder's output an earlier recorder already wrote: those up to its last
// one; if that does not come, those up to its time.
class WrittenFrames final : public IgnoringSink {
public:
    explicit WrittenFrames(const RecordedEnd& end) : end_(end) {}

    void add_frame(const Frame& frame) override;

    bool found_end() const { return up_to_end_ > 0; }
    std::uint64_t count() const { return up_to_end_ > 0 ? up_to_end_ : up_to_time_; }

private:
    RecordedEnd end_;
    std::uint64_t frames_ = 0;
    std::uint64_t up_to_end_ = 0;
    std::uint64_t up_to_time_ = 0;
};

}  // namespace tickreel
