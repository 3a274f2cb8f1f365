#pragma once
// Turns frames into hits: joins matches to runs, with `for` and `within` applied.

#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "format/analysis/query.h"
#include "format/analysis/unseen_names.h"
#include "tickreel/analysis/query_run.h"
#include "tickreel/analysis/recording_scan.h"

namespace tickreel {

class QueryHits {
public:
    QueryHits(const ReelReader& reader, const Query& query, EvolverMakers evolvers,
              Evolution::FindMap find_map)
        : reader_(reader),
          query_(query),
          unseen_(query),
          evolution_(reader, evolvers, std::move(find_map)) {}

    void begin_after(Frame before) { before_ = std::move(before); }  // not asked about itself
    // Frames around this range are there for `for` and `within` only.
    void ask_within(MomentRange range) { asked_ = range; }
    void add(const Frame& frame);  // in time order
    void finish();                 // no more frames
    // The next finished hit, in order of their beginning.
    std::optional<QueryHit> take();
    // Hits not yet returned by take(), in their current state.
    std::vector<QueryHit> waiting() const;
    const QueryTotals& totals() const { return totals_; }  // hits and snapshots returned

private:
    struct LabelledMatch {  // a match, and the hit's label if it begins here
        Query::Match match{};
        QueryHit hit{};
        bool described = false;
    };
    struct Moments {  // a frame whose `within` condition is undecided
        std::int64_t position = 0;
        double seconds = 0;
        std::uint32_t segment = 0;
        std::vector<LabelledMatch> found{};
        bool asked = true;
    };
    struct Stretch {
        QueryHit hit{};  // of the range that is asked about
        std::int64_t begun = 0;
        std::int64_t ended = 0;
        bool open = true;
        bool kept = true;  // long enough

        void grow(const Moments& to) {
            ended = to.position;
            if (!to.asked) return;
            if (hit.snapshots++ == 0) hit.from = ended;
            hit.to = ended;
        }
    };

    void describe(const Frame& frame, LabelledMatch& found) const;
    void describe_event(const Frame& frame, const Event& event, QueryHit& hit) const;
    void note_leavers(const Frame& frame);
    void settle(Moments moments, const Frame* frame);
    void close_stretches(std::uint64_t number);
    void begin_segment();
    void settle_pending();
    void settle_those_before(double seconds);
    bool is_near(const Moments& here, const Query::Match& match) const;
    bool misses_snapshots(std::int64_t from, std::int64_t to);
    void close(Stretch& stretch) const;

    const ReelReader& reader_;
    const Query& query_;
    std::optional<MomentRange> asked_{};
    UnseenNames unseen_;
    Evolution evolution_;
    RosterHistory roster_;  // built by this scan, because the shared one may be incomplete
    Roster left_;           // names of those who leave at this tick; not of slots: who ever left
    std::optional<Frame> before_;
    std::deque<Moments> pending_;
    // A frame in which the `within` query held.
    struct Near {
        std::int64_t position = 0;
        double seconds = 0;
        std::optional<EntityId> alone{};  // of one event only: its index in the frame
    };
    std::deque<Near> around_;
    std::deque<Stretch> stretches_;
    std::size_t taken_ = 0;  // runs that have left the front
    struct Open {
        std::size_t stretch = 0;  // counted from the very first
        std::uint64_t last = 0;   // the last settled frame it includes
    };
    std::map<std::optional<ItemKey>, Open> open_;
    std::uint64_t settled_ = 0;
    std::uint32_t segment_ = 0;
    std::int64_t position_ = 0;
    std::optional<std::vector<Hole>> holes_;  // read with the first snapshot
    std::vector<Gap> lost_{};                 // what the damage takes, joined
    std::vector<Hole> lost_holes_{};
    std::size_t damage_known_ = 0;
    QueryTotals totals_;
};

}  // namespace tickreel
