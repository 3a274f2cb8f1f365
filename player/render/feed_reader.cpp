#include "player/render/feed_reader.h"

#include <algorithm>

#include "tickreel/analysis/describe.h"
#include "tickreel/model/event_names.h"

namespace tickreel {

Moment feed_start(const Timeline& timeline, Moment from) {
    const auto reach = static_cast<std::int64_t>(kFeedSeconds * timeline.ticks_per_second());
    return timeline.moment(std::max<std::int64_t>(timeline.position(from) - reach, 0));
}

FeedReader::FeedReader(const ReelReader& reel, Moment from, Moment until)
    : timeline_(reel.timeline()) {
    const Schema& schema = reel.schema();
    const Moment start = feed_start(timeline_, from);
    // Who plays may have been told long before, and what is held where only changes are told.
    const bool told = names_by_message(schema) || has_inputs_of_all(schema);
    RosterHistory history;
    EventNames names(schema, history);
    const MomentRange range{told ? reel.everything().from : start, {until.segment, until.tick + 1}};
    // A part that cannot be read has no lines; whoever renders reports it.
    const Result<void> read = reel.scan(range, ignore_problems, [&](const Frame& frame) {
        const Roster& told_here = names.at(frame);
        inputs_.add(frame, schema, timeline_.position(frame.moment()));
        if (frame.moment() < start) return true;
        for (const Event& event : frame.events) {
            const EventLane lane =
                schema.contains(event.type) ? event_lane(schema[event.type]) : EventLane::Other;
            if (lane != EventLane::Chat && lane != EventLane::Kill) continue;
            const std::string text =
                clean_text(event_text(schema, frame.snapshot, event, &told_here));
            said_.push_back(
                {timeline_.position(frame.moment()), {lane == EventLane::Chat, text, 0}});
        }
        return true;
    });
    if (!read) said_.clear();
}

std::span<const FeedLine> FeedReader::at(double position) {
    shown_.clear();
    for (const Said& said : said_) {
        const double age =
            (position - static_cast<double>(said.position)) / timeline_.ticks_per_second();
        if (age < 0) break;
        if (age >= kFeedSeconds) continue;
        shown_.push_back(said.line);
        shown_.back().age = age;
    }
    return shown_;
}

}  // namespace tickreel
