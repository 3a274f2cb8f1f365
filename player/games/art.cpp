#include "player/games/art.h"

#include "player/games/teeworlds/teeworlds_art.h"

namespace tickreel {

namespace {

struct ArtEntry {
    std::string_view game{};  // RecordingInfo::game
    std::unique_ptr<Art> (*load)(const ReelReader&, std::uint32_t, const ArtOptions&,
                                 const ProblemSink&) = nullptr;
    std::optional<Bytes> (*find_map)(const Segment&, const ArtOptions&,
                                     const ProblemSink&) = nullptr;
};

// One line per game with art.
constexpr ArtEntry kArts[] = {
    {"teeworlds", teeworlds_art::load_teeworlds_art, teeworlds_art::find_teeworlds_map},
};

}  // namespace

std::unique_ptr<Art> load_art(const ReelReader& reel, std::uint32_t segment,
                              const ArtOptions& options, const ProblemSink& problems) {
    for (const ArtEntry& entry : kArts) {
        if (reel.info().game == entry.game) {
            std::vector<std::string> met;
            const auto note = [&](const Problem& problem) {
                met.push_back(problem.message);
                problems(problem);
            };
            std::unique_ptr<Art> art = entry.load(reel, segment, options, note);
            art->set_problems(std::move(met));
            return art;
        }
    }
    return nullptr;
}

Evolution::FindMap map_finder(std::string_view game, const ArtOptions& options) {
    for (const ArtEntry& entry : kArts) {
        if (entry.game == game) {
            return [find = entry.find_map, options](const Segment& segment) {
                return find(segment, options, ignore_problems);
            };
        }
    }
    return {};
}

}  // namespace tickreel
