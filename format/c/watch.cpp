// The hook for new snapshots.

#include <algorithm>
#include <array>
#include <limits>
#include <mutex>
#include <optional>
#include <vector>

#include "format/c/handles.h"
#include "tickreel/reel/gap_list.h"
#include "tickreel/reel/other_records.h"
#include "tickreel/reel/reel_growth.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel::c {

namespace {

constexpr Tick kFirstTick = std::numeric_limits<Tick>::min();

// Gaps that the recorder reported. Of a finished recording as large as its statistics have them:
// they begin when the next snapshot was due.
std::vector<Gap> reported_gaps(const ReelReader& reel) {
    std::vector<Gap> reported(reel.gaps().begin(), reel.gaps().end());
    if (!reel.finished() || reported.empty()) return reported;
    const Result<Statistics> counts = reel.statistics();
    if (!counts) return reported;
    reported = join_gaps(std::move(reported));
    std::vector<Gap> gaps;
    for (const Gap& gap : counts->gaps) {
        const auto next =
            std::partition_point(reported.begin(), reported.end(), [&](const Gap& one) {
                return Moment{one.segment, one.to} <= Moment{gap.segment, gap.from};
            });
        if (next != reported.end() &&
            Moment{next->segment, next->from} < Moment{gap.segment, gap.to})
            gaps.push_back(gap);
    }
    gaps.insert(gaps.end(), reported.begin(), reported.end());
    return gaps;
}

// What is lost, as far as it is known: gaps that the recorder reported, and damage.
class Losses {
public:
    // After a refresh, which forgets damage and finds other.
    void forget() { known_.reset(); }
    // Call after anything may have found damage; cheap where nothing has.
    void update(const ReelReader& reel) {
        const std::pair known(reel.damage().size(), reel.gaps().size());
        if (known == known_) return;
        known_ = known;
        std::vector<Gap> all = unreadable_ticks(reel);
        const std::vector<Gap> reported = reported_gaps(reel);
        all.insert(all.end(), reported.begin(), reported.end());
        gaps_ = join_gaps(std::move(all));
        unsized_.clear();
        if (knows_all_chunks(reel)) return;
        for (const Damage& damage : reel.damage()) {
            if (!ticks_lost_by(reel.chunks(), damage).empty()) continue;
            const auto next =
                std::find_if(reel.chunks().begin(), reel.chunks().end(),
                             [&](const ChunkInfo& chunk) { return chunk.offset > damage.offset; });
            if (next != reel.chunks().end()) unsized_.push_back({next->segment, next->first_tick});
        }
    }

    // Ticks of [from, to) that are lost; -1: an unknown number of them.
    std::int64_t between(Moment from, Moment to) const {
        std::int64_t lost = 0;
        auto gap = std::partition_point(gaps_.begin(), gaps_.end(), [&](const Gap& one) {
            return Moment{one.segment, one.to} <= from;
        });
        for (; gap != gaps_.end() && Moment{gap->segment, gap->from} < to; ++gap)
            lost += (gap->segment == to.segment ? std::min(gap->to, to.tick) : gap->to) -
                    (gap->segment == from.segment ? std::max(gap->from, from.tick) : gap->from);
        const bool unsized = std::any_of(unsized_.begin(), unsized_.end(), [&](Moment place) {
            return from <= place && place <= to;
        });
        return unsized && lost == 0 ? -1 : lost;
    }

private:
    std::optional<std::pair<std::size_t, std::size_t>> known_{};  // damage and gaps
    std::vector<Gap> gaps_{};                                     // joined, so in order
    std::vector<Moment>
        unsized_{};  // the first snapshot after damage of an unknown number of ticks
};

}  // namespace

// A mutex would be undefined where the hook polls its own watch.
class PollFlag {
public:
    bool try_lock() { return !flag_.test_and_set(); }
    void unlock() { flag_.clear(); }

private:
    std::atomic_flag flag_{};
};

}  // namespace tickreel::c

