#pragma once
// The queue between the wire thread and the recorder thread. push() never blocks and never touches
// a disk. Items beyond the memory limit go to a file, written by a worker of its own, and come out
// later in order; a disk that stands still holds up nothing, what it is to take is handed out from
// memory. When that is nearly full too, or the disk is too slow, the oldest ones are to be evicted;
// if nobody does, a datagram is lost to the RECORDING (it has already been forwarded), and the next
// item of that client says how many were lost before it.

#include <condition_variable>
#include <deque>
#include <mutex>
#include <unordered_map>

#include "recorder/recording/spill_file.h"
#include "recorder/recording/workers.h"

namespace tickreel {

class DatagramQueue {
public:
    explicit DatagramQueue(std::size_t byte_limit, SpillOptions spill = {},
                           Workers& workers = Workers::threads());
    DatagramQueue(const DatagramQueue&) = delete;
    DatagramQueue& operator=(const DatagramQueue&) = delete;
    ~DatagramQueue();

    // False when it did not fit and was counted as lost. `place`: in the RecoveryLog, after it.
    [[gnu::hot]] bool push(std::uint64_t client, const Datagram& datagram, std::uint64_t place = 0);
    // Always fits.
    void push(QueueItem::Kind kind, std::uint64_t client, std::string text,
              std::uint64_t place = 0);
    // No more items: what is pushed later is not kept and not lost. Waiting ones are still
    // returned.
    void close();

    // Waits until many items have arrived or the timeout is over (waking up for every datagram
    // would cost more than its decoding) and returns some of them, in order. Does not wait if an
    // item is urgent or the queue is closed; when it is closed and empty, closed() is true.
    std::vector<QueueItem> pop(std::chrono::milliseconds timeout);
    void wait(std::chrono::milliseconds timeout);  // as pop() does
    bool closed() const;
    bool closing() const;  // close() was called
    // Waits until memory, or what may be spilled, is nearly full, at most so long.
    bool nearly_full(std::chrono::milliseconds timeout);
    // The oldest items, while more than half of that is in use; their datagrams count as lost. Not
    // at the same time as pop().
    std::vector<QueueItem> evict();
    std::uint64_t lost() const;
    std::uint64_t spilled() const;  // datagrams that waited on disk
    std::size_t bytes() const;      // that wait in memory
    std::size_t limit() const { return limit_; }
    bool may_spill() const { return spiller_ != nullptr; }
    // The losses of clients that sent nothing afterwards.
    std::unordered_map<std::uint64_t, std::uint64_t> take_losses();

private:
    // A datagram of the last milliseconds, its bytes in block_.
    struct Fresh {
        std::uint64_t client = 0;
        std::chrono::nanoseconds time{};
        std::uint64_t place = 0;
        ByteView bytes{};
        Direction direction = Direction::ToServer;
    };

    ByteView keep(ByteView bytes);
    bool push_slowly(std::uint64_t client, const Datagram& datagram, std::uint64_t place);
    QueueItem& make_item(std::deque<QueueItem>& behind, const Fresh& of) const;
    void settle();
    bool spill(std::chrono::milliseconds patience);  // the spiller's round
    std::vector<QueueItem> take_from(std::deque<QueueItem>& items, std::size_t& bytes,
                                     std::size_t most);
    std::size_t tail_room() const;
    bool crowded(unsigned quarters) const;
    void report_spill(const std::string& why);
    std::vector<QueueItem> pop_spilled(std::unique_lock<std::mutex>& lock, std::size_t most);

    // First what push() needs for a datagram when all is well: after milliseconds of waiting
    // nothing is in the processor's caches, and each line of memory costs as much as the rest of
    // its work.
    mutable std::mutex mutex_;
    std::vector<Fresh> fresh_;  // behind the front's items
    std::size_t block_used_ = 0;
    std::size_t block_size_ = 0;
    std::shared_ptr<Byte[]> block_;  // of the thread that pushes datagrams: for their bytes
    std::size_t bytes_ = 0;          // of items_ and fresh_
    const std::size_t limit_;
    const std::size_t much_;  // bytes that are worth a wake-up
    bool spilling_ = false;   // what comes goes to the tail
    bool closed_ = false;
    std::unordered_map<std::uint64_t, std::uint64_t> lost_of_;

    std::condition_variable ready_;
    std::condition_variable to_spill_;
    std::condition_variable nearly_full_;
    std::deque<QueueItem> items_;  // the front
    SpillFile file_;               // behind it; in use by one reader and one writer
    std::deque<QueueItem> batch_;  // behind that: is being written, and may be taken meanwhile
    std::deque<QueueItem> tail_;   // behind that, on its way to the file
    std::size_t tail_bytes_ = 0;   // of tail_ and batch_, or what is being packed
    bool writing_ = false;         // from memory to the file, or the file is made empty
    bool packing_ = false;         // the first part of that: the batch is in nobody's reach
    bool batch_taken_ = false;     // some of it: what is written of it does not count
    std::uint64_t on_disk_ = 0;    // items
    std::uint64_t disk_end_ = 0;
    std::uint64_t disk_used_ = 0;  // bytes
    bool spill_failed_ = false;    // reported
    bool spill_waits_ = false;     // the file took nothing: not again at once
    bool urgent_ = false;          // a person or the end waits for it
    std::uint64_t lost_ = 0;
    std::uint64_t spilled_ = 0;
    bool over_ = false;  // the spiller ends
    std::unique_ptr<Work> spiller_;
};

}  // namespace tickreel
