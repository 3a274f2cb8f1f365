#pragma once
// What a recording keeps, and when another file or clip of it begins.

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "recorder/recording/match_rounds.h"
#include "recorder/recording/type_teacher.h"
#include "tickreel/reel/reel_writer.h"

namespace tickreel {

class LiveTails;

// The options of `record --keep-last`: minutes to keep, and what triggers a clip.
struct ClipTrigger {
    std::string kind{};  // an event type ("kill"), or "mismatch" or "gap"
    std::string text{};  // for events with text: what it must hold
};
struct ClipOptions {
    std::chrono::nanoseconds keep{};      // before a trigger; 0: no clips, everything is recorded
    std::chrono::nanoseconds after{};     // a trigger
    std::vector<ClipTrigger> triggers{};  // none: one clip, when the connection ends
    std::string folder{};    // where the minutes are kept, see kept_parts.h; "" = in memory
    std::string fallback{};  // where that takes none; "" = nowhere
};

struct RecordingOptions {
    ReelOptions reel{};
    bool finished = false;  // what is recorded has ended: a file is imported
    bool split_by_map = false;
    bool split_by_match = false;                  // maps too: another map is another match
    std::uint64_t split_bytes = 0;                // a new file after so many; 0: never
    std::chrono::nanoseconds split_time{};        // and after so long
    std::chrono::nanoseconds retry{};             // how long after a write error; 0: never again
    bool inputs = true;                           // keep what the client pressed
    bool private_chat = true;                     // keep whispers and team chat
    bool redact = false;                          // pseudonyms for names, clans and what is said
    std::optional<Attachment> map{};              // given by hand, for every file
    std::shared_ptr<const TaughtTypes> taught{};  // nullptr: none
    std::shared_ptr<LiveTails> tails{};           // nullptr: nobody may read along
    std::shared_ptr<MatchRounds> rounds{};        // say when to split instead; nullptr: none
    ClipOptions clips{};
};

}  // namespace tickreel
