#pragma once
// Of each frame of a match file what one view, or the world, has there: among its segments, gaps
// and markers, and with gaps where it cannot be had.

#include <optional>
#include <string>
#include <vector>

#include "format/reel/reader_core.h"
#include "tickreel/reel/match_reader.h"

namespace tickreel {

// Segments, gaps and markers before the frames that they precede.
class InOrder {
public:
    InOrder(const MatchView& view, FrameSink& into);

    // All stretches of the file that cannot be read, as far as they are known, in its moments.
    void lose(std::vector<Gap> lost) { lost_ = std::move(lost); }
    // A frame of the view, and where the file has it.
    void add(const Frame& frame, Moment of_file);
    void rest();

private:
    void before(Moment moment);
    void say_lost(std::uint32_t segment, Moment until);
    void say_lost_before(const Frame& first, Moment of_file);

    struct Last {
        Moment of_file{};
        std::uint32_t segment = 0;  // of the view
    };

    const MatchView& view_;
    FrameSink& into_;
    Tick alive_for_;
    std::optional<Last> last_{};
    std::vector<Gap> lost_{};
    std::size_t segment_ = 0;
    std::size_t gap_ = 0;
    std::size_t marker_ = 0;
};

class OneCopy {
public:
    // All must outlive it.
    OneCopy(const ReaderCore& core, const MatchView& from, FrameSink& into)
        : core_(core), order_(from, into) {}

    // `frame`: what is taken out of `joined`; nothing: it has none there.
    void add(const Frame& joined, const Result<std::optional<Frame>>& frame,
             const ProblemSink& problems);
    void end();

private:
    void learn();
    void note_failed(const Frame& joined, const std::string& why);

    const ReaderCore& core_;
    InOrder order_;
    std::size_t damage_ = 0;
    std::vector<Gap> failed_;  // frames that are there and good for nothing
    bool fails_ = false;       // the last one is
    bool failed_anew_ = false;
};

}  // namespace tickreel
