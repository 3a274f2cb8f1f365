#include "tickreel/analysis/findings.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>

#include "tickreel/analysis/delay_track.h"
#include "tickreel/analysis/resend_track.h"
#include "tickreel/analysis/send_rates.h"
#include "tickreel/base/text.h"
#include "tickreel/model/named_later.h"
#include "tickreel/model/type_table.h"

namespace tickreel {
namespace {

constexpr double kNear = 0.8;                // of a limit
constexpr std::size_t kStay = 3;             // snapshots: what is shorter is an effect
constexpr std::size_t kFlickerFor = 3;       // snapshots: gone for no longer
constexpr std::uint64_t kFlickerTimes = 3;   // less is chance
constexpr std::size_t kMostFlickering = 10;  // items that are named
constexpr std::chrono::milliseconds kLate{50};
constexpr std::uint64_t kResentOften = 3;  // messages: fewer are sent again without loss too

// A number that was largest somewhere.
struct Largest {
    std::uint64_t number = 0;
    Moment moment{};
    void see(std::uint64_t one, Moment where) {
        if (one > number) *this = {one, where};
    }
};

// Something that happened some times, first at a place.
struct Times {
    std::uint64_t number = 0;
    Moment first{};
    void see(Moment where) {
        if (number++ == 0) first = where;
    }
    void see(const Times& others) {
        if (number == 0 || others.first < first) first = others.first;
        number += others.number;
    }
};

// Effects of a moment use the same few ids again, for something else.
bool much_the_same(Row a, Row b) {
    std::size_t same = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) same += a[i] == b[i] ? 1U : 0U;
    return 2 * same >= std::max(a.size(), b.size());
}

}  // namespace

struct Irregularities::Impl {
    Impl(const RecordingInfo& info, const Schema& schema, std::vector<Gap> gaps,
         const SnapshotLimits& limits)
        : info_(info), schema_(schema), types_(schema), gaps_(std::move(gaps)), limits_(limits) {}

    void see(const Frame& frame) {
        const bool follows =
            !gap_before(frame) && before_.has_value() && before_->segment == frame.segment;
        if (!follows) stays_.clear();
        // Each segment begins with a snapshot in full: another map, or another recording.
        if (frame.segment != segment_) any_base_ = false;
        segment_ = frame.segment;
        see_size(frame);
        see_wire(frame);
        see_resends(frame);
        const std::optional<SendRate> rate = rates_.read(frame);
        if (follows) see_pace(frame, std::max(longest_step(rate_before_), longest_step(rate)));
        rate_before_ = rate;
        recent_.push_front(frame.snapshot);
        if (recent_.size() > kFlickerFor + 1) recent_.pop_back();
        before_ = frame.moment();
        time_before_ = frame.time;
    }

    void see_damage() { before_.reset(); }

    std::vector<Finding> findings() {
        size_findings();
        flicker_findings();
        wire_findings();
        pace_findings();
        resend_findings();
        loss_findings();
        for (const auto& [type, times] : unknown_)
            unknown_finding(types_[type].name, {times.number, times.first});
        gap_findings();
        return std::move(found_);
    }

private:
    // Of an item: the numbers of the snapshots from its appearance on. Something else with the same
    // id begins another stay.
    struct Stay {
        std::size_t first = 0;
        std::size_t last = 0;
    };

    bool gap_before(const Frame& frame) {
        const std::size_t known = gap_;
        while (gap_ < gaps_.size() &&
               Moment{gaps_[gap_].segment, gaps_[gap_].from} <= frame.moment())
            ++gap_;
        return gap_ > known;
    }

    void unknown_finding(const std::string& type, Largest items) {
        const bool later = is_named_later(info_.properties, type);
        add(later ? "unnamed" : "unknown", items, "items",
            concat("items of the type ", type,
                   later ? ", whose name the server sent with a later snapshot; kept as sent"
                         : ", which this program does not know; kept as sent"));
    }

    void see_size(const Frame& frame) {
        std::size_t items = 0;
        std::size_t words = 0;
        ++snapshot_;
        for (const Item item : frame.snapshot) {
            const ItemType& type = types_[item.key.type];
            if (type.derived) continue;
            ++items;
            words += item.row.size();
            if (!type.known) unknown_[item.key.type].see(frame.moment());
            see_item(item, frame.moment());
        }
        items_.see(items, frame.moment());
        bytes_.see(limits_.bytes_of_any + items * limits_.bytes_of_item + words * sizeof(Word),
                   frame.moment());
    }

