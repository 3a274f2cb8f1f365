#pragma once
// The last minutes of a recording, for `record --keep-last`: in memory, or in a folder where a
// recorder that is killed leaves them (kept_parts.h). Frames are stored as small
// separate reels, so that ten minutes of 62 players take a few megabytes, not hundreds. Old ones
// are dropped as a whole: up to a part more than requested is kept, an eighth, of short rings a
// third.

#include <chrono>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "recorder/recording/part_folders.h"
#include "recorder/recording/part_replay.h"
#include "tickreel/reel/reel_writer.h"

namespace tickreel {

class FrameRing final : public FrameSink {
public:
    // `folders`: a part is a file in a folder in the first of them that takes one (PartFolders);
    // none: in memory. `game`: its id.
    FrameRing(std::chrono::nanoseconds keep, const ReelOptions& reel,
              const std::vector<std::string>& folders = {}, std::string game = {},
              double ticks_per_second = 0);
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
    // Where the newest part on disk is: its folder, and in which of those given; "" = none.
    std::string folder() const { return folders_.newest(); }
    std::string folder_in() const { return folders_.newest_in(); }
    struct Replay {
        PartReplay::Place place{};  // how far it came
        std::uint64_t frames = 0;   // given to the sink
        std::uint64_t lost = 0;     // that no replay can read any more, and none has said so
        std::string problem{};      // why
    };
    // Writes everything stored after that place, oldest first, to the sink, a new one if it names
    // no segments. Does not call its finish(), and removes nothing.
    Replay replay(FrameSink& into, const PartReplay::Place& after);
    // Frames up to this one are somewhere else; a part with later ones stays whole.
    void forget_through(Moment moment);
    // For who finds the folder after a kill: this file is being made of what is here, and no more.
    void note_clip(const std::string& path);
    void forget_clips();
    // Frames that were dropped so far, and the last of them.
    std::uint64_t forgotten() const { return forgotten_; }
    const std::optional<Moment>& last_forgotten() const { return last_forgotten_; }
    std::chrono::nanoseconds keep() const { return keep_; }
    // Not where the disk takes no part: memory does then, until there is room.
    bool outlives_kill() const;
    const std::string& disk_problem() const { return folders_.problem(); }  // why, at last
    void flush();  // what is held back goes to the folder

private:
    struct Part;
    struct Attached {
        std::uint32_t segment = 0;  // the first of those on its map
        Attachment what{};
    };
    void start_part(std::chrono::nanoseconds time);
    std::unique_ptr<ByteSink> sink_for(Part& part);
    bool any_in_memory() const;
    bool move_to_disk();
    void forget_first();
    void forget_before(std::chrono::nanoseconds time);
    bool same_map(std::uint32_t one, std::uint32_t other) const;  // segments

    std::chrono::nanoseconds keep_;
    ReelOptions reel_;
    PartFolders folders_;
    std::string game_;
    double ticks_per_second_;
    unsigned next_part_ = 0;
    Schema schema_;
    std::map<std::string, std::string, std::less<>> properties_;
    std::deque<Segment> segments_;
    std::vector<Attached> attachments_;
    std::vector<Gap> early_gaps_;  // that came before the first frame
    std::vector<Marker> early_markers_;
    std::deque<Part> parts_;
    std::chrono::nanoseconds now_{};
    std::chrono::nanoseconds tried_disk_{};  // when it took no part
    std::uint64_t forgotten_ = 0;
    std::optional<Moment> last_forgotten_{};
};

}  // namespace tickreel
