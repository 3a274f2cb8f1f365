#pragma once
// When the recording of a connection goes on in another file: at another map or match, when the
// file is full or old, when somebody asks, or when all clients of its match do (MatchRounds).

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "recorder/games/game.h"
#include "recorder/recording/recording_options.h"
#include "tickreel/model/match_start.h"

namespace tickreel {

class SplitRule {
public:
    struct OpenFile {
        FileSize size{};
        std::chrono::nanoseconds start{};
    };

    // Both outlive it.
    SplitRule(const Game& game, const RecordingOptions& options) : game_(game), options_(options) {}

    void note_type(const Schema& schema, TypeId id);
    void begin_segment();
    void begin_file() { wanted_ = false; }
    void ask();
    // Once for each frame, whether or not a file is open; `open`: the file that would end.
    bool is_due(const Schema& schema, const Segment& segment, const Frame& next,
                const std::optional<OpenFile>& open);

    bool by_map() const { return options_.split_by_map || options_.split_by_match; }
    // Whether a file may begin inside a segment.
    bool any_inside() const;
    unsigned round() const { return round_; }  // of the newest frame; 0: there are none

private:
    void find_round(const Segment& segment, const Frame& frame, bool begins,
                    const std::optional<OpenFile>& open);

    const Game& game_;
    const RecordingOptions& options_;
    std::vector<TypeField> match_starts_{};  // of the game, as far as their types have come
    MatchClock match_{};                     // of the segment
    MatchRounds::Member member_{};           // of options_.rounds
    unsigned round_ = 0;
    bool wanted_ = false;
};

}  // namespace tickreel