    void see_item(const Item& item, Moment where) {
        Stay& stay = stays_.try_emplace(item.key, Stay{snapshot_, snapshot_}).first->second;
        const std::size_t away = snapshot_ - std::exchange(stay.last, snapshot_);
        // Something else under its number does not stay.
        if (away == 1 && !much_the_same(*recent_[0].find(item.key), item.row))
            stay.first = snapshot_;
        if (away <= 1) return;
        const std::size_t stayed = snapshot_ - away - std::exchange(stay.first, snapshot_) + 1;
        if (stayed < kStay || away > kFlickerFor + 1) return;
        if (much_the_same(*recent_[away - 1].find(item.key), item.row))
            flicker_[item.key].see(where);
    }

    void see_wire(const Frame& frame) {
        const WireInfo& wire = frame.wire;
        parts_.see(wire.parts, frame.moment());
        if (wire.checksum == WireChecksum::Mismatch) mismatches_.see(frame.moment());
        if (wire.base_tick == kNoTick) {
            if (any_base_) full_.see(frame.moment());
            return;
        }
        any_base_ = true;
        any_delta_ = true;
        const auto age = static_cast<std::uint64_t>(std::max<Tick>(base_age(frame).value_or(0), 0));
        base_age_.see(age, frame.moment());
        if (static_cast<double>(age) > info_.ticks_per_second) old_bases_.see(frame.moment());
    }

    void see_resends(const Frame& frame) {
        const ResendTotals before = resends_;
        for (const Event& event : frame.events) resend_reader_.add(event, schema_, resends_);
        for (std::size_t side = 0; side < resends_.size(); ++side)
            if (before[side].messages == 0 && resends_[side].messages > 0)
                first_resend_[side] = frame.moment();
        const std::int64_t lost = resends_.front().lost;
        if (before.front().lost == 0 && lost > 0) first_loss_ = frame.moment();
    }

    // What the rate alone explains. 0: nothing.
    static Tick longest_step(std::optional<SendRate> rate) {
        if (!rate || *rate == SendRate::Full) return 0;
        return *rate == SendRate::Init ? kInitStep : kRecoverStep;
    }

    // To and from a snapshot in full the server keeps to a slow rate, at the start of a map and
    // where it recovers.
    void see_pace(const Frame& frame, Tick slow) {
        const Tick step = frame.tick - before_->tick;
        (step > slow ? steps_ : slow_steps_)[step].see(frame.moment());
        const auto late = std::chrono::duration_cast<std::chrono::milliseconds>(
            lateness(frame, time_before_, step, info_.ticks_per_second));
        if (late < kLate) return;
        late_.see(frame.moment());
        latest_.see(static_cast<std::uint64_t>(late.count()), frame.moment());
    }

    void add(std::string_view check, const Largest& what, std::string_view unit, std::string text) {
        found_.push_back({check, what.moment, what.number, unit, std::move(text)});
    }

    void limit_finding(std::string_view check, const Largest& largest, std::size_t limit,
                       std::string_view unit) {
        if (limit == 0 || static_cast<double>(largest.number) < kNear * static_cast<double>(limit))
            return;
        add(check, largest, unit, concat("in one snapshot; the protocol's limit is ", limit));
    }

    void size_findings() {
        limit_finding("items", items_, limits_.items, "items");
        limit_finding("size", bytes_, limits_.bytes, "bytes");
        limit_finding("parts", parts_, limits_.parts, "parts");
    }

    void flicker_findings() {
        std::vector<std::pair<ItemKey, Times>> worst(flicker_.begin(), flicker_.end());
        std::erase_if(
            worst, [](const auto& one) { return one.second.number < kFlickerTimes; });
        std::stable_sort(worst.begin(), worst.end(), [](const auto& a, const auto& b) {
            return a.second.number > b.second.number;
        });
        for (std::size_t i = 0; i < std::min(worst.size(), kMostFlickering); ++i) {
            const auto& [key, times] = worst[i];
            add("flicker", {times.number, times.first}, "times",
                concat(types_[key.type].name, " ", key.entity, " was missing in 1 to ", kFlickerFor,
                       " snapshots and came back"));
        }
        if (worst.size() > kMostFlickering)
            add("flicker", {worst.size() - kMostFlickering, worst[kMostFlickering].second.first},
                "items", "flicker too, each less often");
    }

    void wire_findings() {
        if (old_bases_.number > 0)
            add("base", base_age_, "ticks",
                concat("old was the base of the delta: the client's acknowledgements were late; ",
                       plural(old_bases_.number, "snapshot"), " with a base older than 1 s"));
        if (full_.number > 0)
            add("full", {full_.number, full_.first}, "snapshots",
                concat("sent in full after the first: the server had no acknowledged base (its "
                       "rate is "
                       "recover then, one every ",
                       kRecoverStep, " ticks)"));
        if (mismatches_.number > 0)
            add("mismatch", {mismatches_.number, mismatches_.first}, "snapshots",
                "with a checksum that differs from the one sent; 'tickreel verify --explain'");
    }

