#include "tickreel/analysis/recording_scan.h"

#include <algorithm>
#include <numeric>

#include "format/analysis/derived_events.h"
#include "format/analysis/event_words.h"
#include "format/analysis/scan_pace.h"
#include "tickreel/analysis/holes.h"
#include "tickreel/analysis/missing_summary.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/event_names.h"
#include "tickreel/model/names.h"
#include "tickreel/model/row.h"
#include "tickreel/model/told_finish.h"
#include "tickreel/reel/gap_list.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {
namespace {

constexpr std::size_t kMaxMinorEvents = 20'000;

constexpr std::size_t kMaxProblems = 100;

bool names_items(const ItemType& type) {
    return type.use == TypeUse::Item && find_role(type, Role::Name).has_value();
}

bool is_named(const Schema& schema, const Snapshot& snapshot, std::string_view name) {
    for (const Item item : snapshot) {
        if (!schema.contains(item.key.type) || !names_items(schema[item.key.type])) continue;
        const ItemType& type = schema[item.key.type];
        if (as_text(read_field(type, item.row, *find_role(type, Role::Name))) == name) return true;
    }
    return false;
}

class Scanner {
public:
    Scanner(const ReelReader& reader, WorkControl& control,
            const std::function<void(ScanPointer)>& publish)
        : reader_(reader),
          control_(control),
          publish_(publish),
          counter_(reader.info().ticks_per_second),
          derived_(reader.schema(), {reader.segments().begin(), reader.segments().end()}),
          pace_(reader, control) {
        scan_.delays = DelayTrack(reader.timeline().ticks_per_second());
    }

    void run() {
        const Result<void> read = reader_.scan(
            reader_.everything(), [this](const Problem& problem) { note(problem.message); },
            [this](const Frame& frame) { return add(frame); });
        if (!read) note(read.error().message);
        if (control_.stopped()) return;
        scan_.complete = true;
        hand_over();
    }

private:
    void note(const std::string& problem) {
        if (scan_.problems.size() < kMaxProblems) scan_.problems.push_back(problem);
    }

    bool add(const Frame& frame) {
        const std::int64_t position = reader_.timeline().position(frame.moment());
        scan_.integrity.push_back(position, integrity_of(frame.wire));
        counter_.add(frame, reader_.schema());
        scan_.inputs.add(frame, reader_.schema(), position);
        scan_.rates.add(frame, position);
        scan_.delays.add(frame, reader_.schema(), position);
        scan_.resends.add(frame, reader_.schema(), position);
        const Roster& names = names_.at(frame);
        missing_before_.see(frame.moment());
        derived_.add(
            frame,
            [&](EventLane kind, std::string_view what, const std::string& text) {
                keep({position, kind, what, 0, text});
            },
            &names, &missing_before_);
        for (const Event& event : frame.events) add_event(frame, event, position, names);
        if (pace_.due(frame.moment())) hand_over();
        return !control_.stopped();
    }

    void add_event(const Frame& frame, const Event& event, std::int64_t position,
                   const Roster& names) {
        const Schema& schema = reader_.schema();
        const ItemType* type = schema.contains(event.type) ? &schema[event.type] : nullptr;
        // Up to 50 samples of keys and mouse a second, and how the packets went, are a state, not
        // something that happened.
        if (type != nullptr && type->derived &&
            (type->event_class == EventClass::Input || type->event_class == EventClass::Transport))
            return;
        const EventLane kind = type != nullptr ? event_lane(*type) : EventLane::Other;
        std::string text;
        if (scan_.events.text_bytes() < kMaxEventText)
            text = event_text(schema, frame.snapshot, event, &names);
        const bool finish = kind == EventLane::Chat && finishes_in_chat_ &&
                            tells_finish(frame.snapshot, *type, event.row, names);
        keep({position, finish ? EventLane::Race : kind, {}, event.type, text});
    }

    // Players say that, too, or are called half of it.
    bool tells_finish(const Snapshot& snapshot, const ItemType& type, Row row,
                      const Roster& names) const {
        const auto text = find_role(type, Role::Text);
        if (!text || names_somebody(type, row)) return false;
        const std::string line = as_text(read_field(type, row, *text));
        const auto finish = told_finish(line);
        if (!finish || !has_names_) return finish.has_value();
        return is_named(reader_.schema(), snapshot, finish->who) ||
               std::any_of(names.begin(), names.end(),
                           [&](const auto& one) { return one.second.name == finish->who; });
    }

    void keep(const EventEntry& entry) {
        // Some servers repeat their settings with every snapshot: keep events that have a lane
        // first.
        const bool minor = entry.kind == EventLane::Other && minor_ >= kMaxMinorEvents;
        if (scan_.events.size() >= kMaxEvents || minor) {
            ++scan_.events_left_out;
            return;
        }
        minor_ += entry.kind == EventLane::Other ? 1 : 0;
        scan_.events.push_back(entry);
    }

