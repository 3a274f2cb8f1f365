#include "player/state/recording_scan.h"

#include <algorithm>
#include <chrono>
#include <iterator>

#include "player/state/derived_events.h"

namespace tickreel {
namespace {

constexpr std::size_t kMaxMinorEvents = 20'000;

using Clock = std::chrono::steady_clock;
constexpr auto kPublishEvery = std::chrono::milliseconds(250);
constexpr std::size_t kMaxProblems = 100;

Trust trust_of(const WireInfo& wire) {
    switch (wire.checksum) {
        case WireChecksum::Ok:
            return Trust::Ok;
        case WireChecksum::Mismatch:
            return Trust::Mismatch;
        case WireChecksum::Absent:
            break;
    }
    return Trust::Absent;
}

class Scanner {
public:
    Scanner(const ReelReader& reader, WorkControl& control,
            const std::function<void(ScanPointer)>& publish)
        : reader_(reader),
          control_(control),
          publish_(publish),
          derived_(reader.schema(), {reader.segments().begin(), reader.segments().end()}) {}

    void run() {
        const Result<void> read = reader_.scan(
            reader_.everything(), [this](const Problem& problem) { note(problem.message); },
            [this](const Frame& frame) { return add(frame); });
        if (!read) {
            note(read.error().message);
        }
        if (control_.stopped()) {
            return;
        }
        scan_.complete = true;
        hand_over();
    }

private:
    void note(const std::string& problem) {
        if (scan_.problems.size() < kMaxProblems) {
            scan_.problems.push_back(problem);
        }
    }

    bool add(const Frame& frame) {
        const std::int64_t position = reader_.timeline().position(frame.moment());
        scan_.positions.push_back(position);
        scan_.trust.push_back(trust_of(frame.wire));
        counter_.add(frame);
        derived_.add(frame, [&](EventClass kind, std::string_view what, std::string text) {
            keep({position, frame.moment(), kind, what, 0, std::move(text)});
        });
        for (const Event& event : frame.events) {
            add_event(frame, event, position);
        }
        const auto now = Clock::now();
        if (now - published_ >= kPublishEvery) {
            published_ = now;
            const auto all =
                static_cast<double>(std::max<std::int64_t>(reader_.timeline().length(), 1));
            control_.set_progress(static_cast<double>(position) / all);
            hand_over();
        }
        return !control_.stopped();
    }

    void add_event(const Frame& frame, const Event& event, std::int64_t position) {
        const Schema& schema = reader_.schema();
        const EventClass kind =
            schema.contains(event.type) ? event_class(schema[event.type]) : EventClass::Other;
        EventEntry entry{position, frame.moment(), kind, {}, event.type, {}};
        if (text_bytes_ < kMaxEventText) {
            entry.text = event_text(schema, frame.snapshot, event);
        }
        // DDNet tells finishes as chat of the server.
        if (kind == EventClass::Chat && entry.text.find(" finished in: ") != std::string::npos) {
            entry.kind = EventClass::Race;
        }
        keep(std::move(entry));
    }

    void keep(EventEntry entry) {
        // Some servers repeat their settings at every snapshot: what has a lane of its own goes
        // first.
        const bool minor = entry.kind == EventClass::Other && minor_ >= kMaxMinorEvents;
        if (scan_.events.size() >= kMaxEvents || minor) {
            ++scan_.events_left_out;
            return;
        }
        minor_ += entry.kind == EventClass::Other ? 1 : 0;
        text_bytes_ += entry.text.size();
        scan_.events.push_back(std::move(entry));
    }

    void hand_over() {
        scan_.totals = counter_.result();
        scan_.holes.clear();
        // The footer knows the losses that were reported while recording as well.
        if (scan_.complete) {
            const Result<Statistics> stored = reader_.statistics();
            if (stored) {
                scan_.totals.gaps = stored->gaps;
            }
        }
        for (const Gap& gap : scan_.totals.gaps) {
            scan_.holes.push_back({reader_.timeline().position({gap.segment, gap.from}),
                                   reader_.timeline().position({gap.segment, gap.to}), gap.reason});
        }
        std::sort(scan_.holes.begin(), scan_.holes.end(),
                  [](const Hole& a, const Hole& b) { return a.from < b.from; });
        merge_holes();
        publish_(std::make_shared<const RecordingScan>(scan_));
    }