struct tickreel_watch {
    tickreel_watch(tickreel::c::SharedReelPointer reel, tickreel::Moment from,
                   tickreel_on_snapshot hook_, void* context_)
        : shared(std::move(reel)), hook(hook_), context(context_), growth(from), next(from) {}

    tickreel::c::SharedReelPointer shared;
    tickreel_on_snapshot hook;
    void* context;
    tickreel::ReelGrowth growth;
    tickreel::Moment next;                   // behind the last snapshot given
    std::array<tickreel_frame, 2> frames{};  // the last two given
    std::size_t latest = 0;
    bool gave = false;
    tickreel::c::Losses losses{};
    tickreel::c::PollFlag polled{};
};

namespace tickreel::c {

namespace {

// Whether to go on.
bool give(tickreel_watch& watch, const Frame& frame) {
    const tickreel_frame& previous = watch.frames[watch.latest];
    const bool continues = watch.gave && previous.frame.segment == frame.segment;
    watch.latest ^= 1U;
    watch.frames[watch.latest].frame = frame;
    watch.gave = true;
    watch.losses.update(*watch.shared->reader);
    const tickreel_news news{&watch.frames[watch.latest], continues ? &previous : nullptr,
                             watch.losses.between(watch.next, frame.moment())};
    watch.next = {frame.segment, frame.tick + 1};
    watch.growth.back_to(watch.next);  // if the hook stops or throws, or reading fails
    return watch.hook(watch.context, &news) == 0;
}

Outcome poll(tickreel_watch& watch) {
    SharedReel& shared = *watch.shared;
    for (;;) {
        ReelGrowth::Step step;
        std::optional<ReelUse> use;
        {
            const std::unique_lock lock(shared.mutex);
            if (!shared.reader->finished() && shared.users != 0)
                return refuse("cursors or streams are open; close them before a poll",
                              TICKREEL_BUSY);
            auto taken = watch.growth.step(*shared.reader);
            if (!taken) return refuse(taken.error().message, TICKREEL_FILE);
            step = *taken;
            use.emplace(watch.shared);
        }
        if (step.over) return {TICKREEL_END, ""};
        if (!(step.news.from < step.news.to)) return {};
        watch.growth.back_to(watch.next);
        watch.losses.forget();
        bool stopped = false;
        const Result<void> read =
            shared.reader->scan(step.news, ignore_problems, [&](const Frame& frame) {
                stopped = !give(watch, frame);
                return !stopped;
            });
        if (!read) return refuse(read.error().message, TICKREEL_FILE);
        if (stopped) return {};
        watch.growth.back_to(step.news.to);
    }
}

}  // namespace

}  // namespace tickreel::c

using namespace tickreel;
using namespace tickreel::c;

extern "C" {

tickreel_status tickreel_watch_open(const tickreel_reel* reel, const tickreel_moment* from,
                                    tickreel_on_snapshot hook, void* context,
                                    tickreel_watch** watch, tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (watch != nullptr) *watch = nullptr;
            if (reel == nullptr || hook == nullptr || watch == nullptr)
                return refuse("reel, hook and watch must not be NULL");
            const std::shared_lock lock(reel->shared->mutex);
            Moment first{0, kFirstTick};
            if (from != nullptr)
                first = moment_of(*from);
            else if (!reel->shared->reader->chunks().empty())
                first = reel->shared->reader->everything().to;
            *watch = new tickreel_watch(reel->shared, first, hook, context);
            return {};
        });
}

tickreel_status tickreel_watch_poll(tickreel_watch* watch, tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (watch == nullptr) return refuse("watch must not be NULL");
            const std::unique_lock alone(watch->polled, std::try_to_lock);
            if (!alone) return refuse("the watch is being polled", TICKREEL_BUSY);
            return poll(*watch);
        });
}

void tickreel_watch_close(tickreel_watch* watch) {
    delete watch;
}

}  // extern "C"
