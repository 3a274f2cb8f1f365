#include "tickreel/analysis/view_names.h"

#include <algorithm>
#include <limits>
#include <set>

#include "tickreel/analysis/input_track.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/did_you_mean.h"
#include "tickreel/base/parse_number.h"
#include "tickreel/base/text.h"
#include "tickreel/model/names.h"
#include "tickreel/reel/union_property.h"

namespace tickreel {

namespace {

constexpr std::size_t kMostListed = 10;

std::string player_in(const Schema& schema, const std::optional<Frame>& frame) {
    if (!frame) return {};
    const auto who = recorded_player(schema, frame->snapshot);
    return who ? entity_name(schema, frame->snapshot, *who) : std::string();
}

// At the end of a map everybody has a name: the last one that there is. `at`: the frame at a
// moment.
template <typename At>
std::string last_player(const Schema& schema, std::size_t segments, const At& at) {
    while (segments-- > 0) {
        std::string name = player_in(
            schema, at({static_cast<std::uint32_t>(segments), std::numeric_limits<Tick>::max()}));
        if (!name.empty()) return name;
    }
    return {};
}

std::string player_of(const MatchReader& match, std::uint32_t view) {
    const MatchView& one = match.views()[view];
    return last_player(one.schema, one.segments.size(), [&](Moment moment) {
        auto frame = match.at(view, moment);
        return frame ? *std::move(frame) : std::optional<Frame>();
    });
}

// Names come from the network: a terminal may take them for commands.
std::string without_controls(std::string text) {
    constexpr char kDelete = 0x7f;
    for (char& c : text)
        if ((c >= 0 && c < ' ') || c == kDelete) c = '?';
    return text;
}

using Found = std::vector<std::uint32_t>;

template <typename Fits>
Found all_that(const std::vector<ViewName>& names, const Fits& fits) {
    Found found;
    for (std::uint32_t i = 0; i < names.size(); ++i)
        if (fits(names[i])) found.push_back(i);
    return found;
}

Result<std::optional<std::uint32_t>> only_one(const Found& found, std::string_view typed) {
    if (found.size() == 1) return std::optional(found.front());
    std::string numbers;
    for (std::size_t i = 0; i < found.size(); ++i)
        numbers += concat(i == 0 ? "" : i + 1 == found.size() ? " and " : ", ", found[i] + 1);
    return fail("'", without_controls(std::string(typed)), "' is the name of views ", numbers,
                "; use a number");
}

// Who was called so when the recording began may have another name by now, and another player this
// one: then it may mean either.
Result<std::optional<std::uint32_t>> named_or_renamed(const MatchReader& match, std::uint32_t view,
                                                      std::string_view typed) {
    if (player_of(match, view) == typed) return std::optional(view);
    const std::vector<ViewName> names = name_views(match);
    return only_one(
        all_that(names,
                 [&](const ViewName& one) { return one.player == typed || &one == &names[view]; }),
        typed);
}

std::string suggestion(const std::vector<ViewName>& names, std::string_view typed) {
    std::vector<std::string_view> known;
    for (const ViewName& one : names) {
        known.push_back(one.name);
        if (!one.player.empty()) known.push_back(one.player);
    }
    return without_controls(did_you_mean(typed, known));
}

}  // namespace

std::string recorded_player_name(const ReelReader& reel) {
    if (reel.info().properties.contains(std::string(kUnionOf))) return {};  // several
    return last_player(reel.schema(), reel.segments().size(), [&](Moment moment) {
        auto frame = reel.at(moment);
        return frame ? std::optional<Frame>(*std::move(frame)) : std::nullopt;
    });
}

std::size_t count_recorded_players(const ReelReader& reel) {
    std::set<EntityId> players;
    // What cannot be read, others say.
    static_cast<void>(reel.scan(reel.everything(), ignore_problems, [&](const Frame& frame) {
        if (const auto who = recorded_player(reel.schema(), frame.snapshot)) players.insert(*who);
        return true;
    }));
    return players.size();
}

std::vector<ViewName> name_views(const MatchReader& match) {
    std::vector<ViewName> names;
    for (std::uint32_t view = 0; view < match.views().size(); ++view)
        names.push_back({match.views()[view].name, player_of(match, view)});
    return names;
}

std::string list_views(const std::vector<ViewName>& names) {
    return first_of(
        names, kMostListed,
        [number = 0](const ViewName& view) mutable {
            const auto& [name, player] = view;
            const std::string who = player.empty() || player == name ? "" : ", player " + player;
            return concat(++number, " (", without_controls(name + who), ")");
        });
}

Result<std::optional<std::uint32_t>> find_view(const MatchReader& match, std::string_view typed) {
    const auto views = match.views();
    for (std::uint32_t i = 0; i < views.size(); ++i)
        if (views[i].name == typed) return named_or_renamed(match, i, typed);
    if (const auto number = parse_number<std::uint32_t>(typed))
        if (*number >= 1 && *number <= views.size()) return std::optional(*number - 1);
    if (same_but_case(typed, kUnionView)) return std::optional<std::uint32_t>();
    // Only now their frames are read.
    const std::vector<ViewName> names = name_views(match);
    for (const Found& found :
         {all_that(names, [&](const ViewName& one) { return one.player == typed; }),
          all_that(names, [&](const ViewName& one) { return same_but_case(one.name, typed); }),
          all_that(names, [&](const ViewName& one) { return same_but_case(one.player, typed); })})
        if (!typed.empty() && !found.empty()) return only_one(found, typed);
    const std::string near = suggestion(names, typed);
    return fail("no view '", without_controls(std::string(typed)), "'", near,
                near.empty() ? "; " : " ", "it has ", list_views(names), ", and ", kUnionView);
}

std::string other_views_of(const MatchReader& match, std::uint32_t view, std::string_view typed) {
    if (player_of(match, view) != typed) return {};
    const std::vector<ViewName> names = name_views(match);
    std::string others;
    for (std::uint32_t i = 0; i < names.size(); ++i)
        if (i != view && names[i].player == typed)
            others += concat(others.empty() ? "" : ", ", i + 1, " (", names[i].name, ")");
    if (others.empty()) return {};
    return concat("'", typed, "' is view ", view + 1, "; of the same player are too: ", others);
}

}  // namespace tickreel
