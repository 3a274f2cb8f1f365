#pragma once
// What the catalog keeps of one recording: read once, when it is new or has changed. Events are
// those that people look for (kills, flags, races, votes), with who did them to whom.

#include <map>
#include <string>
#include <vector>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct PlayerTime {
    std::string name{};
    std::string clan{};
    double seconds = 0;  // with this name and clan
};

struct CatalogEvent {
    std::string kind{};  // "kill"
    Moment moment{};
    double seconds = 0;  // since the recording's first tick
    std::string player{};
    std::string object{};
};

// The status of a file of several views: its union, what any of them saw, is searched.
inline constexpr const char* kMatchFile = "match file";
inline constexpr const char* kDamagedMatchFile = "damaged match file";

struct RecordingSummary {
    std::string status = "ok";  // or "unfinished", "damaged", "unreadable", or of a match file
    std::string problem{};      // why, when not ok
    std::string uuid{};
    std::string game{};
    std::string map{};  // of all segments, with commas
    std::string server{};
    std::int64_t start_ns = 0;
    double seconds = 0;
    std::uint64_t snapshots = 0;
    std::uint64_t wire_ok = 0;
    std::uint64_t wire_mismatch = 0;
    std::uint64_t wire_absent = 0;
    std::uint64_t gaps = 0;
    std::uint64_t gap_ticks = 0;
    std::vector<PlayerTime> players{};
    std::map<std::string, std::uint64_t> counts{};  // of events, by type
    std::vector<CatalogEvent> events{};
    std::vector<Marker> markers{};
};

// The UUID in the file's header, "" when there is no header.
std::string uuid_of(const std::string& path);
// Always something: a file that cannot be read is "unreadable".
RecordingSummary summarise(const std::string& path);

}  // namespace tickreel
