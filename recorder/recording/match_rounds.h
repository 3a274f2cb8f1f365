#pragma once
// `record --match --split`: which of its match files each snapshot of each client belongs to. The
// parts of a match, its rounds, are numbered from 1. All clients of a server change at the same
// tick, whenever they hear of it: what belongs together is found from the map, and from the ticks,
// which restart with it. On the recorder thread only.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "tickreel/model/frame.h"

namespace tickreel {

struct RoundOptions {
    bool by_map = false;              // each map is a round; a match of the game may be one too
    std::uint64_t bytes = 0;          // another round after so many of all clients; 0: never
    std::chrono::nanoseconds time{};  // and after so long
    // Whether other files can begin; if not, what nobody but us wants to end goes on, and is asked
    // about again after `retry`. Unset: they can.
    std::function<bool()> may_begin{};
    std::chrono::nanoseconds retry{};
};

// Every file begins with the names of types and the map. Where that alone is as large as files may
// be, each would hold one snapshot: none ends before it is twice as large.
struct FileSize {
    std::uint64_t bytes = 0;
    std::uint64_t head = 0;  // of them
    bool is_full(std::uint64_t limit) const {
        return limit != 0 && bytes >= std::max(limit, 2 * head);
    }
};

// A snapshot.
struct RoundPlace {
    const Segment& segment;
    Tick tick = 0;
    std::chrono::nanoseconds time{};
    double ticks_per_second = 0;
    std::optional<Tick> match_start{};  // as the game says it; to split by match
    bool match_begins = false;          // since this client's snapshot before
};

class MatchRounds {
    struct Timeline;

public:
    // What is known of one client.
    class Member {
        friend class MatchRounds;
        std::shared_ptr<Timeline> timeline_{};
        Tick last_ = kNoTick;
        FileSize size_{};
        unsigned round_ = 0;
    };

    explicit MatchRounds(const RoundOptions& options) : options_(options) {}

    // Goes on with a round that an earlier recorder began: its time, and the last snapshot that is
    // known of it. No round has a higher number.
    void go_on(unsigned round, std::chrono::nanoseconds begin, const RoundPlace& last);

    void begin_segment(Member& member) const { member.timeline_.reset(); }
    unsigned round_of(Member& member, const RoundPlace& place);
    // How large the client's file of this round has become.
    void count(Member& member, unsigned round, const FileSize& size);
    // The next snapshot that nobody has yet begins another round.
    void split() { split_wanted_ = newest_round_ != 0; }

    unsigned newest() const { return newest_round_; }  // 0: none has begun

private:
    struct Cut {
        Tick from = 0;
        unsigned round = 0;
    };
    // The ticks of a map, from its start to the next.
    struct Timeline {
        Segment segment{};
        Tick newest = 0;  // tick, time and match of the newest snapshot
        std::chrono::nanoseconds time{};
        std::optional<Tick> match_start{};
        std::vector<Cut> cuts{};  // by tick
        bool left = false;        // by an earlier recorder, and nobody has come since
    };
    std::shared_ptr<Timeline> find(const RoundPlace& place) const;
    std::shared_ptr<Timeline> add(const RoundPlace& place);
    unsigned begin_round(Timeline& timeline, Tick from, std::chrono::nanoseconds time);
    void join(Member& member, const RoundPlace& place);
    void note_match(Timeline& timeline, const RoundPlace& place, Tick before);
    bool is_due(const RoundPlace& place);

    RoundOptions options_;
    std::vector<std::shared_ptr<Timeline>> timelines_{};  // the newest last
    unsigned newest_round_ = 0;
    std::chrono::nanoseconds begin_{};  // of the newest round
    FileSize size_{};                   // of its recordings
    bool split_wanted_ = false;
    std::optional<std::chrono::nanoseconds> put_off_{};  // when no other files could begin
};

}  // namespace tickreel
