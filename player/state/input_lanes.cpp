#include "player/state/input_lanes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

std::array<bool, kInputLanes> keys_of(const HeldInput& held) {
    return {held.direction<0, held.direction> 0, held.jump, held.fire, held.hook};
}

// Of each column the time that a key was held within [from, to).
void add_held(std::vector<std::array<double, kInputLanes>>& times, std::span<const double> edges,
              double from, double to, const std::array<bool, kInputLanes>& keys) {
    const auto first = std::upper_bound(edges.begin(), edges.end(), from);
    auto column = static_cast<std::size_t>(std::max<std::ptrdiff_t>(first - edges.begin() - 1, 0));
    for (; column < times.size() && edges[column] < to; ++column) {
        const double inside = std::min(to, edges[column + 1]) - std::max(from, edges[column]);
        for (std::size_t lane = 0; lane < kInputLanes; ++lane)
            if (keys[lane] && inside > 0) times[column][lane] += inside;
    }
}

void mark(InputColumn& column, InputFate fate) {
    column.late |= fate == InputFate::Late;
    column.lost |= fate == InputFate::Unanswered;
    column.unordered |= fate == InputFate::Unordered;
}

}  // namespace

std::string_view input_lane_name(InputLane lane) {
    static constexpr std::array<std::string_view, kInputLanes> kNames{"left", "right", "jump",
                                                                      "fire", "hook"};
    return kNames[static_cast<std::size_t>(lane)];
}

std::string held_words(const HeldInput& held) {
    std::string words;
    const auto keys = keys_of(held);
    for (std::size_t lane = 0; lane < kInputLanes; ++lane)
        if (keys[lane])
            words +=
                concat(words.empty() ? "" : ", ", input_lane_name(static_cast<InputLane>(lane)));
    constexpr double kHalfTurn = 180;
    const long degrees = std::lround(static_cast<double>(held.aim) * kHalfTurn / std::numbers::pi);
    return concat(words.empty() ? "no key" : words, "; aim ", degrees, " degrees");
}

std::string_view fate_words(InputFate fate) {
    switch (fate) {
        case InputFate::Answered:
            break;
        case InputFate::Late:
            return "an input came too late for its tick";
        case InputFate::Unanswered:
            return "the server did not answer an input: it or the answer was lost";
        case InputFate::Unordered:
            return "an input came after one for a later tick";
    }
    return "";
}

std::vector<InputColumn> input_columns(const InputList& inputs, std::span<const double> edges,
                                       std::span<const std::int64_t> starts, double end) {
    if (edges.size() < 2) return {};
    std::vector<InputColumn> columns(edges.size() - 1);
    std::vector<std::array<double, kInputLanes>> times(columns.size());
    const auto begin = static_cast<std::int64_t>(std::floor(edges.front()));
    const std::size_t first = inputs.lower_bound(begin);
    for (std::size_t i = first > 0 ? first - 1 : 0; i < inputs.size(); ++i) {
        const TrackedInput input = inputs[i];
        const auto at = static_cast<double>(input.position);
        if (at >= edges.back()) break;
        double until = i + 1 < inputs.size() ? static_cast<double>(inputs[i + 1].position) : end;
        const auto next = std::upper_bound(starts.begin(), starts.end(), input.position);
        if (next != starts.end()) until = std::min(until, static_cast<double>(*next));
        add_held(times, edges, at, until, keys_of(input.held));
        const auto edge = std::upper_bound(edges.begin(), edges.end(), at);
        if (edge != edges.begin() && edge != edges.end())
            mark(columns[static_cast<std::size_t>(edge - edges.begin() - 1)], input.fate);
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const double wide = edges[i + 1] - edges[i];
        for (std::size_t lane = 0; lane < kInputLanes && wide > 0; ++lane) {
            const double share = std::min(times[i][lane] / wide, 1.0);
            columns[i].held[lane] = static_cast<std::uint8_t>(std::ceil(share * 255));
        }
    }
    return columns;
}

}  // namespace tickreel
