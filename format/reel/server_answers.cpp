#include "tickreel/reel/server_answers.h"

#include <algorithm>
#include <cmath>

#include "tickreel/model/schema.h"

namespace tickreel {

namespace {

constexpr std::size_t kRecent = 64;
// Servers cut the time to whole milliseconds; this near to the next tick it is not sure which it
// was.
constexpr double kUnsureMs = 2;
// Connections send something at least every second.
constexpr Tick kLongestSilence = 64;

}  // namespace

std::optional<ServerAnswers::Answer> ServerAnswers::answer_of(const ItemType& type) {
    if (!type.derived || type.event_class != EventClass::Input) return std::nullopt;
    const std::vector<FieldPlace> places = field_places(type);
    std::optional<FieldPlace> ahead;
    std::optional<FieldPlace> left;
    std::optional<FieldPlace> delay;
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
        if (type.fields[i].kind != FieldKind::Int32) continue;
        if (type.fields[i].unit == "tick" && !ahead) ahead = places[i];
        if (type.fields[i].unit == "ms") left = places[i];
        if (type.fields[i].unit == "us" && !type.fields[i].nullable) delay = places[i];
    }
    if (!ahead || !left) return std::nullopt;
    return Answer{*ahead, *left, delay};
}

void ServerAnswers::add(const Frame& frame, const Schema& schema) {
    for (const Event& event : frame.events) {
        const auto [known, fresh] = types_.try_emplace(event.type);
        if (fresh && schema.contains(event.type)) known->second = answer_of(schema[event.type]);
        if (!known->second) continue;
        const Answer& answer = *known->second;
        if (answer.ahead.is_null(event.row) || answer.left_ms.is_null(event.row)) continue;
        const double at_ms =
            (static_cast<double>(frame.tick) + event.row[answer.ahead.slot]) * tick_ms_ -
            event.row[answer.left_ms.slot];
        const bool with_snapshot =
            event.before_snapshot && answer.delay && event.row[answer.delay->slot] == 0;
        if (with_snapshot) add_silence(frame, at_ms);
        const double tick = std::floor(at_ms / tick_ms_);
        const double rest = at_ms - tick * tick_ms_;
        if (!(rest >= kUnsureMs && rest <= tick_ms_ - kUnsureMs))
            continue;  // nor what is no number
        answered_.add({frame.segment, static_cast<Tick>(tick)});
    }
    if (answered_.empty()) return;
    recent_.push_back(frame.moment());
    if (recent_.size() <= kRecent) return;
    ++snapshots_;
    with_answer_ += answered_.has(recent_.front()) ? 1 : 0;
    recent_.pop_front();
}

// After the answer it sent nothing before the snapshot.
void ServerAnswers::add_silence(const Frame& frame, double answer_ms) {
    const double since = std::ceil((answer_ms + kUnsureMs) / tick_ms_);
    const Tick longest = frame.tick - kLongestSilence;
    if (!(since < static_cast<double>(frame.tick))) return;  // nor what is no number
    Tick tick = since > static_cast<double>(longest) ? static_cast<Tick>(since) : longest;
    for (; tick < frame.tick; ++tick) silent_.add({frame.segment, tick});
}

Tick ServerAnswers::silent_since(Tick from, Moment snapshot) const {
    while (snapshot.tick > from && silent_.has({snapshot.segment, snapshot.tick - 1}))
        --snapshot.tick;
    return snapshot.tick;
}

double ServerAnswers::share() const {
    const auto late = std::count_if(recent_.begin(), recent_.end(),
                                    [&](Moment moment) { return answered_.has(moment); });
    const auto snapshots = static_cast<double>(snapshots_ + recent_.size());
    return snapshots == 0
               ? 0
               : (static_cast<double>(with_answer_) + static_cast<double>(late)) / snapshots;
}

}  // namespace tickreel
