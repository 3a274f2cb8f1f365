#include "tickreel/reel/timeline.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>

namespace tickreel {

namespace {

constexpr std::string_view kAccepted =
    "a place is a tick (1042), a tick of a segment (s1:1042), a time since the start (1:02.34, "
    "1:01:02.3, 62.34s) or a share (50%)";

std::int64_t span_length(const SegmentSpan& span) {
    return span.last < span.first ? 0 : span.last - span.first + 1;
}

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    Number value{};
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stopped != end || text.empty()) return std::nullopt;
    return value;
}

// "62.34s", "1:02.34", "1:01:02.3" in seconds.
std::optional<double> parse_time(std::string_view text) {
    const bool marked = text.ends_with('s');
    if (marked) text.remove_suffix(1);
    if (!marked && text.find(':') == std::string_view::npos) return std::nullopt;
    double seconds = 0;
    int parts = 0;
    for (bool more = true; more; ++parts) {
        const std::size_t colon = text.find(':');
        more = colon != std::string_view::npos;
        std::optional<double> part;
        if (!more)
            part = parse_number<double>(text);
        else if (const auto whole = parse_number<std::uint32_t>(text.substr(0, colon)))
            part = *whole;
        if (!part || *part < 0 || parts > 2 || !std::isfinite(*part)) return std::nullopt;
        seconds = seconds * 60 + *part;
        if (more) text.remove_prefix(colon + 1);
    }
    return seconds;
}

}  // namespace

Timeline::Timeline(std::vector<SegmentSpan> segments, double ticks_per_second)
    : segments_(std::move(segments)), rate_(ticks_per_second) {
    if (!(rate_ > 0) || !std::isfinite(rate_)) rate_ = 50.0;
    std::int64_t at = 0;
    for (const SegmentSpan& span : segments_) {
        starts_.push_back(at);
        const std::int64_t length = span_length(span);
        // Ticks of a broken file may lie anywhere: the ruler ends, it does not wrap.
        at = length > INT64_MAX - at ? INT64_MAX : at + length;
    }
    const bool none = std::all_of(segments_.begin(), segments_.end(),
                                  [](const SegmentSpan& s) { return s.last < s.first; });
    if (none) segments_.clear(), starts_.clear();
}

Moment Timeline::first() const {
    for (std::size_t i = 0; i < segments_.size(); ++i)
        if (span_length(segments_[i]) > 0)
            return {static_cast<std::uint32_t>(i), segments_[i].first};
    return {};
}

Moment Timeline::last() const {
    for (std::size_t i = segments_.size(); i > 0; --i)
        if (span_length(segments_[i - 1]) > 0)
            return {static_cast<std::uint32_t>(i - 1), segments_[i - 1].last};
    return {};
}

std::int64_t Timeline::length() const {
    return empty() ? 0 : position(last());
}

std::int64_t Timeline::position(Moment moment) const {
    if (empty()) return 0;
    moment = std::clamp(moment, first(), last());
    const SegmentSpan& span = segments_[moment.segment];
    const std::int64_t start = starts_[moment.segment];
    if (span_length(span) == 0) return start;
    const std::int64_t offset = std::clamp(moment.tick, span.first, span.last) - span.first;
    return offset > INT64_MAX - start ? INT64_MAX : start + offset;
}

Moment Timeline::moment(std::int64_t position) const {
    if (empty()) return {};
    if (position <= 0) return first();
    for (std::size_t i = segments_.size(); i > 0; --i) {
        const SegmentSpan& span = segments_[i - 1];
        if (span_length(span) == 0 || starts_[i - 1] > position) continue;
        const std::int64_t offset = std::min(position - starts_[i - 1], span.last - span.first);
        return {static_cast<std::uint32_t>(i - 1), span.first + offset};
    }
    return first();
}

double Timeline::seconds(Moment moment) const {
    return static_cast<double>(position(moment)) / rate_;
}

