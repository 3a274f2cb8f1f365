#include "recorder/commands/same_match.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <variant>

#include "recorder/commands/output/text_format.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/text.h"
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

std::unique_ptr<ReelReader> open_quietly(const std::string& path) {
    auto source = open_file(path);
    auto reel = source ? ReelReader::open(*std::move(source))
                       : Result<std::unique_ptr<ReelReader>>(source.error());
    return reel ? *std::move(reel) : nullptr;
}

std::string names_of(const std::vector<std::string>& paths, std::span<const std::size_t> which) {
    return first_of(
        which, kNamesShown, [&](std::size_t i) { return printable(paths[i]); });
}

void warn(const CommandLine& line, const std::vector<std::string>& paths,
          const std::vector<std::optional<Span>>& spans,
          const std::function<bool(std::size_t, std::size_t)>& is_same) {
    std::vector<std::vector<std::size_t>> matches;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (!spans[i]) continue;
        const auto has_it = [&](const std::vector<std::size_t>& match) {
            return std::any_of(match.begin(), match.end(), [&](std::size_t other) {
                return overlap(*spans[i], *spans[other]) && is_same(other, i);
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
        line.warn(paths[match.front()],
                  concat("is of one match with ", names_of(paths, others),
                         ": what several of them saw, like a kill, counts once for each; "
                         "'tickreel merge --views' makes one file of them"));
    }
}

}  // namespace

bool are_of_one_match(const std::string& path, const ReelReader& reel,
                      const std::string& other_path, const ReelReader& other) {
    // With readers of its own: damage that the answer does not meet must not count as lost.
    const auto one = open_quietly(path);
    const auto two = open_quietly(other_path);
    return is_same_match(one ? *one : reel, two ? *two : other);
}

void warn_of_same_match(const CommandLine& line, const std::vector<std::string>& paths,
                        std::span<const std::unique_ptr<ReelReader>> reels) {
    if (line.common().quiet || reels.size() < 2) return;
    std::vector<std::optional<Span>> spans;
    for (const auto& reel : reels) spans.push_back(span_of(*reel));
    warn(line, paths, spans, [&](std::size_t a, std::size_t b) {
        return are_of_one_match(paths[a], *reels[a], paths[b], *reels[b]);
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
        return one && other && is_same_match(*one, *other);
    });
}

}  // namespace tickreel
