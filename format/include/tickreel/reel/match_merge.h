#pragma once
// Makes a match file of recordings of one match. Whether they are of one match is found from their
// ticks and item values, never from names; so is how far their clocks are apart.

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tickreel/reel/match_writer.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// Property: what the server calls the match, if the recording says it. Another value is another
// match.
inline constexpr std::string_view kMatchName = "game_uuid";

struct ViewSource {
    const ReelReader* reel = nullptr;
    std::string name{};
    // Of its segments those from `first` on, up to but not `end`.
    std::uint32_t first = 0;
    std::uint32_t end = ~std::uint32_t{0};

    std::uint32_t segments_end() const {
        return std::min(end, static_cast<std::uint32_t>(reel->segments().size()));
    }
};

// Whoever leaves and comes back while one map plays has two segments of it in one recording, which
// are of one segment of the match: each stay is a view, the later ones called NAME-2 and so on.
std::vector<ViewSource> by_stays(std::span<const ViewSource> recordings);

// How the segments of the views are joined to those of the match.
struct MatchPlan {
    struct Part {
        std::uint32_t view = 0;
        std::uint32_t segment = 0;  // of the view
    };
    struct World {
        std::vector<Part> parts{};  // at most one of each view
    };
    std::vector<World> segments{};
    std::vector<std::chrono::nanoseconds> clocks{};  // of the views, ahead of the first one's
    // Views with segments apart because the server numbers the players otherwise in them.
    std::vector<std::uint32_t> numbered_apart{};
};

// An error of a view that does not belong to the others names it and says why.
struct NoMatch {
    std::size_t view = 0;
    std::string why{};
};
// Views that can be of one match: of one game, with types of the same names that mean the same.
// Those of another protocol are in another group, in which, as here, the first stands first.
std::vector<std::vector<std::size_t>> alike_views(std::span<const ViewSource> views);

// What the times of the views are worth.
enum class ViewClocks {
    OfAny,  // how far apart they are is found from what the views share
    OfOne,  // one recorder's: the time says where a view belongs that shares no tick with another,
            // and one that shares nothing has segments of its own; no view is refused for that
};
std::variant<MatchPlan, NoMatch> plan_match(std::span<const ViewSource> views,
                                            ViewClocks clocks = ViewClocks::OfAny);

// What all views say of themselves; starts when the first of them does.
RecordingInfo match_info(std::span<const ViewSource> views, const MatchPlan& plan = {});

// All views into the writer; does not call finish(). Problems are added to damage() of the sources.
Result<void> merge_views(std::span<const ViewSource> views, const MatchPlan& plan,
                         const ProblemSink& problems, MatchWriter& into,
                         const std::function<bool(Moment)>& stopped = {});

}  // namespace tickreel
