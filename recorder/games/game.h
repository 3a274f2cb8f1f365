#pragma once
// All that the rest of the program knows of a game, and all that a game needs to include. A new
// game is a folder that defines one `Game` and one line in recorder/games/CMakeLists.txt.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "recorder/datagram.h"
#include "tickreel/base/file.h"
#include "tickreel/base/problem.h"
#include "tickreel/model/frame_sink.h"

namespace tickreel {

// Turns the datagrams of ONE connection into frames. Knows neither sockets nor files.
class StreamDecoder {
public:
    virtual ~StreamDecoder() = default;
    // Never fails: what cannot be decoded is a problem, is counted, and the stream goes on.
    virtual void feed(const Datagram& datagram, FrameSink& sink, const ProblemSink& problems) = 0;
    // The connection ended: hands over what was held back (the last frame, open gaps). Does not
    // call sink.finish().
    virtual void finish(FrameSink& sink, const ProblemSink& problems) = 0;
    // Names and counts for the closing report: "packets", "unknown messages", "resent" ...
    virtual std::map<std::string, std::uint64_t> counters() const = 0;
};

using Progress = std::function<void(double share)>;  // 0..1, called often

// A file format of the game that becomes frames (.demo, .nsr).
struct FileImporter {
    std::string_view extension{};  // "demo"
    std::string_view about{};
    bool (*recognise)(ByteView head) = nullptr;  // the first 64 bytes, fewer in a short file
    Result<void> (*import)(const ByteSource& file, FrameSink& sink, const ProblemSink& problems,
                           const Progress& progress) = nullptr;
};

// Takes a datagram of a connection (0, 1 ...; one after another) and the share of the file that was
// read; false ends the reading.
using DatagramTaker =
    std::function<bool(unsigned connection, const Datagram& datagram, double share)>;

// A file format of the game that holds datagrams, not frames (.faucap).
struct DatagramFile {
    std::string_view extension{};  // "faucap"
    std::string_view about{};
    bool (*recognise)(ByteView head) = nullptr;  // as of FileImporter
    Result<void> (*read)(const ByteSource& file, const DatagramTaker& take,
                         const ProblemSink& problems) = nullptr;
    // Where the file may say what no wire is believed; nullptr: the game's own.
    std::unique_ptr<StreamDecoder> (*make_decoder)() = nullptr;
};

// Frames that become a file format of the game. The sink writes to `out`, finish() completes it.
struct FileExporter {
    std::string_view extension{};
    std::string_view about{};
    std::unique_ptr<FrameSink> (*make)(std::unique_ptr<ByteSink> out) = nullptr;
};

// A view over the tables of the game's recordings, for `sql`.
struct AnalysisView {
    std::string_view name{};
    std::string_view sql{};  // a SELECT
    bool by_tick = false;    // a row's tick is that of all rows it is made of (`players` aside)
};

// The same in every game.
inline constexpr AnalysisView kGapsView{
    "gaps", "SELECT tick, time, gap, base_tick, segment, file FROM snapshots WHERE gap > 0", true};

// How recordings of a game are packed, see ReelOptions. Where a whole snapshot weighs much more
// than what changes in it, groups are long. Chunks and level: of what is imported, when nobody
// waits for the end of a chunk.
struct Packing {
    double group_seconds = 10.0;
    double chunk_seconds = 2.0;
    int level = 9;
};

struct Game {
    std::string_view id{};     // "teeworlds": --protocol, RecordingInfo::game
    std::string_view title{};  // "Teeworlds 0.6 / DDNet"
    double ticks_per_second = 50.0;
    Packing packing{};
    // 0..100: how surely these datagrams (in order, the first some dozens of a connection, the
    // direction as assumed by the caller) are this game. Called with both assumptions.
    int (*probe)(std::span<const Datagram> datagrams) = nullptr;
    std::unique_ptr<StreamDecoder> (*make_decoder)() = nullptr;
    std::span<const FileImporter> importers{};
    std::span<const FileExporter> exporters{};
    std::span<const DatagramFile> datagram_files{};
    // The port of its own host to which the server sends the client with this datagram, which goes
    // on there from the same port of its own. Nothing: the usual case.
    std::optional<std::uint16_t> (*port_redirect)(const Datagram& datagram) = nullptr;
    // Where in the datagram that port stands, 16 bits, high byte first; for a proxy in between.
    std::size_t port_redirect_at = 0;
    // Whether a client's datagram is a question for the server list or a step of the handshake;
    // sure of what it says, Playing for anything else. nullptr: nothing is known.
    ClientIntent (*client_intent)(ByteView datagram) = nullptr;
    // The event type that tells of a checksum over a part of the snapshot that did not match.
    std::string_view checksum_event{};
    // And the one that tells later why; the fields that both have say which one it is about.
    std::string_view checksum_cause_event{};
    // The protocol's own checksum over a decoded snapshot; nothing when it has none.
    std::optional<std::uint32_t> (*wire_checksum)(const Schema& schema,
                                                  const Snapshot& snapshot) = nullptr;
    std::span<const AnalysisView> views{};
    // Types whose tables are there, empty, also when no recording has any of the type.
    void (*add_usual_types)(Schema& schema) = nullptr;
    // The map file of a segment on this machine (the game's usual folders), "" when not found.
    std::string (*find_map)(const Segment& segment) = nullptr;
};

std::span<const Game* const> all_games();    // the list CMake writes
const Game* find_game(std::string_view id);  // nullptr when there is none

}  // namespace tickreel