Result<Moment> Timeline::parse(std::string_view text) const {
    if (empty()) return fail("the recording has no frames");
    if (text.ends_with('%')) {
        const std::optional<double> share = parse_number<double>(text.substr(0, text.size() - 1));
        if (!share || !std::isfinite(*share)) return fail("'", text, "' is no place: ", kAccepted);
        const double part = std::clamp(*share / 100.0, 0.0, 1.0);
        return moment(std::llround(part * static_cast<double>(length())));
    }
    if (text.starts_with('s') && text.find(':') != std::string_view::npos) {
        const std::size_t colon = text.find(':');
        const auto segment = parse_number<std::uint32_t>(text.substr(1, colon - 1));
        const auto tick = parse_number<Tick>(text.substr(colon + 1));
        if (!segment || !tick) return fail("'", text, "' is no place: ", kAccepted);
        if (*segment >= segments_.size())
            return fail("there is no segment ", *segment, "; the recording has ", segments_.size());
        return moment(position({*segment, *tick}));
    }
    if (const std::optional<double> seconds = parse_time(text)) {
        const double ticks = std::min(*seconds * rate_, static_cast<double>(length()));
        return moment(std::llround(ticks));
    }
    const std::optional<Tick> tick = parse_number<Tick>(text);
    if (!tick) return fail("'", text, "' is no place: ", kAccepted);
    Moment nearest = first();
    std::uint64_t distance = UINT64_MAX;
    for (std::size_t i = 0; i < segments_.size(); ++i) {
        const SegmentSpan& span = segments_[i];
        if (span_length(span) == 0) continue;
        const Tick inside = std::clamp(*tick, span.first, span.last);
        const auto away = static_cast<std::uint64_t>(std::max(inside, *tick)) -
                          static_cast<std::uint64_t>(std::min(inside, *tick));
        if (away >= distance) continue;
        distance = away;
        nearest = {static_cast<std::uint32_t>(i), inside};
    }
    return nearest;
}

std::string Timeline::format_time(double seconds) {
    if (!std::isfinite(seconds) || std::abs(seconds) > 1e12) return "-";
    const std::int64_t hundredths = std::llround(std::abs(seconds) * 100);
    const std::int64_t hours = hundredths / 360000;
    const std::int64_t minutes = hundredths / 6000 % 60;
    const double rest = static_cast<double>(hundredths % 6000) / 100.0;
    const char* const sign = seconds < 0 && hundredths > 0 ? "-" : "";
    std::array<char, 48> text{};
    if (hours > 0)
        std::snprintf(text.data(), text.size(), "%s%lld:%02lld:%05.2f", sign,
                      static_cast<long long>(hours), static_cast<long long>(minutes), rest);
    else
        std::snprintf(text.data(), text.size(), "%s%lld:%05.2f", sign,
                      static_cast<long long>(minutes), rest);
    return text.data();
}

namespace {

// Whether the text, a place that was read as the last tick, means one behind it.
bool lies_behind(const Timeline& timeline, std::string_view text) {
    if (text.ends_with('%')) return true;  // 100 % is all of it
    if (const std::optional<double> seconds = parse_time(text))
        return *seconds * timeline.ticks_per_second() >
               static_cast<double>(timeline.length()) + 0.5;
    const std::size_t segment = text.starts_with('s') ? text.find(':') + 1 : 0;
    const Tick last = timeline.last().tick;
    return parse_number<Tick>(text.substr(segment)).value_or(last) > last;
}

}  // namespace

Result<MomentRange> parse_range(const Timeline& timeline, std::string_view text) {
    const std::size_t dots = text.find("..");
    if (dots == std::string_view::npos)
        return fail("'", text, "' is no range: write A..B, A.. or ..B; the end is not included");
    const std::string_view from = text.substr(0, dots);
    const std::string_view to = text.substr(dots + 2);
    if (timeline.empty()) return fail("the recording has no frames");
    const Moment last = timeline.last();
    MomentRange range{timeline.first(), {last.segment, last.tick + 1}};
    if (!from.empty()) {
        const Result<Moment> place = timeline.parse(from);
        if (!place) return place.error();
        range.from = *place;
    }
    if (!to.empty()) {
        const Result<Moment> place = timeline.parse(to);
        if (!place) return place.error();
        // What lies behind the end means "to the end", the last snapshot included.
        if (*place != last || !lies_behind(timeline, to)) range.to = *place;
    }
    if (range.to < range.from) return fail("the range '", text, "' ends before it begins");
    return range;
}

}  // namespace tickreel
