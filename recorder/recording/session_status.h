#pragma once
// The status of a running session, for the control socket and the metrics page: updated by the wire
// thread and the recorder thread once per second, readable from any thread.

#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "recorder/net/udp_proxy.h"
#include "recorder/recording/recording_sink.h"
#include "recorder/recording/thread_watch.h"

namespace tickreel {

// What is recorded of a client, in all its files.
struct RecordedClient {
    ClientId client = 0;
    std::string player{};
    std::string map{};
    std::uint64_t snapshots = 0;
    std::uint64_t wire_ok = 0;
    std::uint64_t wire_mismatch = 0;
    std::uint64_t gaps = 0;
    std::uint64_t bytes = 0;
    ResendTotals resends{};  // what was sent again, and asked for again
    bool operator==(const RecordedClient&) const = default;
};

// Of a client: what it plays now is not recorded.
struct FailingRecording {
    ClientId client = 0;
    FileOutage outage{};
    bool operator==(const FailingRecording&) const = default;
};

// Can a recording be begun where it should be?
struct FolderStatus {
    std::string error{};          // "" = yes, or in the fallback
    std::uint64_t elsewhere = 0;  // recordings that went to the fallback so far
    bool operator==(const FolderStatus&) const = default;
};

// What became of a marker in the recording of a client.
struct MarkerOutcome {
    ClientId client = 0;
    PlacedMarker marker{};
};

// What became of the order to save the clip of a client.
struct SaveOutcome {
    ClientId client = 0;
    SavedClip clip{};
};

// What became of the order to go on in another file, for a client.
struct SplitOutcome {
    ClientId client = 0;
    std::string file{};     // that is being written; "" = none can be
    std::string problem{};  // why no other file can begin, and this one goes on; "" = one begins
};

struct RecorderTotals {
    std::uint64_t connections = 0;  // recorded now
    // Counted since the start, and never less than a moment before:
    std::uint64_t snapshots = 0;  // written to files; those of an open chunk are not yet
    std::uint64_t wire_ok = 0;
    std::uint64_t wire_mismatch = 0;
    std::uint64_t bytes = 0;
    std::uint64_t lost = 0;       // datagrams that did not fit into the queue
    std::uint64_t spilled = 0;    // that waited on disk
    std::uint64_t files = 0;      // made so far
    std::uint64_t failed = 0;     // that could not be made, or not be written to the end
    std::uint64_t unwritten = 0;  // snapshots that no file took, or that went with theirs
    ResendTotals resends{};       // of those written
    std::vector<FailingRecording> failing{};  // now, by number
    FolderStatus folder{};
    std::vector<RecordedClient> clients{};  // that play, and of whom a snapshot came, by number
    std::vector<ClientId> left{};  // that said goodbye and are not forgotten yet, by number
    bool operator==(const RecorderTotals&) const = default;
};

struct ClientStatus {
    ClientId id = 0;
    Endpoint from{};
    Endpoint upstream{};
    double seconds = 0;  // since it came
    double silent = 0;   // seconds since its last datagram, or the server's to it
    Traffic to_server{};
    Traffic to_client{};
};

struct SessionStatus {
    Endpoint listen{};
    Endpoint server{};
    bool server_answers = true;
    double seconds = 0;                   // since the start
    std::uint64_t standstills = 0;        // times that nothing was forwarded for some seconds
    std::vector<ClientStatus> clients{};  // without those in recorded.left
    std::size_t candidates = 0;
    std::size_t queue_bytes = 0;
    std::size_t queue_limit = 0;
    ProxyStatistics wire{};
    RecorderTotals recorded{};
    Clock::TimePoint wire_alive{};  // when the threads were last seen at work
    Clock::TimePoint recorder_alive{};
    ThreadSign recorder = ThreadSign::Works;
    double recorder_stalled = 0;  // seconds since it was at work, unless it is
};

class StatusBoard {
public:
    template <class Change>
    void change(const Change& change) {
        const std::lock_guard lock(mutex_);
        change(status_);
    }
    SessionStatus get() const {
        const std::lock_guard lock(mutex_);
        return status_;
    }

private:
    mutable std::mutex mutex_;
    SessionStatus status_;
};

}  // namespace tickreel
