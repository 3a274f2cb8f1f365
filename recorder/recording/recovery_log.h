#pragma once
// The state that a killed recorder leaves for the next one: a ring buffer in a memory-mapped file
// with the last datagrams of all clients as received, and their decoders' state shortly before
// (checkpoints). Mapped memory outlives the program, however it ends, so the next recorder
// continues decoding from there, without a complete snapshot from the server. The file should be on
// a memory file system (/run); on a disk, the system may delay writes to it.
//
// Bytes, integers little-endian: a header (magic, capacity, begin, end: 8 bytes each), and from
// offset 4096 on a ring of `capacity` bytes with consecutive records. begin and end count bytes
// since the file was created. A record is 32 bytes (size of the rest, kind, direction, zeros, the
// record's position, client, time) and its bytes, padded to 8; none crosses the ring's end.
// Thread-safe: the wire thread appends datagrams, the recorder thread checkpoints.

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "recorder/recording/game_probe.h"
#include "recorder/recording/mapped_file.h"
#include "recorder/recording/recorded_end.h"
#include "tickreel/base/result.h"

namespace tickreel {

// What the recorder thread knows of a connection, with all that came before `place` taken in. One
// without a state behind the first datagram says that the connection begins there.
struct Checkpoint {
    std::uint64_t place = 0;
    std::chrono::nanoseconds written{};  // time of the last frame that went there; 0: none has come
    std::string game{};                  // id; "" = not known yet
    std::string file{};                  // where its frames went last; "" = nowhere yet
    Bytes state{};                       // StreamDecoder::checkpoint()
};

// What is there of one client: decode on from `state` with `datagrams`; what is already in `files`
// (oldest first) is not written again. `written` stands in for files that have gone.
struct RecoveredConnection {
    std::string game{};
    Bytes state{};
    std::chrono::nanoseconds written{};
    std::vector<LeftFile> files{};
    std::vector<KeptDatagram> datagrams{};
    std::uint64_t begin = 0;    // the place after the first of these
    bool hole = false;          // some between state and these are not held any more
    bool said_goodbye = false;  // and nothing came since
};
using RecoveredConnections = std::map<std::uint64_t, RecoveredConnection>;  // by client

// Of a whole file. What cannot be right ends the reading; nothing is left of a file of another
// kind.
RecoveredConnections read_recovery_log(ByteView file);

class RecoveryLog {
public:
    static constexpr std::size_t kDefaultBytes = 32U << 20;  // 64 busy players: some 9 s

    // Makes the file (0600) or goes on in it; `left` is what it holds. The caller sees to it that
    // nobody else does (see StateFile).
    static Result<std::unique_ptr<RecoveryLog>> open(const std::string& path,
                                                     std::size_t bytes = kDefaultBytes);
    RecoveryLog(const RecoveryLog&) = delete;
    RecoveryLog& operator=(const RecoveryLog&) = delete;

    RecoveredConnections left() const;
    // Why it does not hold all that the recorder before had put there, if there was one; "": it
    // does.
    const std::string& problem() const { return problem_; }
    // Whether all from this place on will be held for some time yet.
    bool holds(std::uint64_t place) const;
    // The place after it. What is larger than a quarter of the ring is not kept.
    [[gnu::hot]] std::uint64_t append(std::uint64_t client, const Datagram& datagram);
    void append(std::uint64_t client, const Checkpoint& checkpoint);
    void append_gone(std::uint64_t client);  // nothing before it counts
    // It has left, for all that came so far, and may be waited for a while: say it again and again,
    // what it said is soon overwritten.
    void append_goodbye(std::uint64_t client);
    void append_restart();  // another recorder takes in what comes now, and nobody did before
    void append_file(std::uint64_t client, const std::string& path);  // its frames go there now
    // It is complete. What it ends with counts also when it has gone; `end` must be known.
    void append_end(std::uint64_t client, const LeftFile& closed);
    // Nobody plays on: what was received, passwords too, stays in no file.
    void clear();

private:
    struct Head;
    RecoveryLog(MappedFile file, std::size_t capacity);
    [[gnu::hot]] std::uint64_t append(const Head& head, ByteView first, ByteView second);
    [[gnu::hot]] void make_room(std::uint64_t bytes);
    [[gnu::hot]] void put(std::uint64_t place, const Head& head);

    mutable std::mutex mutex_;
    MappedFile file_;
    Byte* data_;
    std::size_t capacity_;  // of the ring
    std::string problem_{};
};

}  // namespace tickreel