    void hand_over() {
        scan_.totals = counter_.result(reader_.info().properties);
        // The footer also contains losses reported during recording.
        if (scan_.complete) {
            const Result<Statistics> stored = reader_.statistics();
            if (stored) scan_.totals.gaps = stored->gaps;
            scan_.missing = missing_summary(reader_, reader_.everything());
        }
        const std::vector<Gap> lost = unreadable_ticks(reader_);
        scan_.totals.gaps = gaps_without(std::move(scan_.totals.gaps), lost);
        scan_.holes = holes_of(reader_, scan_.totals.gaps, lost);
        publish_(std::make_shared<const RecordingScan>(scan_));
    }

    const ReelReader& reader_;
    WorkControl& control_;
    const std::function<void(ScanPointer)>& publish_;
    RecordingScan scan_;
    StatisticsCounter counter_;
    DerivedEvents derived_;
    MissingBefore missing_before_{reader_};
    EventNames names_{reader_.schema(), scan_.roster};
    const bool finishes_in_chat_ = finishes_in_chat(reader_.schema());
    const bool has_names_ =
        names_by_message(reader_.schema()) ||
        std::any_of(reader_.schema().types().begin(), reader_.schema().types().end(), names_items);
    std::size_t minor_ = 0;
    ScanPace pace_;
};

}  // namespace

Integrity integrity_of(const WireInfo& wire) {
    switch (wire.checksum) {
        case WireChecksum::Ok:
            return Integrity::Match;
        case WireChecksum::Mismatch:
            return Integrity::Mismatch;
        case WireChecksum::Absent:
            break;
    }
    return Integrity::Absent;
}

std::string event_title(const Schema& schema, const EventEntry& event) {
    if (!event.derived.empty()) return std::string(event.derived);
    return schema.contains(event.type) ? event_words(schema[event.type].name)
                                       : concat("type ", event.type);
}

Integrity RecordingScan::worst(std::int64_t from, std::int64_t to) const {
    const IntegrityShares parts = shares(from, to);
    for (std::size_t kind = kIntegrities; kind > 0; --kind)
        if (parts[kind - 1] > 0) return static_cast<Integrity>(kind - 1);
    return Integrity::None;
}

IntegrityShares RecordingScan::shares(std::int64_t from, std::int64_t to) const {
    IntegrityShares ticks{};
    auto rest = static_cast<double>(to - from);
    auto hole = std::partition_point(holes.begin(), holes.end(),
                                     [&](const Hole& h) { return h.to <= from; });
    for (; hole != holes.end() && hole->from < to; ++hole) {
        const auto inside =
            static_cast<double>(std::min(hole->to, to) - std::max(hole->from, from));
        ticks[static_cast<std::size_t>(hole->kind)] += inside;
        rest -= inside;
    }
    const IntegrityCounts counts = integrity.count(from, to);
    const std::uint64_t snapshots = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    // A recorder may report a gap in which a few snapshots arrived nevertheless.
    rest = std::max(rest, static_cast<double>(snapshots > 0 ? 1 : 0));
    if (snapshots > 0) {
        for (std::size_t kind = 0; kind < kIntegrities; ++kind) {
            ticks[kind] +=
                rest * static_cast<double>(counts[kind]) / static_cast<double>(snapshots);
        }
    } else if (const Integrity before = integrity.worst(from, to); before != Integrity::None) {
        // A snapshot covers the ticks up to the next one: narrow pixels may lie between two.
        ticks[static_cast<std::size_t>(before)] += rest;
    }
    const double all = std::accumulate(ticks.begin(), ticks.end(), 0.0);
    for (double& share : ticks) share = all > 0 ? share / all : 0;
    return ticks;
}

const Hole* RecordingScan::hole_at(std::int64_t position) const {
    return tickreel::hole_at(holes, position);
}

std::vector<Hole> RecordingScan::border_holes(std::int64_t from, std::int64_t to) const {
    std::vector<Hole> found;
    const auto begin = std::partition_point(holes.begin(), holes.end(),
                                            [&](const Hole& hole) { return hole.from < from; });
    for (auto hole = begin; hole != holes.end() && hole->from < to; ++hole)
        if (hole->from == hole->to && (found.empty() || found.front().from == hole->from))
            found.push_back(*hole);
    return found;
}

std::int64_t RecordingScan::hole_ticks(Integrity kind) const {
    std::int64_t ticks = 0;
    for (const Hole& hole : holes) ticks += hole.kind == kind ? hole.ticks : 0;
    return ticks;
}

std::optional<std::int64_t> RecordingScan::next_problem(std::int64_t after) const {
    std::optional<std::int64_t> found = integrity.next_mismatch(after);
    for (const Hole& hole : holes)
        if (hole.from > after && (!found || hole.from < *found)) found = hole.from;
    return found;
}

std::optional<std::int64_t> RecordingScan::previous_problem(std::int64_t before) const {
    std::optional<std::int64_t> found = integrity.previous_mismatch(before);
    for (const Hole& hole : holes)
        if (hole.from < before && (!found || hole.from > *found)) found = hole.from;
    return found;
}

void scan_recording(const ReelReader& reader, WorkControl& control,
                    const std::function<void(ScanPointer)>& publish) {
    Scanner(reader, control, publish).run();
}

}  // namespace tickreel
