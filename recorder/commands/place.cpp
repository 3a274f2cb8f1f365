#include "recorder/commands/place.h"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "tickreel/base/concat.h"
#include "tickreel/base/parse_number.h"
#include "tickreel/reel/bare_ticks.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

namespace {

// A validator of the library for command lines says "" where nothing is wrong.
std::string complaint(const Result<void>& checked) {
    return checked ? std::string() : checked.error().message;
}

// Of the damage known so far.
bool any_unreadable(const ReelReader& reel, MomentRange range) {
    const std::vector<Gap> lost = unreadable_ticks(reel);
    return std::any_of(lost.begin(), lost.end(), [&](const Gap& gap) {
        return Moment{gap.segment, gap.from} < range.to && range.from < Moment{gap.segment, gap.to};
    });
}

}  // namespace

CLI::Option* add_range_option(CLI::App& app, const std::string& flag, std::string& target,
                              const std::string& about) {
    return app.add_option(flag, target, about)
        ->option_text("A..B")
        ->check(CLI::Validator([](const std::string& text) { return complaint(check_range(text)); },
                               "", "range"));
}

void take_places(CLI::Option& option) {
    option.check(CLI::Validator(
        [](const std::string& text) { return complaint(check_place(text)); }, "", "place"));
}

Result<Place> parse_place(const CommandLine& line, std::string_view path, const Timeline& timeline,
                          std::string_view text, std::optional<std::uint32_t> start) {
    if (timeline.empty()) return fail("contains no snapshots");
    const Result<Moment> moment =
        timeline.locate_after(text, start.value_or(0), Timeline::Side::From);
    if (!moment) return moment.error();
    Place place{*moment, ""};
    const std::optional<Tick> bare = parse_number<Tick>(text);
    if (!timeline.contains(*moment)) {
        const Moment other = bare && start ? *timeline.locate(text) : *moment;
        place.outside = timeline.contains(other)
                            ? concat("'", text, "' is in no segment from ", *start, " on: write ",
                                     moment_text(timeline, other), " for another")
                            : outside_text(timeline, text);
    } else if (bare && !start) {
        const std::string others = tick_in_others(timeline, *bare, *moment);
        if (!others.empty()) line.warn(path, others);
    }
    return place;
}

TickRange look_into(const ReelReader& reel, MomentRange range, std::string_view text) {
    TickRange found{range, ""};
    std::optional<Moment> first;
    const auto scanned = reel.scan(range, ignore_problems, [&](const Frame& frame) {
        first = frame.moment();
        return false;
    });
    if (scanned && first) {
        // Only segments that the recording has, from the first with a snapshot on, or with one that
        // cannot be read. In the last one ticks may be missing behind the last snapshot.
        if (range.from.segment < first->segment && !any_unreadable(reel, {range.from, *first}))
            found.moments.from = *first;
        if (const Moment end = reel.everything().to; range.to.segment > end.segment)
            found.moments.to = end;
        return found;
    }
    found.empty =
        reel.timeline().empty() ? "contains no snapshots" : none_in_text(reel.timeline(), text);
    return found;
}

Result<TickRange> parse_ticks(const CommandLine& line, std::string_view path,
                              const ReelReader& reel, std::string_view text) {
    if (text.empty()) return TickRange{reel.everything(), ""};
    if (reel.timeline().empty()) return TickRange{reel.everything(), "contains no snapshots"};
    const Result<MomentRange> range = parse_range(reel.timeline(), text);
    if (!range) return range.error();
    TickRange found = look_into(reel, *range, text);
    if (const auto others = ticks_in_others(reel.timeline(), text, found.moments);
        found.empty.empty() && !others.empty())
        line.warn(path, others);
    // Of a damaged recording nobody knows where it ended: the line about what is missing says that.
    if (const std::string beyond = beyond_text(reel.timeline(), text, *range);
        found.empty.empty() && !beyond.empty() && reel.damage().empty() && reel.finished())
        line.warn(path, beyond);
    return found;
}

Result<std::size_t> find_marker(const ReelReader& reel, std::string_view name) {
    const auto markers = reel.markers();
    std::vector<std::size_t> named;
    for (std::size_t i = 0; i < markers.size(); ++i)
        if (markers[i].text == name) named.push_back(i);
    const auto number = parse_number<std::size_t>(name);
    const bool numbered = number && *number >= 1 && *number <= markers.size();
    if (named.size() == 1) {
        if (!numbered || *number - 1 == named.front()) return named.front();
        return fail("has a marker number ", *number, " and a marker '", name, "', number ",
                    named.front() + 1, "; give that number, or the text of the other");
    }
    if (named.size() > 1)
        return fail("has ", named.size(), " markers '", name, "', number ", named[0] + 1, " and ",
                    named[1] + 1, named.size() > 2 ? " the first of them" : "",
                    "; give the number");
    if (numbered) return *number - 1;
    return fail("has no marker '", name, "'; 'tickreel list FILE markers' names them all");
}

}  // namespace tickreel
