#include "tickreel/reel/timeline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <utility>
#include <variant>

#include "tickreel/base/parse_number.h"

namespace tickreel {

namespace {

constexpr std::string_view kAccepted =
    "a tick (1042), a tick of a segment (s1:1042), a time since the start (1:02.34, "
    "1:01:02.3, 62.34s) or a share (50%)";

// Ticks of a damaged file may have any value.
Tick plus(Tick tick, std::int64_t more) {
    Tick sum = 0;
    if (__builtin_add_overflow(tick, more, &sum)) return more < 0 ? INT64_MIN : INT64_MAX;
    return sum;
}

std::int64_t span_length(const SegmentSpan& span) {
    return span.last < span.first ? 0 : span.last - span.first + 1;
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
        if (parts > 0 && *part >= 60) return std::nullopt;  // 1:99
        seconds = seconds * 60 + *part;
        if (more) text.remove_prefix(colon + 1);
    }
    return seconds;
}

// A place as it was typed, before it is looked for in a recording.
struct Share {
    double percent = 0;
};
struct Seconds {
    double since_start = 0;
};
using TypedPlace = std::variant<Tick, Moment, Share, Seconds>;

Result<TypedPlace> read_place(std::string_view text) {
    const auto refused = [&] { return fail("invalid place '", text, "'; use ", kAccepted); };
    if (text.ends_with('%')) {
        const std::optional<double> share = parse_number<double>(text.substr(0, text.size() - 1));
        if (!share || !std::isfinite(*share)) return refused();
        return TypedPlace(Share{*share});
    }
    if (text.starts_with('s') && text.find(':') != std::string_view::npos) {
        const std::size_t colon = text.find(':');
        const auto segment = parse_number<std::uint32_t>(text.substr(1, colon - 1));
        const auto tick = parse_number<Tick>(text.substr(colon + 1));
        if (!segment || !tick) return refused();
        return TypedPlace(Moment{*segment, *tick});
    }
    const bool minus = text.starts_with('-');
    if (const std::optional<double> seconds = parse_time(text.substr(minus ? 1 : 0)))
        return TypedPlace(Seconds{minus ? -*seconds : *seconds});
    if (const std::optional<Tick> tick = parse_number<Tick>(text)) return TypedPlace(*tick);
    return refused();
}

// The two sides of "A..B".
Result<std::pair<std::string_view, std::string_view>> read_range(std::string_view text) {
    const std::size_t dots = text.find("..");
    if (dots == std::string_view::npos)
        return fail("invalid range '", text, "'; use A..B, A.. or ..B (the end is excluded)");
    return std::pair{text.substr(0, dots), text.substr(dots + 2)};
}

}  // namespace

Result<void> check_place(std::string_view text) {
    const Result<TypedPlace> place = read_place(text);
    return place ? Result<void>() : place.error();
}

Result<void> check_range(std::string_view text) {
    const auto sides = read_range(text);
    if (!sides) return sides.error();
    for (const std::string_view side : {sides->first, sides->second})
        if (!side.empty())
            if (Result<void> readable = check_place(side); !readable) return readable;
    return {};
}

