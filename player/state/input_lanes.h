#pragma once
// What the timeline shows of a player's inputs, per pixel column: which share of it each key was
// held, and whether inputs came late or got lost. No window needed.

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "tickreel/analysis/input_track.h"

namespace tickreel {

enum class InputLane : std::uint8_t { Left, Right, Jump, Fire, Hook };
inline constexpr std::size_t kInputLanes = 5;
std::string_view input_lane_name(InputLane lane);  // "left"

// "left, jump; aim 30 degrees", as SQL's `aim`; "nothing; aim ..."
std::string held_words(const HeldInput& held);
// "an input came late"; "" if all is well.
std::string_view fate_words(InputFate fate);

struct InputColumn {
    std::array<std::uint8_t, kInputLanes> held{};  // by InputLane; 255: all the time
    bool late = false;
    bool lost = false;       // unanswered: it or the server's answer
    bool unordered = false;  // it came after one for a later tick
    bool operator==(const InputColumn&) const = default;
};

// `edges`: positions, ascending; column i is [edges[i], edges[i + 1]). `starts`: of the segments,
// and ends of what can be read, where nothing is known to be held. Nothing is drawn after `end`.
std::vector<InputColumn> input_columns(const InputList& inputs, std::span<const double> edges,
                                       std::span<const std::int64_t> starts, double end);

}  // namespace tickreel
