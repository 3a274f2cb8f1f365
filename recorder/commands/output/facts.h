#pragma once
// The facts that `info` prints about a recording, as text or NDJSON.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tickreel/analysis/resend_track.h"
#include "tickreel/analysis/send_rates.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct Facts {
    std::string file{};
    std::string protocol{};
    std::string game{};
    std::string writer{};
    std::string player{};             // whose view it is, "": unknown
    std::uint64_t player_others = 0;  // players who were it before or between, see kPlayersInTurn
    std::string start{};              // RFC 3339, "": unknown
    std::string codecs{};             // codec_names()
    double seconds = 0;
    Statistics counts{};
    std::uint64_t lost_ticks = 0;   // in gaps
    std::uint64_t chunk_bytes = 0;  // stored, with record headers
    std::uint64_t groups = 0;       // keyframe chunks
    std::uint64_t raw_bytes = 0;    // all snapshots, uncompressed
    std::uint64_t chunks_ok = 0;
    std::uint64_t chunks_bad = 0;
    // Checksums over parts of snapshots (Firefall's views); empty: the game has none.
    struct Parts {
        std::uint64_t ok = 0;
        std::uint64_t mismatch = 0;
    };
    std::optional<Parts> parts{};
    // How the connection went, by the frames; empty: they were not read.
    struct Connection {
        SendRates rates{};
        ResendTotals resends{};
    };
    std::optional<Connection> connection{};
    std::vector<bool> map_embedded{};  // of each segment
    std::string map_problem{};         // why an attached map cannot be read; "": all can
    bool checked = false;  // every byte was read; otherwise only what opening the file found
};

// With `check` reads every record, and what the frames say of the connection; otherwise uses the
// index.
Result<Facts> gather_facts(const ReelReader& reel, const std::string& path, bool check);

std::string facts_ndjson(const ReelReader& reel, const Facts& facts);
std::string facts_text(const ReelReader& reel, const Facts& facts);
std::string line_of(std::string_view key, std::string_view value);  // of `info` for people
// The rates at which the server sent, and what was sent again: a line each, none for what there is
// nothing to say of. Likewise as NDJSON's members `send_rates` and `resent`.
std::string connection_text(const ReelReader& reel, const Facts& facts);
void add_connection_json(nlohmann::ordered_json& json, const ReelReader& reel, const Facts& facts);
// A line for each property that no other line is made of.
std::string properties_text(const RecordingInfo& info);
// What to do about item types that are kept raw: those that nobody knows, and those that the server
// named later. Empty if there are none.
std::string unknown_types_text(std::string_view game, std::size_t unknown, std::size_t unnamed);

// Damaged chunks: those in the index that a damaged stretch covers, and stretches with lost ticks
// without any index entry left.
std::uint64_t count_bad_chunks(std::span<const ChunkInfo> chunks, std::span<const Damage> damage);
// "columns", several with commas.
std::string codec_names(std::span<const ChunkInfo> chunks);

}  // namespace tickreel