    void pace_findings() {
        // A sender without a single delta always sends in full: that is no slow rate.
        if (!any_delta_)
            for (const auto& [step, times] : slow_steps_) steps_[step].see(times);
        const auto usual = std::max_element(
            steps_.begin(), steps_.end(),
            [](const auto& a, const auto& b) { return a.second.number < b.second.number; });
        for (const auto& [step, times] : steps_)
            if (step > usual->first)
                add("pace", {times.number, times.first}, "times",
                    concat("a snapshot came ", step, " ticks after the one before, not ",
                           usual->first));
        if (late_.number > 0)
            add("late", latest_, "ms",
                concat("later than its tick, seen from the snapshot before; ",
                       plural(late_.number, "snapshot"), " ", kLate.count(), " ms or more"));
    }

    void resend_findings() {
        for (const ConnectionSide side : {ConnectionSide::Server, ConnectionSide::Client}) {
            const ResendCounts& sent = resends_[static_cast<std::size_t>(side)];
            const bool server = side == ConnectionSide::Server;
            const ResendCounts& other = resends_[server ? 1 : 0];
            if (sent.messages < kResentOften) continue;
            add(server ? "resent" : "client_resent",
                {sent.messages, first_resend_[static_cast<std::size_t>(side)]}, "messages",
                concat("sent again by the ", server ? "server" : "client", "; ", sent.seen_before,
                       " of them had passed the recorder before; the ",
                       server ? "client" : "server", " asked for it in ",
                       plural(other.requests, "packet")));
        }
    }

    // Packets that are numbered and carry no snapshot: without some of them no tick is missing.
    void loss_findings() {
        const std::int64_t lost = resends_.front().lost;
        if (lost <= 0) return;
        add("lost", {static_cast<std::uint64_t>(lost), first_loss_}, "packets",
            "the server's, never came to the recorder; what they told is not here");
    }

    void gap_findings() {
        if (gaps_.empty()) return;
        std::uint64_t ticks = 0;
        for (const Gap& gap : gaps_) ticks += static_cast<std::uint64_t>(gap.to - gap.from);
        add("gap", {ticks, {gaps_[0].segment, gaps_[0].from}}, "ticks",
            concat("missing in ", plural(gaps_.size(), "gap")));
    }

    const RecordingInfo& info_;
    const Schema& schema_;
    TypeTable types_;  // a damaged or foreign file may lack some
    std::vector<Gap> gaps_;
    SnapshotLimits limits_;
    std::vector<Finding> found_;
    std::optional<Moment> before_;
    std::chrono::nanoseconds time_before_{};
    std::size_t gap_ = 0;       // those before it lie in the past
    std::size_t snapshot_ = 0;  // number of the one at hand
    std::map<ItemKey, Stay> stays_;
    std::deque<Snapshot> recent_;  // the newest first
    std::map<ItemKey, Times> flicker_;
    std::map<TypeId, Times> unknown_;
    std::map<Tick, Times> steps_, slow_steps_;
    Largest items_, bytes_, parts_, base_age_, latest_;
    Times mismatches_, full_, old_bases_, late_;
    ResendReader resend_reader_;
    ResendTotals resends_{};
    std::array<Moment, 2> first_resend_{};  // by ConnectionSide
    Moment first_loss_{};
    bool any_base_ = false;  // in this segment
    bool any_delta_ = false;
    SendRateReader rates_;
    std::optional<SendRate> rate_before_;
    std::uint32_t segment_ = 0;
};

Irregularities::Irregularities(const RecordingInfo& info, const Schema& schema,
                               std::vector<Gap> gaps, const SnapshotLimits& limits)
    : impl_(std::make_unique<Impl>(info, schema, std::move(gaps), limits)) {}
Irregularities::Irregularities(Irregularities&&) noexcept = default;
Irregularities& Irregularities::operator=(Irregularities&&) noexcept = default;
Irregularities::~Irregularities() = default;

void Irregularities::see(const Frame& frame) {
    impl_->see(frame);
}

void Irregularities::see_damage() {
    impl_->see_damage();
}

std::vector<Finding> Irregularities::findings() {
    return impl_->findings();
}

Result<std::vector<Finding>> find_irregularities(const ReelReader& reel,
                                                 const SnapshotLimits& limits,
                                                 const ProblemSink& problems,
                                                 const std::function<void(Moment)>& visit) {
    auto counts = reel.statistics();
    Irregularities irregularities(reel.info(), reel.schema(),
                                  counts ? std::move(counts->gaps) : std::vector<Gap>(), limits);
    const auto damage = [&](const Problem& problem) {
        irregularities.see_damage();
        problems(problem);
    };
    const auto read = reel.scan(reel.everything(), damage, [&](const Frame& frame) {
        irregularities.see(frame);
        visit(frame.moment());
        return true;
    });
    if (!read) return read.error();
    return irregularities.findings();
}

}  // namespace tickreel
