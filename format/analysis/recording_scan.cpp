#include "tickreel/analysis/recording_scan.h"

#include <algorithm>
#include <chrono>
#include <iterator>

#include "format/analysis/derived_events.h"

namespace tickreel {
namespace {

constexpr std::size_t kMaxMinorEvents = 20'000;

using Clock = std::chrono::steady_clock;
constexpr auto kPublishEvery = std::chrono::milliseconds(250);
constexpr std::size_t kMaxProblems = 100;

Integrity trust_of(const WireInfo& wire) {
    switch (wire.checksum) {
        case WireChecksum::Ok:
            return Integrity::Ok;
        case WireChecksum::Mismatch:
            return Integrity::Mismatch;
        case WireChecksum::Absent:
            break;
    }
    return Integrity::Absent;
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
        scan_.integrity.push_back(position, trust_of(frame.wire));
        counter_.add(frame);
        scan_.roster.add(reader_.schema(), frame);
        derived_.add(
            frame,
            [&](EventClass kind, std::string_view what, const std::string& text) {
                keep({position, kind, what, 0, text});
            },
            &scan_.roster.latest());
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
        std::string text;
        if (scan_.events.text_bytes() < kMaxEventText) {
            text = event_text(schema, frame.snapshot, event, &scan_.roster.latest());
        }
        EventEntry entry{position, kind, {}, event.type, text};
        if (schema.contains(event.type) && tells_name(schema[event.type])) {
            entry.kind = EventClass::Join;
        }
        // DDNet tells finishes as chat of the server.
        if (kind == EventClass::Chat &&
            entry.text.find(" finished in: ") != std::string_view::npos) {
            entry.kind = EventClass::Race;
        }
        keep(entry);
    }

    void keep(const EventEntry& entry) {
        // Some servers repeat their settings at every snapshot: what has a lane of its own goes
        // first.
        const bool minor = entry.kind == EventClass::Other && minor_ >= kMaxMinorEvents;
        if (scan_.events.size() >= kMaxEvents || minor) {
            ++scan_.events_left_out;
            return;
        }
        minor_ += entry.kind == EventClass::Other ? 1 : 0;
        scan_.events.push_back(entry);
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

Integrity RecordingScan::worst(std::int64_t from, std::int64_t to) const {
    // A snapshot stands for the ticks up to the next one: narrow pixels fall between two.
    const Integrity worst = integrity.worst(from, to);
    const auto behind = std::lower_bound(
        holes.begin(), holes.end(), to, [](const Hole& h, std::int64_t at) { return h.from < at; });
    const bool hole = behind != holes.begin() && std::prev(behind)->to > from;
    return hole ? std::max(worst, Integrity::Gap) : worst;
}

std::optional<std::int64_t> RecordingScan::next_problem(std::int64_t after) const {
    std::optional<std::int64_t> found = integrity.next_mismatch(after);
    for (const Hole& hole : holes) {
        if (hole.from > after && (!found || hole.from < *found)) {
            found = hole.from;
        }
    }
    return found;
}

std::optional<std::int64_t> RecordingScan::previous_problem(std::int64_t before) const {
    std::optional<std::int64_t> found = integrity.previous_mismatch(before);
    for (const Hole& hole : holes) {
        if (hole.from < before && (!found || hole.from > *found)) {
            found = hole.from;
        }
    }
    return found;
}

void scan_recording(const ReelReader& reader, WorkControl& control,
                    const std::function<void(ScanPointer)>& publish) {
    Scanner(reader, control, publish).run();
}

}  // namespace tickreel