Timeline::Timeline(std::vector<SegmentSpan> segments, double ticks_per_second)
    : segments_(std::move(segments)), rate_(ticks_per_second) {
    constexpr double kMostTicks = 1e9;  // a second: one a nanosecond
    if (!(rate_ > 0) || !(rate_ <= kMostTicks)) rate_ = 50.0;
    std::int64_t at = 0;
    for (const SegmentSpan& span : segments_) {
        starts_.push_back(at);
        const std::int64_t length = span_length(span);
        // Ticks of a damaged file may have any value: clamp instead of wrapping.
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

bool Timeline::contains(Moment moment) const {
    if (moment.segment >= segments_.size()) return false;
    const SegmentSpan& span = segments_[moment.segment];
    return span.first <= moment.tick && moment.tick <= span.last;
}

Result<Moment> Timeline::locate(std::string_view text) const {
    return locate_after(text, 0, Side::From);
}

// A bare tick belongs to the first segment from `start` on that contains it. If none does, a range
// from it begins with the next existing tick, and one up to it ends with the previous one. The tick
// behind the last one of the segment in which a range begins is the end of that segment.
Moment Timeline::tick_after(Tick tick, std::size_t start, Side side) const {
    if (side == Side::To && start < segments_.size() && span_length(segments_[start]) > 0 &&
        tick == plus(segments_[start].last, 1))
        return {static_cast<std::uint32_t>(start), tick};
    std::size_t before = segments_.size();  // the last segment that ends before the tick
    std::size_t after = segments_.size();   // the first that begins after it
    for (std::size_t i = start; i < segments_.size(); ++i) {
        const SegmentSpan& span = segments_[i];
        if (span_length(span) == 0) continue;
        if (span.first <= tick && tick <= span.last) return {static_cast<std::uint32_t>(i), tick};
        if (tick < span.first && after == segments_.size()) after = i;
        if (span.last < tick && (side == Side::From || after == segments_.size())) before = i;
    }
    const bool next = after < segments_.size() && (side == Side::From || before >= after);
    const std::size_t chosen = next ? after : before;
    return {static_cast<std::uint32_t>(chosen < segments_.size() ? chosen : last().segment), tick};
}

Result<Moment> Timeline::locate_after(std::string_view text, std::size_t start, Side side) const {
    if (empty()) return fail("the recording has no frames");
    const Result<TypedPlace> typed = read_place(text);
    if (!typed) return typed.error();
    if (const auto* moment = std::get_if<Moment>(&*typed)) return *moment;
    if (const auto* tick = std::get_if<Tick>(&*typed)) return tick_after(*tick, start, side);
    double ticks = 0;  // since the first tick
    double slack = 0;
    if (const auto* share = std::get_if<Share>(&*typed)) {
        ticks = share->percent / 100.0 * static_cast<double>(length());
        if (share->percent >= 0 && share->percent <= 100) ticks = std::round(ticks);
    } else {
        ticks = std::get<Seconds>(*typed).since_start * rate_;
        slack = std::max(0.5, 0.005 * rate_);  // times are displayed in hundredths
    }
    constexpr double kFar = 1e15;  // beyond any recording, yet no overflow
    if (ticks < 0)
        return Moment{first().segment,
                      plus(first().tick, -std::llround(std::min(std::ceil(-ticks), kFar)))};
    const auto whole = static_cast<double>(length());
    if (ticks > whole + slack)
        return Moment{last().segment,
                      plus(last().tick, std::llround(std::min(std::ceil(ticks - whole), kFar)))};
    return moment(std::llround(std::min(ticks, whole)));
}

Result<Moment> Timeline::parse(std::string_view text) const {
    const Result<Moment> place = locate(text);
    if (!place) return place;
    if (place->segment >= segments_.size())
        return fail("there is no segment ", place->segment, "; the recording has ",
                    segments_.size());
    const std::optional<Tick> tick = parse_number<Tick>(text);
    if (!tick) return moment(position(*place));
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

Result<MomentRange> parse_range(const Timeline& timeline, std::string_view text) {
    const auto sides = read_range(text);
    if (!sides) return sides.error();
    const auto [from, to] = *sides;
    if (timeline.empty()) return fail("the recording has no frames");
    const Moment last = timeline.last();
    MomentRange range{timeline.first(), {last.segment, plus(last.tick, 1)}};
    using Side = Timeline::Side;
    if (!from.empty()) {
        const Result<Moment> place = timeline.locate_after(from, 0, Side::From);
        if (!place) return place.error();
        range.from = *place;
    }
    if (!to.empty()) {
        const std::size_t start = from.empty() ? 0 : range.from.segment;
        const Result<Moment> place = timeline.locate_after(to, start, Side::To);
        if (!place) return place.error();
        // 100 % includes the last snapshot.
        if (*place != last || !to.ends_with('%')) range.to = *place;
        if (from.empty()) range.from = std::min(range.from, range.to);
    }
    // From a place behind the recording to its end: empty. Two places the wrong way round are an
    // error wherever they are.
    if (range.to < range.from && to.empty() && !timeline.contains(range.from))
        range.to = range.from;
    if (range.to < range.from)
        return fail("the range '", text, "' ends before it begins; swap its ends");
    return range;
}

}  // namespace tickreel
