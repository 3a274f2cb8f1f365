#pragma once
// What stands between the wire thread and the recorder thread. Bounded in bytes: push() never
// blocks, and when the queue is full the datagram is lost to the RECORDING (it went over the wire
// already). The next item of that client says how many were lost before it.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "recorder/datagram.h"

namespace tickreel {

struct QueueItem {
    enum class Kind : std::uint8_t { Datagram, ClientGone, Problem, Split, Mark, Save };
    Kind kind = Kind::Datagram;
    std::uint64_t client = 0;
    Direction direction = Direction::ToServer;
    std::chrono::nanoseconds time{};
    Bytes bytes{};
    std::string text{};             // Problem: the line; Mark: the marker's
    std::uint64_t lost_before = 0;  // datagrams of this client that did not fit
};

class DatagramQueue {
public:
    explicit DatagramQueue(std::size_t byte_limit) : limit_(byte_limit) {}

    // False when it did not fit and was counted as lost.
    bool push(std::uint64_t client, const Datagram& datagram);
    void push(QueueItem::Kind kind, std::uint64_t client, std::string text);  // always fits
    void close();  // no more will come; what waits is still handed out

    // Waits until much has come or the timeout is over (a wake-up for every datagram would cost
    // more than its decoding) and hands out some of it, in order. Does not wait when something is
    // urgent, or when the queue is closed; closed and drained, closed() is true.
    std::vector<QueueItem> pop(std::chrono::milliseconds timeout);
    bool closed() const;
    std::uint64_t lost() const;
    std::size_t bytes() const;  // that wait
    std::size_t limit() const { return limit_; }
    // What was lost of clients that sent nothing afterwards.
    std::unordered_map<std::uint64_t, std::uint64_t> take_losses();

private:
    std::size_t much() const;

    const std::size_t limit_;
    mutable std::mutex mutex_;
    std::condition_variable ready_;
    std::deque<QueueItem> items_;
    std::unordered_map<std::uint64_t, std::uint64_t> lost_of_;
    std::size_t bytes_ = 0;
    bool urgent_ = false;  // a person or the end waits for it
    std::uint64_t lost_ = 0;
    bool closed_ = false;
};

}  // namespace tickreel
