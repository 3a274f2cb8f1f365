#pragma once
// The queue's overflow when memory is full: a nameless file, of which nothing remains however the
// program ends. Appended by one thread and read from its start by another; when it is empty, its
// disk space is released.

#include <deque>
#include <string>

#include "recorder/recording/queue_item.h"
#include "tickreel/base/result.h"

namespace tickreel {

struct SpillOptions {
    std::string folder{};     // "" = nothing is spilled
    std::uint64_t bytes = 0;  // at most
};

class SpillFile {
public:
    explicit SpillFile(SpillOptions options) : options_(std::move(options)) {}
    SpillFile(const SpillFile&) = delete;
    SpillFile& operator=(const SpillFile&) = delete;
    ~SpillFile();

    // All of them, or an error and none of them.
    Result<void> write(const std::deque<QueueItem>& items);
    // The next ones, about `bytes` of them, of those before `until` (an end() of before).
    Result<std::vector<QueueItem>> read(std::size_t bytes, std::uint64_t until);
    std::uint64_t end() const { return end_; }  // asked by the writer
    // When everything was read and nothing is being written.
    void clear();

private:
    Result<void> open();

    SpillOptions options_;
    int fd_ = -1;
    std::uint64_t end_ = 0;   // of what was written
    std::uint64_t read_ = 0;  // up to here
};

}  // namespace tickreel
