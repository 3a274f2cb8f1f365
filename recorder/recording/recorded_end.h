#pragma once
// Where the recordings of an earlier recorder end, read from its files: the only place that knows
// for certain which frames a killed program wrote.

#include <chrono>
#include <optional>
#include <span>
#include <string>

#include "recorder/games/game.h"
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

// Of the last of these files, oldest first, that has a frame; empty if none has. `unreadable` is
// set if a newer one cannot be read.
std::optional<RecordedEnd> recorded_end(std::span<const std::string> files, bool& unreadable);

// How many frames of this decoder's output an earlier recorder already wrote: those up to its last
// one; if that does not come, those up to its time.
class WrittenFrames final : public FrameSink {
public:
    explicit WrittenFrames(const RecordedEnd& end) : end_(end) {}

    TypeId add_type(const ItemType& type) override { return schema_.add(type); }
    void set_property(std::string_view, std::string_view) override {}
    void begin_segment(const Segment&) override {}
    void add_attachment(const Attachment&) override {}
    void add_marker(const Marker&) override {}
    void add_gap(const Gap&) override {}
    void add_frame(const Frame& frame) override;
    Result<void> finish() override { return {}; }

    bool found_end() const { return up_to_end_ > 0; }
    std::uint64_t count() const { return up_to_end_ > 0 ? up_to_end_ : up_to_time_; }

private:
    RecordedEnd end_;
    Schema schema_{};
    std::uint64_t frames_ = 0;
    std::uint64_t up_to_end_ = 0;
    std::uint64_t up_to_time_ = 0;
};

}  // namespace tickreel
