#include "recorder/commands/same_match.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <variant>

#include "recorder/commands/output/text_format.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/text.h"
#include "tickreel/model/row.h"
#include "tickreel/model/same_map.h"
#include "tickreel/reel/match_merge.h"

namespace tickreel {

namespace {

constexpr std::size_t kNamesShown = 3;

// By its own clock; so that only those are compared of which it can be.
struct Span {
    std::chrono::duration<double> from{};
    std::chrono::duration<double> to{};
};

std::optional<Span> span_of(const ReelReader& reel) {
    if (reel.info().start.count() == 0) return std::nullopt;
    const double rate = reel.timeline().ticks_per_second();
    const std::chrono::duration<double> start = reel.info().start;
    const double ticks = rate > 0 ? static_cast<double>(reel.timeline().length()) / rate : 0;
    return Span{start, start + std::chrono::duration<double>(ticks)};
}

bool overlap(const Span& a, const Span& b) {
    return a.from <= b.to && b.from <= a.to;
}

bool is_same_match(const ReelReader& a, const ReelReader& b) {
    const std::vector<ViewSource> both{{&a, "a"}, {&b, "b"}};
    return std::holds_alternative<MatchPlan>(plan_match(both));
}

std::set<std::string> names_in(const ReelReader& reel, const Snapshot& snapshot) {
    std::set<std::string> names;
    for (std::size_t i = 0; i < snapshot.size(); ++i) {
        const Item item = snapshot[i];
        if (item.key.type >= reel.schema().size()) continue;
        const ItemType& type = reel.schema()[item.key.type];
        const auto field =
            type.use == TypeUse::Item ? find_role(type, Role::Name) : std::optional<std::size_t>();
        if (!field) continue;
        const Value name = read_field(type, item.row, *field);
        if (const auto* text = std::get_if<std::string>(&name); text != nullptr && !text->empty())
            names.insert(*text);
    }
    return names;
}

// Whether segment `i` of one and `j` of the other have a tick of one map, at the same time, with at
// least half of the names.
bool meet(const ReelReader& a, std::uint32_t i, const ReelReader& b, std::uint32_t j) {
    constexpr double kApart = 1;  // s, between two ways to one server
    const SegmentSpan& in_a = a.timeline().segments()[i];
    const SegmentSpan& in_b = b.timeline().segments()[j];
    const Tick tick = std::max(in_a.first, in_b.first);
    if (tick > std::min(in_a.last, in_b.last) || !may_be_same_map(a.segments()[i], b.segments()[j]))
        return false;
    const auto one = a.at({i, tick});
    const auto other = b.at({j, tick});
    if (!one || !other) return false;
    const std::chrono::duration<double> apart = one->time - other->time;
    const double ticks_apart = static_cast<double>(one->tick - other->tick);
    const double rate = a.timeline().ticks_per_second();
    if (!(rate > 0) || std::abs(apart.count() - ticks_apart / rate) > kApart) return false;
    const auto names = names_in(a, one->snapshot);
    const auto others = names_in(b, other->snapshot);
    const auto shared = std::count_if(names.begin(), names.end(),
                                      [&](const auto& name) { return others.contains(name); });
    return shared > 0 &&
           2 * static_cast<std::size_t>(shared) >= std::min(names.size(), others.size());
}

bool meet(const ReelReader& a, const ReelReader& b) {
    const auto segments = [](const ReelReader& reel) {
        return std::min(reel.timeline().segments().size(), reel.segments().size());
    };
    for (std::uint32_t i = 0; i < segments(a); ++i)
        for (std::uint32_t j = 0; j < segments(b); ++j)
            if (meet(a, i, b, j)) return true;
    return false;
}

enum class Same { No, Likely, Yes };

// Where players are numbered otherwise (for clients of 0.7, and of 0.6 before DDNet's), no values
// are the same.
Same how_same(const ReelReader& a, const ReelReader& b) {
    return is_same_match(a, b) ? Same::Yes : meet(a, b) ? Same::Likely : Same::No;
}

std::unique_ptr<ReelReader> open_quietly(const std::string& path) {
    auto source = open_file(path);
    auto reel = source ? ReelReader::open(*std::move(source))
                       : Result<std::unique_ptr<ReelReader>>(source.error());
    return reel ? *std::move(reel) : nullptr;
}

// Opens both files anew: damage that only this comparison finds is none of the answer's, and must
// not change the exit code. The readers are for what cannot be opened again.
Same how_same(const std::string& path, const ReelReader& reel, const std::string& other_path,
              const ReelReader& other) {
    const auto one = open_quietly(path);
    const auto two = open_quietly(other_path);
    return how_same(one ? *one : reel, two ? *two : other);
}

std::string names_of(const std::vector<std::string>& paths, std::span<const std::size_t> which) {
    return first_of(
        which, kNamesShown, [&](std::size_t i) { return printable(paths[i]); });
}

void warn(const CommandLine& line, const std::vector<std::string>& paths,
          const std::vector<std::optional<Span>>& spans,
          const std::function<Same(std::size_t, std::size_t)>& compare) {
    std::vector<std::vector<std::size_t>> matches;
    std::set<std::size_t> likely;  // of which matches that is all
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (!spans[i]) continue;
        const auto has_it = [&](const std::vector<std::size_t>& match) {
            return std::any_of(match.begin(), match.end(), [&](std::size_t other) {
                if (!overlap(*spans[i], *spans[other])) return false;
                const Same same = compare(other, i);
                if (same == Same::Likely) likely.insert(match.front());
                return same != Same::No;
            });
        };
        const auto found = std::find_if(matches.begin(), matches.end(), has_it);
        if (found == matches.end())
            matches.push_back({i});
        else
            found->push_back(i);
    }
    for (const std::vector<std::size_t>& match : matches) {
        if (match.size() < 2) continue;
        const std::span<const std::size_t> others(match.begin() + 1, match.end());
        const bool sure = !likely.contains(match.front());
        line.warn(
            paths[match.front()],
            concat(sure ? "is" : "seems to be", " of one match with ", names_of(paths, others),
                   sure ? "" : " (the same map, clock and names)",
                   ": what several of them saw, like a kill, counts once for each; ",
                   sure ? "'tickreel merge --views' makes one file of them" : "ask one of them"));
    }
}

}  // namespace

bool are_of_one_match(const std::string& path, const ReelReader& reel,
                      const std::string& other_path, const ReelReader& other) {
    return how_same(path, reel, other_path, other) == Same::Yes;
}

void warn_of_same_match(const CommandLine& line, const std::vector<std::string>& paths,
                        std::span<const std::unique_ptr<ReelReader>> reels) {
    if (line.common().quiet || reels.size() < 2) return;
    std::vector<std::optional<Span>> spans;
    for (const auto& reel : reels) spans.push_back(span_of(*reel));
    warn(line, paths, spans, [&](std::size_t a, std::size_t b) {
        return how_same(paths[a], *reels[a], paths[b], *reels[b]);
    });
}

void warn_of_same_match(const CommandLine& line, const std::vector<std::string>& paths) {
    if (line.common().quiet || paths.size() < 2) return;
    std::vector<std::optional<Span>> spans;
    for (const std::string& path : paths) {
        const auto reel = open_quietly(path);
        spans.push_back(reel ? span_of(*reel) : std::nullopt);
    }
    warn(line, paths, spans, [&](std::size_t a, std::size_t b) {
        const auto one = open_quietly(paths[a]);
        const auto other = open_quietly(paths[b]);
        return one && other ? how_same(*one, *other) : Same::No;
    });
}

}  // namespace tickreel