    void merge_holes() {
        std::vector<Hole> merged;
        for (Hole& hole : scan_.holes) {
            hole.to = std::max(hole.to, hole.from + 1);
            if (!merged.empty() && hole.from < merged.back().to) {
                merged.back().to = std::max(merged.back().to, hole.to);
            } else {
                merged.push_back(std::move(hole));
            }
        }
        scan_.holes = std::move(merged);
    }

    const ReelReader& reader_;
    WorkControl& control_;
    const std::function<void(ScanPointer)>& publish_;
    RecordingScan scan_;
    StatisticsCounter counter_;
    DerivedEvents derived_;
    std::size_t minor_ = 0;
    std::size_t text_bytes_ = 0;
    Clock::time_point published_ = Clock::now();
};

}  // namespace

std::string event_title(const Schema& schema, const EventEntry& event) {
    if (!event.derived.empty()) {
        return std::string(event.derived);
    }
    return schema.contains(event.type) ? schema[event.type].name
                                       : "type " + std::to_string(event.type);
}

std::string_view trust_name(Trust trust) {
    switch (trust) {
        case Trust::Ok:
            return "ok";
        case Trust::Absent:
            return "absent";
        case Trust::Gap:
            return "gap";
        case Trust::Mismatch:
            return "mismatch";
        case Trust::None:
            break;
    }
    return "none";
}

Trust RecordingScan::worst(std::int64_t from, std::int64_t to) const {
    Trust worst = Trust::None;
    const auto begin = std::lower_bound(positions.begin(), positions.end(), from);
    for (auto at = begin; at != positions.end() && *at < to && worst != Trust::Mismatch; ++at) {
        worst = std::max(worst, trust[static_cast<std::size_t>(at - positions.begin())]);
    }
    // A snapshot stands for the ticks up to the next one: narrow pixels fall between two.
    if (worst == Trust::None && begin != positions.begin() && begin != positions.end()) {
        worst = trust[static_cast<std::size_t>(begin - positions.begin()) - 1];
    }
    const auto behind = std::lower_bound(
        holes.begin(), holes.end(), to, [](const Hole& h, std::int64_t at) { return h.from < at; });
    const bool hole = behind != holes.begin() && std::prev(behind)->to > from;
    return hole ? std::max(worst, Trust::Gap) : worst;
}

std::optional<std::int64_t> RecordingScan::next_problem(std::int64_t after) const {
    std::optional<std::int64_t> found;
    const auto begin = std::upper_bound(positions.begin(), positions.end(), after);
    for (auto at = begin; at != positions.end(); ++at) {
        if (trust[static_cast<std::size_t>(at - positions.begin())] == Trust::Mismatch) {
            found = *at;
            break;
        }
    }
    for (const Hole& hole : holes) {
        if (hole.from > after && (!found || hole.from < *found)) {
            found = hole.from;
        }
    }
    return found;
}

std::optional<std::int64_t> RecordingScan::previous_problem(std::int64_t before) const {
    std::optional<std::int64_t> found;
    auto at = std::lower_bound(positions.begin(), positions.end(), before);
    while (at != positions.begin() && !found) {
        --at;
        if (trust[static_cast<std::size_t>(at - positions.begin())] == Trust::Mismatch) {
            found = *at;
        }
    }
    for (const Hole& hole : holes) {
        if (hole.from < before && (!found || hole.from > *found)) {
            found = hole.from;
        }
    }
    return found;
}

std::size_t RecordingScan::first_event(std::int64_t position) const {
    const auto at = std::lower_bound(
        events.begin(), events.end(), position,
        [](const EventEntry& entry, std::int64_t wanted) { return entry.position < wanted; });
    return static_cast<std::size_t>(at - events.begin());
}

void scan_recording(const ReelReader& reader, WorkControl& control,
                    const std::function<void(ScanPointer)>& publish) {
    Scanner(reader, control, publish).run();
}

}  // namespace tickreel
