#pragma once
// What the words of an event are predicted from: shared by writer and reader of event columns.

#include <vector>

#include "format/reel/codecs/columns_streams.h"
#include "tickreel/model/frame.h"

namespace tickreel::columns {

// Four bits of a column's byte.
enum EventPredictor : std::uint8_t {
    kNothing,      // 0
    kLastEvent,    // as in the last event
    kGrowing,      // that and its growth
    kWithTicks,    // that and the ticks since
    kSteadyClock,  // a time behind the frame's that goes on as the two before; has a unit
    kSamePlace,    // as in the event of the same number in the frame before
    kNeighbour,    // as in the event of the same number of the view before
    kEventBefore,  // a word of the event before it in the frame; has its number
    kWithWord,     // grown as a word before it in the row has; has its number
    kWithBefore,   // grown as a word of the event before has since that of the last; has its number
    kEventPredictors
};

// The rest of the byte.
inline constexpr unsigned kPredictorBits = 4;
inline constexpr Byte kPredictorMask = 15;
inline constexpr Byte kLowBytesMask = 3;  // number of low bytes, after the predictor
inline constexpr Byte kHasValues = 64;    // else every word is as predicted
inline constexpr Byte kHasStep = 128;     // differences are multiples of a number

inline bool has_parameter(std::uint8_t predictor) {
    return predictor == kSteadyClock || predictor >= kEventBefore;
}

// The time of a frame in a column's unit.
inline std::uint32_t time_in(const Frame& frame, std::uint64_t unit) {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(frame.time.count()) / unit);
}

// Rows that an event may be like; never null. Frames are those of the rows.
struct EventContext {
    const Word* last = nullptr;
    const Word* older = nullptr;
    const Word* same_place = nullptr;
    const Word* neighbour = nullptr;
    std::uint32_t now = 0;
    std::uint32_t last_frame = 0;
    std::uint32_t older_frame = 0;
    Row before{};       // of any table; empty for the first event of a view
    Row last_before{};  // that of the last row

    // Of a word of a row whose words before it are known; `parameter` is the column's, 0 if it
    // has none.
    std::uint32_t predict(const Word* row, std::size_t word, std::uint8_t predictor,
                          std::uint64_t parameter, std::span<const Frame> frames) const {
        const std::uint32_t value = unsign(last[word]);
        switch (predictor) {
            case kLastEvent:
                return value;
            case kGrowing:
                return value + (value - unsign(older[word]));
            case kWithTicks:
                return value + static_cast<std::uint32_t>(frames[now].tick) -
                       static_cast<std::uint32_t>(frames[last_frame].tick);
            case kSteadyClock: {
                const std::uint32_t at = value + time_in(frames[last_frame], parameter);
                const std::uint32_t was =
                    unsign(older[word]) + time_in(frames[older_frame], parameter);
                return at + (at - was) - time_in(frames[now], parameter);
            }
            case kSamePlace:
                return unsign(same_place[word]);
            case kNeighbour:
                return unsign(neighbour[word]);
            case kEventBefore:
                return word_at(before, static_cast<std::size_t>(parameter));
            case kWithWord:
                return value + unsign(row[parameter]) - unsign(last[parameter]);
            case kWithBefore:
                return value + word_at(before, static_cast<std::size_t>(parameter)) -
                       word_at(last_before, static_cast<std::size_t>(parameter));
            default:
                return 0;
        }
    }
};

// The rows of a table, in order.
class EventHistory {
public:
    explicit EventHistory(std::size_t length) : zeros_(length) {}

    // Of the next row.
    EventContext next(std::uint32_t frame, std::uint32_t view, Row before) {
        if (view >= lanes_.size()) lanes_.resize(std::size_t{view} + 1);
        Lane& lane = lanes_[view];
        if (lane.now.count == 0 || lane.now.frame != frame) {
            lane.before = lane.now;
            lane.now = {frame, static_cast<std::uint32_t>(rows_.size()), 0};
        }
        EventContext context;
        context.now = frame;
        context.before = before;
        const bool first = lane.rows == 0;
        const bool any = !rows_.empty();
        context.last = !first ? rows_[lane.last] : any ? rows_.back() : zeros_.data();
        context.last_frame = !first ? lane.last_frame : any ? last_frame_ : frame;
        context.last_before = !first ? before_[lane.last] : any ? before_.back() : Row();
        context.older = lane.rows > 1 ? rows_[lane.older] : context.last;
        context.older_frame = lane.rows > 1 ? lane.older_frame : context.last_frame;
        const std::uint32_t number = lane.now.count;
        context.same_place =
            number < lane.before.count ? rows_[lane.before.first + number] : context.last;
        context.neighbour = context.same_place;
        if (view > 0) {
            const Run& run = lanes_[view - 1].now;
            if (run.frame == frame && number < run.count)
                context.neighbour = rows_[run.first + number];
        }
        return context;
    }
    // That row; it and the one before must stay where they are.
    void add(std::uint32_t frame, std::uint32_t view, const Word* row, Row before) {
        Lane& lane = lanes_[view];
        lane.older = lane.last;
        lane.older_frame = lane.last_frame;
        lane.last = static_cast<std::uint32_t>(rows_.size());
        lane.last_frame = last_frame_ = frame;
        ++lane.rows;
        ++lane.now.count;
        rows_.push_back(row);
        before_.push_back(before);
    }

private:
    // Of one frame.
    struct Run {
        std::uint32_t frame = 0;
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };
    // The rows of a view.
    struct Lane {
        std::uint32_t rows = 0;
        std::uint32_t last = 0;
        std::uint32_t older = 0;
        std::uint32_t last_frame = 0;
        std::uint32_t older_frame = 0;
        Run now{};
        Run before{};
    };

    std::vector<Word> zeros_;
    std::vector<const Word*> rows_;
    std::vector<Row> before_;  // the events before them
    std::vector<Lane> lanes_;
    std::uint32_t last_frame_ = 0;
};

}  // namespace tickreel::columns
