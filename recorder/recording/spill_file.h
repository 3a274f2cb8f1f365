#pragma once
// The queue's overflow when memory is full: a nameless file, of which nothing remains however the
// program ends. Appended by one thread and read from its start by another; the disk space of what
// was read is released.

#include <atomic>
#include <deque>
#include <functional>
#include <string>

#include "recorder/recording/queue_item.h"
#include "tickreel/base/result.h"

namespace tickreel {

struct SpillOptions {
    std::string folder{};                  // "" = nothing is spilled
    std::uint64_t bytes = 0;               // at most
    std::function<void()> before_write{};  // for tests: a disk that stands still
};

class SpillFile {
public:
    explicit SpillFile(SpillOptions options) : options_(std::move(options)) {}
    SpillFile(const SpillFile&) = delete;
    SpillFile& operator=(const SpillFile&) = delete;
    ~SpillFile();

    static Bytes pack(const std::deque<QueueItem>& items);
    // Behind end(), where the next write() goes too unless keep() says that it counts.
    Result<void> write(const Bytes& packed);
    void keep(std::size_t bytes) { end_ += bytes; }
    // The next ones, about `bytes` of them, of those before `until` (an end() of before).
    Result<std::vector<QueueItem>> read(std::size_t bytes, std::uint64_t until);
    std::uint64_t end() const { return end_; }            // asked by the writer
    std::uint64_t used() const { return end_ - freed_; }  // for any thread
    std::uint64_t limit() const { return options_.bytes; }
    // When everything was read and nothing is being written.
    void clear();

private:
    Result<void> open();

    SpillOptions options_;
    int fd_ = -1;
    std::atomic<std::uint64_t> end_ = 0;    // of what was written
    std::uint64_t read_ = 0;                // up to here
    std::atomic<std::uint64_t> freed_ = 0;  // likewise; released, where the file system can
};

}  // namespace tickreel
