#pragma once
// The last minutes of a recording, for `record --keep-last`: in memory, or in a folder where a
// recorder that is killed leaves them (kept_parts.h). Frames are stored as small
// separate reels, so that ten minutes of 62 players take a few megabytes, not hundreds. Old ones
// are dropped as a whole: up to an eighth more than requested is kept.

#include <chrono>
#include <deque>
#include <map>
#include <string>

#include "tickreel/reel/reel_writer.h"

namespace tickreel {

class FrameRing final : public FrameSink {
public:
    // `folder`: a part is a file in a folder in it; "" = in memory. `game`: its id.
    FrameRing(std::chrono::nanoseconds keep, const ReelOptions& reel, std::string folder = {},
              std::string game = {}, double ticks_per_second = 0);
    ~FrameRing() override;

    TypeId add_type(const ItemType& type) override;
    void set_property(std::string_view key, std::string_view value) override;
    void begin_segment(const Segment& segment) override;
    void add_attachment(const Attachment& attachment) override;
    void add_marker(const Marker& marker) override;
    void add_gap(const Gap& gap) override;
    void add_frame(const Frame& frame) override;
    Result<void> finish() override { return {}; }

    const Schema& schema() const { return schema_; }
    // How far a replay came.
    struct Place {
        std::chrono::nanoseconds time{-1};
        std::size_t segments = 0;
    };
    // Writes everything stored after that place, oldest first, to the sink, a new one if it is {}.
    // Does not call its finish(), and removes nothing.
    Result<Place> replay(FrameSink& into, Place after);
    // Of the oldest frame; that of the newest if there is none.
    std::chrono::nanoseconds begin() const;
    void flush();  // what is held back goes to the folder

private:
    struct Part;
    template <class What>
    struct Timed {
        std::chrono::nanoseconds time{};  // when it came
        What what{};
    };
    void start_part(std::chrono::nanoseconds time, bool in_memory = false);
    std::unique_ptr<ByteSink> sink_for(Part& part, bool in_memory);
    void forget_first();
    void forget_before(std::chrono::nanoseconds time);

    std::chrono::nanoseconds keep_;
    ReelOptions reel_;
    std::string folder_;  // "" = in memory
    std::string game_;
    double ticks_per_second_;
    unsigned next_part_ = 0;
    Schema schema_;
    std::map<std::string, std::string, std::less<>> properties_;
    std::deque<Segment> segments_;
    std::deque<Attachment> attachments_;
    std::deque<Timed<Gap>> gaps_;
    std::deque<Timed<Marker>> markers_;
    std::deque<Part> parts_;
    std::chrono::nanoseconds now_{};
};

}  // namespace tickreel
