#pragma once
// How people call a view of a match file, the same in every command and in the player: by its
// number, by the name of the recording that it was merged from, or by the player who was recorded.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/reel/match_reader.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// What all views saw together; no view is called so (see `merge --views`).
inline constexpr std::string_view kUnionView = "union";

struct ViewName {
    std::string name{};    // of its recording, without .reel
    std::string player{};  // who was recorded; "" where that is not known
};

// Who was recorded, by the last name that the recording has for him; "" where that is not known,
// and of a union of views. Reads a frame.
std::string recorded_player_name(const ReelReader& reel);

// How many players that was, one after the other; of what can be read. Decodes all frames.
std::size_t count_recorded_players(const ReelReader& reel);

// By number, of all views; reads a frame of each.
std::vector<ViewName> name_views(const MatchReader& match);

// "1 (ada), 2 (bob, player Bob) ...": the first ten and how many more, safe for a terminal.
std::string list_views(const std::vector<ViewName>& names);

// The index of the view that is meant, nothing for the union. In this order: the name of its
// recording as written, unless that is by now another view's player, a number from 1, the player's
// name as written, both without regard to case. The error names the views; where several fit, their
// numbers.
Result<std::optional<std::uint32_t>> find_view(const MatchReader& match, std::string_view typed);

// "'Ada' is view 1; of the same player are too: 3 (Ada-2)": where a view was called by the name of
// its player, who has others (came again after a break); else "".
std::string other_views_of(const MatchReader& match, std::uint32_t view, std::string_view typed);

}  // namespace tickreel
