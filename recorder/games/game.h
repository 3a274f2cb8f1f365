#pragma once
// The interface between a game and the rest of the program; a game needs no other header. A new
// game is a folder that defines one `Game`, and one line in recorder/games/CMakeLists.txt.

#include <chrono>
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
#include "tickreel/model/known_types.h"
#include "tickreel/model/snapshot_limits.h"
#include "tickreel/model/type_naming.h"

namespace tickreel {

// Decodes the datagrams of ONE connection to frames. Uses neither sockets nor files.
class StreamDecoder {
public:
    virtual ~StreamDecoder() = default;
    // Called before the first datagram: no samples of the client's keys and mouse; what a server
    // answers to them may stay.
    virtual void leave_out_inputs() {}
    // Never fails: undecodable data is reported as a problem and counted, and decoding continues.
    virtual void feed(const Datagram& datagram, FrameSink& sink, const ProblemSink& problems) = 0;
    // The connection ended: delivers what was held back (the last frame, open gaps). Does not call
    // sink.finish().
    virtual void finish(FrameSink& sink, const ProblemSink& problems) = 0;
    // Delivers now what is held back, as finish() does; decoding goes on.
    virtual void release(FrameSink& sink, const ProblemSink& problems) {
        (void)sink, (void)problems;
    }
    // Likewise what waits only for more to come, while datagrams come of which none has a frame:
    // not what they may belong to.
    virtual void catch_up(FrameSink& sink, const ProblemSink& problems) { release(sink, problems); }
    // A whole frame is held back.
    virtual bool holds_frame() const { return false; }
    // A peer has ended the connection as the protocol has it, and none began since. A peer that is
    // only silent has not.
    virtual bool closed() const { return false; }
    // So far all of a connection was read, and its server has sent nothing of a snapshot yet: who
    // is gone then has lost nothing. In doubt false.
    virtual bool before_snapshots() const { return false; }
    // The next segment is announced: nothing is missing of the one before, though none comes.
    virtual bool between_segments() const { return false; }
    // Segments that were announced since the one that plays began. More than one: when it ended is
    // not known, other maps were played meanwhile, or the connection began anew.
    virtual std::uint64_t announced() const { return 0; }
    // Segments begun so far, also those that only the decoder of a restored checkpoint saw.
    virtual std::uint64_t begun() const { return 0; }
    // The next datagram's time may be by a clock that was set: it says nothing about a pause.
    virtual void another_clock() {}
    // Before the next datagram others are missing, nobody knows which.
    virtual void note_missing() {}
    // Names and counts for the final report: "packets", "unknown messages", "resent" ...
    virtual std::map<std::string, std::uint64_t> counters() const = 0;
    // The state that another decoder of this game needs to continue after the last feed(), as if it
    // had seen the connection from its start; for a recorder that was killed. Empty if there is no
    // such state: then decoding continues with the next complete snapshot.
    virtual Bytes checkpoint() const { return {}; }
    // False, without any change, if these are not bytes of checkpoint(). Frames are delivered again
    // from where the checkpoint was taken. After the first feed(): what came up to the checkpoint
    // is skipped; call release() before. `lost`: why; it is the reason of a gap where a segment
    // began in what is skipped. Empty: an earlier recorder has it.
    virtual bool restore(ByteView checkpoint, std::string_view lost) {
        (void)lost;
        return checkpoint.empty();
    }
};

// 0..1, called often; false: the work is given up, and what it has done so far is not wanted.
using Progress = std::function<bool(double share)>;

// Imports a file format of the game as frames (.demo, .nsr).
struct FileImporter {
    std::string_view extension{};  // "demo"
    std::string_view about{};
    bool (*recognise)(ByteView head) = nullptr;  // gets the first 64 bytes, fewer in a short file
    Result<void> (*import)(const ByteSource& file, FrameSink& sink, const ProblemSink& problems,
                           const Progress& progress) = nullptr;
};

// Receives a datagram of a connection (numbered from 0; one after another) and the share of the
// file read so far; returning false stops reading.
using DatagramTaker =
    std::function<bool(unsigned connection, const Datagram& datagram, double share)>;

// A file format of the game that contains datagrams, not frames (.faucap).
struct DatagramFile {
    std::string_view extension{};  // "faucap"
    std::string_view about{};
    bool (*recognise)(ByteView head) = nullptr;  // as in FileImporter
    Result<void> (*read)(const ByteSource& file, const DatagramTaker& take,
                         const ProblemSink& problems) = nullptr;
    // A decoder that accepts data trusted only in files; nullptr: the game's normal one.
    std::unique_ptr<StreamDecoder> (*make_decoder)() = nullptr;
};

// Exports frames to a file format of the game. The sink writes to `out`; finish() completes it.
struct FileExporter {
    std::string_view extension{};
    std::string_view about{};
    std::unique_ptr<FrameSink> (*make)(std::unique_ptr<ByteSink> out) = nullptr;
};

// An SQL view over the tables of the game's recordings, for `sql`. Of several of one name all rows.
struct AnalysisView {
    std::string_view name{};
    std::string_view sql{};      // a SELECT
    bool by_tick = false;        // a row combines rows of one tick only (`players`, steps aside)
    std::string_view rows_of{};  // the table of which each row is one of the view's rows
    std::string_view needs{};    // a type: the view is there with recordings that have it
};

// A field of the items of a type.
struct ItemField {
    std::string_view type{};
    std::string_view field{};
};

// Packing parameters for a game's recordings, see ReelOptions. Groups are long where a whole
// snapshot is much larger than its changes. Chunk length and level apply to imports, where no
// reader waits for the end of a chunk.
struct Packing {
    double group_seconds = 10.0;
    double chunk_seconds = 2.0;
    int level = 9;
};

// What a frame says about the checksums of the parts of its snapshot.
struct PartCheck {
    std::uint64_t parts = 0;  // confirmed by their checksums
    bool agrees = true;       // with what follows from the snapshot
};

// Recomputes the checksums of parts of snapshots, of a recording's frames in order.
class PartChecker {
public:
    virtual ~PartChecker() = default;
    // Empty if the frame says nothing about them.
    virtual std::optional<PartCheck> add(const Frame& frame) = 0;
};

// How a field tells the time of day.
struct WallClock {
    std::chrono::nanoseconds unit{};  // it counts these since 1970; 0: nobody knows what it counts
    unsigned bits = 32;               // modulo 2^bits
};

// An item type as a person has written it down for --schema.
struct DescribedType {
    ItemType type{};
    // A word of the recordings' property "protocol" ("0.7"): what has this number in another
    // protocol is another type. "": its key is the same in all.
    std::string protocol{};
};

struct Game {
    std::string_view id{};     // "teeworlds": --protocol, RecordingInfo::game
    std::string_view title{};  // "Teeworlds 0.6 / DDNet"
    double ticks_per_second = 50.0;
    // A tick is what arrives within its time: of a file that is cut, the last one is a part.
    bool ticks_of_arrival = false;
    Packing packing{};
    // 0..100: how likely these datagrams (in order, the first few dozen of a connection, with
    // directions as assumed by the caller) are this game. Called with both assumptions.
    int (*probe)(std::span<const Datagram> datagrams) = nullptr;
    std::unique_ptr<StreamDecoder> (*make_decoder)() = nullptr;
    std::span<const FileImporter> importers{};
    std::span<const FileExporter> exporters{};
    std::span<const DatagramFile> datagram_files{};
    // The port to which this datagram of the server redirects the client, on the same host; the
    // client keeps its port. Only of short ones (kMaxRedirect). Usually empty.
    std::optional<std::uint16_t> (*port_redirect)(const Datagram& datagram) = nullptr;
    // Offset of that port in the datagram, 16 bits, high byte first; for a proxy.
    std::size_t port_redirect_at = 0;
    // Whether a client's datagram is a server-list query or a step of the handshake; Playing for
    // anything else or if in doubt. nullptr: unknown.
    ClientIntent (*client_intent)(ByteView datagram) = nullptr;
    // Whether an event of the schema is talk for some players only: a whisper, team chat. nullptr:
    // the game has none.
    bool (*is_private_talk)(const ItemType& type, Row row) = nullptr;
    // The event type for a mismatching checksum over a part of the snapshot.
    std::string_view checksum_event{};
    // The event type for its cause, found later; the fields that both have identify the mismatch.
    std::string_view checksum_cause_event{};
    // The event type that says what the checksums of parts add up to.
    std::string_view checksum_total_event{};
    // Of a recording of this protocol (its property); nullptr, also as a result: there is none.
    std::unique_ptr<PartChecker> (*make_part_checker)(const Schema& schema,
                                                      std::string_view protocol) = nullptr;
    // The clock of a field of items or events; empty: it tells no time of day. nullptr: none does.
    std::optional<WallClock> (*wall_clock)(const Field& field) = nullptr;
    // The numbers of entities tell when these were made.
    bool dated_ids = false;
    // The protocol's checksum over a decoded snapshot; empty if it has none.
    std::optional<std::uint32_t> (*wire_checksum)(const Schema& schema,
                                                  const Snapshot& snapshot) = nullptr;
    SnapshotLimits limits{};
    std::span<const AnalysisView> views{};
    // The fields of items that tell when the match on a server began.
    std::span<const ItemField> match_starts{};
    // The flags of items that say which player is the client's own; another item of its id, or the
    // same one, has the name.
    std::span<const ItemField> own_player{};
    // The items that name the types of others.
    TypeNaming type_naming{};
    // Every event type, and every item type, that a recording may contain: names that people may
    // use. Of names that the schema has, its own stay.
    void (*add_event_types)(Schema& schema) = nullptr;
    void (*add_item_types)(Schema& schema) = nullptr;
    // The item types that a text in the game's own notation describes, for --schema. nullptr: there
    // is none.
    Result<std::vector<DescribedType>> (*read_types)(std::string_view text) = nullptr;
    // Types that get (empty) tables even if no recording contains any.
    void (*add_usual_types)(Schema& schema) = nullptr;
    // The segment's map file on this machine (in the game's usual folders); "" if not found.
    std::string (*find_map)(const Segment& segment) = nullptr;
};

std::span<const Game* const> all_games();    // the list is generated by CMake
const Game* find_game(std::string_view id);  // nullptr if there is none
// What recordings of the game have; made once.
const KnownTypes& known_types(const Game& game);

}  // namespace tickreel
