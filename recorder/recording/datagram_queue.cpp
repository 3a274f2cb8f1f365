#include "recorder/recording/datagram_queue.h"

#include <algorithm>
#include <utility>

namespace tickreel {

namespace {

constexpr std::size_t kItemCost = sizeof(QueueItem) + 32;  // an empty datagram is not free
constexpr std::size_t kHandOut = 1 << 20;                  // bytes handed out at once
constexpr std::size_t kMuch = 64UL * 1024;                 // bytes that are worth a wake-up

}  // namespace

std::size_t DatagramQueue::much() const {
    return std::min(kMuch, limit_ / 4);
}

bool DatagramQueue::push(std::uint64_t client, const Datagram& datagram) {
    QueueItem item;
    item.client = client;
    item.direction = datagram.direction;
    item.time = datagram.time;
    bool wake = false;
    {
        const std::lock_guard lock(mutex_);
        if (bytes_ + datagram.bytes.size() + kItemCost > limit_) {
            ++lost_;
            ++lost_of_[client];
            return false;
        }
        item.bytes.assign(datagram.bytes.begin(), datagram.bytes.end());
        if (const auto lost = lost_of_.find(client); lost != lost_of_.end()) {
            item.lost_before = lost->second;
            lost_of_.erase(lost);
        }
        const bool had_much = bytes_ >= much();
        bytes_ += item.bytes.size() + kItemCost;
        items_.push_back(std::move(item));
        wake = !had_much && bytes_ >= much();
    }
    if (wake) ready_.notify_one();
    return true;
}

void DatagramQueue::push(QueueItem::Kind kind, std::uint64_t client, std::string text) {
    QueueItem item;
    item.kind = kind;
    item.client = client;
    item.text = std::move(text);
    {
        const std::lock_guard lock(mutex_);
        bytes_ += kItemCost;
        items_.push_back(std::move(item));
        urgent_ = true;
    }
    ready_.notify_one();
}

void DatagramQueue::close() {
    {
        const std::lock_guard lock(mutex_);
        closed_ = true;
    }
    ready_.notify_all();
}

std::vector<QueueItem> DatagramQueue::pop(std::chrono::milliseconds timeout) {
    std::unique_lock lock(mutex_);
    ready_.wait_for(lock, timeout, [this] { return closed_ || urgent_ || bytes_ >= much(); });
    std::vector<QueueItem> taken;
    taken.reserve(std::min(items_.size(), kHandOut / kItemCost));
    std::size_t bytes = 0;
    while (!items_.empty() && bytes < kHandOut) {
        bytes += items_.front().bytes.size() + kItemCost;
        taken.push_back(std::move(items_.front()));
        items_.pop_front();
    }
    bytes_ -= bytes;
    urgent_ = urgent_ && !items_.empty();
    return taken;
}

bool DatagramQueue::closed() const {
    const std::lock_guard lock(mutex_);
    return closed_ && items_.empty();
}

std::size_t DatagramQueue::bytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_;
}

std::uint64_t DatagramQueue::lost() const {
    const std::lock_guard lock(mutex_);
    return lost_;
}

std::unordered_map<std::uint64_t, std::uint64_t> DatagramQueue::take_losses() {
    const std::lock_guard lock(mutex_);
    return std::exchange(lost_of_, {});
}

}  // namespace tickreel
