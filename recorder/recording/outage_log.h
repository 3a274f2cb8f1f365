#pragma once
// What one connection's files do not have since one of them failed: how long, how many snapshots,
// and which ticks of which segments, so that the next file names them as gaps. Not thread-safe.

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "recorder/recording/recording_sink.h"
#include "tickreel/model/frame.h"

namespace tickreel {

class OutageLog {
public:
    using Give = std::function<void(const Gap&)>;

    // A file failed, or could not be made. Of an outage that goes on, `now.error` is the newest.
    void begin(FileOutage now);
    // A file has the newest frame. What is lost of segments before its first is in no file.
    void end(std::uint32_t first_segment, const Give& nowhere);
    const std::optional<FileOutage>& now() const { return now_; }

    // The open file was given a frame, ...
    void note_in_file(Moment frame) { note(in_file_, frame); }
    // ... is closed, with what it was given, ...
    void close_file() { in_file_.clear(); }
    // ... or is gone, with what it was given.
    void lose_file();
    // No file has this frame.
    void note_lost(Moment frame) { note(lost_, frame); }
    // So many snapshots are lost, whichever they were.
    void count(std::uint64_t snapshots);
    std::uint64_t snapshots_lost() const { return snapshots_lost_; }  // in all outages

    // For the next file: where it has to begin to name everything, ...
    std::optional<std::uint32_t> first_segment() const;
    // ... what segments from `first` to before `end` lack, ...
    void give_segments(std::uint32_t first, std::uint32_t end, const Give& give) const;
    // ... what lies between the beginning of the frame's segment and the frame, ...
    void give_before(const Frame& frame, const Give& give) const;
    // ... the gap before a frame: what of it came, and no file took, is not missing for another
    // reason, ...
    void give(const Gap& gap, const Give& give) const;
    // ... and whether a gap lies within what give_segments() gives.
    bool covers(const Gap& gap) const;

private:
    struct Ticks {
        Tick first = 0;
        Tick last = 0;
    };
    using TicksBySegment = std::map<std::uint32_t, Ticks>;

    static void note(TicksBySegment& ticks, Moment frame);
    const Ticks* lost_of(std::uint32_t segment) const;  // nullptr: none, or no outage

    std::optional<FileOutage> now_{};
    TicksBySegment lost_{};     // since the last frame that a file has
    TicksBySegment in_file_{};  // the open one
    std::uint64_t snapshots_lost_ = 0;
};

}  // namespace tickreel
