#pragma once
// Keeps up with the wire where the recorder thread cannot and what may be spilled is full (a
// processor or a disk that it does not get): takes the oldest datagrams from the queue and decodes
// them without recording, from the recorder's last known states on. Every snapshot depends on one
// before it, so this is how a recording goes on after a hole, by itself and whatever its length.
//
// While nothing is overloaded, it only keeps what the recorder has taken in since those states.

#include <map>
#include <memory>
#include <mutex>

#include "recorder/recording/connection.h"
#include "recorder/recording/datagram_queue.h"

namespace tickreel {

class Follower {
public:
    // `game` nullptr: detect it. `memory`: bytes of datagrams between two states.
    Follower(DatagramQueue& queue, const Game* game, std::size_t memory);
    Follower(const Follower&) = delete;
    Follower& operator=(const Follower&) = delete;
    ~Follower();

    using Batch = std::shared_ptr<const std::vector<QueueItem>>;
    struct Skipped {
        Checkpoint state{};
        std::uint64_t datagrams = 0;
        std::chrono::nanoseconds until{};  // the last of them came
    };
    struct Turn {
        std::map<std::uint64_t, Skipped> skipped{};  // by client, before:
        Batch batch{};
    };
    // For the recorder thread: queue.pop(), and what was left out before it.
    Turn next(std::chrono::milliseconds patience);
    // It has taken in that batch. True: it should give the states of all connections now.
    bool taken_in();
    void note(std::map<std::uint64_t, Checkpoint> states);

    // A round of the follower's thread; false after end().
    bool round(std::chrono::milliseconds patience);
    void end();

private:
    void start();
    void feed(const QueueItem& item);
    Connection& connection_of(std::uint64_t client);

    DatagramQueue& queue_;
    const Game* game_;
    const std::size_t memory_;
    std::mutex mutex_{};
    std::map<std::uint64_t, Checkpoint> states_{};
    std::vector<Batch> kept_{};  // taken in since
    std::size_t kept_bytes_ = 0;
    Batch now_{};  // which the recorder is taking in
    bool active_ = false;
    std::map<std::uint64_t, std::unique_ptr<Connection>> connections_{};  // while active
    std::map<std::uint64_t, Skipped> left_out_{};                         // without their states
    std::vector<QueueItem> orders_{};                                     // that were among them
    bool ended_ = false;
};

}  // namespace tickreel
