#pragma once
// What `info` says of a recording, gathered once and printed twice (text, NDJSON).

#include <string>
#include <vector>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct Facts {
    std::string file{};
    std::string protocol{};
    std::string game{};
    std::string writer{};
    std::string start{};   // RFC 3339, "" unknown
    std::string codecs{};  // "columns+zstd", several with commas
    double seconds = 0;
    Statistics counts{};
    std::uint64_t lost_ticks = 0;   // in gaps
    std::uint64_t chunk_bytes = 0;  // stored, with record headers
    std::uint64_t groups = 0;       // chunks that depend on nothing
    std::uint64_t raw_bytes = 0;    // all snapshots as if stored in full
    std::uint64_t chunks_ok = 0;
    std::uint64_t chunks_bad = 0;
    bool checked = false;  // every byte was read; else what opening the file found
};

// Reads every record when `check`; otherwise what the index says.
Result<Facts> gather_facts(const ReelReader& reel, const std::string& path, bool check);

std::string facts_ndjson(const ReelReader& reel, const Facts& facts);
std::string facts_text(const ReelReader& reel, const Facts& facts);

// Chunks that are damaged: those in the index that a damaged stretch covers, and stretches with
// lost ticks that no index entry is left of.
std::uint64_t count_bad_chunks(const ReelReader& reel);

}  // namespace tickreel
