#include "recorder/recording/datagram_queue.h"

#include <algorithm>
#include <utility>

namespace tickreel {

namespace {

constexpr std::size_t kItemCost = sizeof(QueueItem) + 32;  // an empty datagram is not free
constexpr std::size_t kHandOut = 1 << 20;                  // bytes handed out at once
constexpr std::size_t kMuch = 64UL * 1024;                 // bytes that are worth a wake-up
constexpr std::size_t kFresh = 64;                         // datagrams that are no items yet
constexpr std::size_t kBlock = 64UL * 1024;                // bytes of many datagrams
constexpr std::chrono::milliseconds kSpillPatience{20};
constexpr std::size_t kMinTail = 1 << 20;  // what may wait for the file

std::size_t cost_of(const QueueItem& item) {
    return item.bytes.size() + kItemCost;
}

}  // namespace

DatagramQueue::DatagramQueue(std::size_t byte_limit, SpillOptions spill, Workers& workers)
    : limit_(byte_limit), much_(std::min(kMuch, byte_limit / 4)), file_(spill) {
    fresh_.reserve(kFresh);
    if (spill.folder.empty() || spill.bytes == 0) return;
    spiller_ =
        workers.start([this](std::chrono::milliseconds patience) { return this->spill(patience); },
                      kSpillPatience);
}

DatagramQueue::~DatagramQueue() {
    {
        const std::lock_guard lock(mutex_);
        over_ = true;
    }
    to_spill_.notify_all();
    spiller_.reset();
}

// What one thread allocates and another one frees costs much: one block for many.
ByteView DatagramQueue::keep(ByteView bytes) {
    if (block_size_ - block_used_ < bytes.size()) {
        block_size_ = std::max(kBlock, bytes.size());
        block_ = std::make_shared_for_overwrite<Byte[]>(block_size_);
        block_used_ = 0;
    }
    Byte* const to = block_.get() + block_used_;
    std::copy(bytes.begin(), bytes.end(), to);
    block_used_ += bytes.size();
    return {to, bytes.size()};
}

QueueItem& DatagramQueue::make_item(std::deque<QueueItem>& behind, const Fresh& of) const {
    QueueItem& item = behind.emplace_back();
    item.client = of.client;
    item.direction = of.direction;
    item.time = of.time;
    item.place = of.place;
    item.bytes = of.bytes;
    item.block = block_;
    return item;
}

// The front's newest datagrams become items.
void DatagramQueue::settle() {
    for (const Fresh& one : fresh_) make_item(items_, one);
    fresh_.clear();
}

bool DatagramQueue::push(std::uint64_t client, const Datagram& datagram, std::uint64_t place) {
    {
        const std::lock_guard lock(mutex_);
        const std::size_t size = datagram.bytes.size();
        const std::size_t after = bytes_ + size + kItemCost;
        const bool all_is_well = !closed_ && !spilling_ && after < much_ &&
                                 fresh_.size() < kFresh && block_size_ - block_used_ >= size &&
                                 lost_of_.empty();
        if (all_is_well) {
            bytes_ = after;
            fresh_.push_back(
                {client, datagram.time, place, keep(datagram.bytes), datagram.direction});
            return true;
        }
    }
    return push_slowly(client, datagram, place);
}

bool DatagramQueue::push_slowly(std::uint64_t client, const Datagram& datagram,
                                std::uint64_t place) {
    bool wake = false;
    bool wake_spiller = false;
    bool wake_evictor = false;
    {
        const std::lock_guard lock(mutex_);
        if (closed_) return false;
        settle();
        const std::size_t cost = datagram.bytes.size() + kItemCost;
        if (bytes_ + cost > limit_ && may_spill()) spilling_ = true;
        const bool was_crowded = crowded(3);
        if (bytes_ + tail_bytes_ + cost > limit_ + (spilling_ ? tail_room() : 0)) {
            ++lost_;
            ++lost_of_[client];
            return false;
        }
        const Fresh fresh{client, datagram.time, place, keep(datagram.bytes), datagram.direction};
        QueueItem& item = make_item(spilling_ ? tail_ : items_, fresh);
        if (const auto lost = lost_of_.find(client); lost != lost_of_.end()) {
            item.lost_before = lost->second;
            lost_of_.erase(lost);
        }
        if (spilling_) {
            const std::size_t before = std::exchange(tail_bytes_, tail_bytes_ + cost);
            wake_spiller =
                !writing_ && (tail_.size() == 1 || (before < kMuch && tail_bytes_ >= kMuch));
        } else {
            const std::size_t before = std::exchange(bytes_, bytes_ + cost);
            wake = before < much_ && bytes_ >= much_;
        }
        wake_evictor = !was_crowded && crowded(3);
    }
    if (wake) ready_.notify_one();
    if (wake_spiller) to_spill_.notify_one();
    if (wake_evictor) nearly_full_.notify_one();
    return true;
}

void DatagramQueue::push(QueueItem::Kind kind, std::uint64_t client, std::string text,
                         std::uint64_t place) {
    QueueItem item;
    item.place = place;
    item.kind = kind;
    item.client = client;
    item.text = std::move(text);
    {
        const std::lock_guard lock(mutex_);
        if (closed_) return;
        settle();
        if (kind == QueueItem::Kind::ClientGone) lost_of_.erase(client);
        (spilling_ ? tail_bytes_ : bytes_) += kItemCost;
        (spilling_ ? tail_ : items_).push_back(std::move(item));
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

std::size_t DatagramQueue::tail_room() const {
    return std::max(limit_ / 4, kMinTail);
}

// More than so many quarters are in use of what there is.
bool DatagramQueue::crowded(unsigned quarters) const {
    if (!may_spill()) return bytes_ > limit_ / 4 * quarters;
    // Also where the tail has become the front, and nothing has come since.
    return bytes_ + tail_bytes_ > limit_ + tail_room() / 4 * quarters ||
           disk_used_ > file_.limit() / 4 * quarters;
}

void DatagramQueue::report_spill(const std::string& why) {
    if (std::exchange(spill_failed_, true)) return;
    QueueItem problem;
    problem.kind = QueueItem::Kind::Problem;
    problem.text = why + "; data that does not fit into memory is missing from the recording";
    bytes_ += kItemCost;
    items_.push_back(std::move(problem));
}

bool DatagramQueue::spill(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    if (patience.count() > 0) {
        to_spill_.wait(
            lock, [this] { return over_ || !tail_.empty(); });
        to_spill_.wait_for(lock, patience,
                           [this] { return over_ || (!spill_waits_ && tail_bytes_ >= kMuch); });
    }
    if (over_) return false;
    // The reader takes what is left of the tail, once it has read all before it.
    if (tail_.empty() || writing_) return true;
    std::deque<QueueItem> batch = std::exchange(tail_, {});
    const std::size_t bytes = tail_bytes_;
    writing_ = packing_ = true;
    lock.unlock();
    const Bytes packed = SpillFile::pack(batch);
    lock.lock();
    packing_ = batch_taken_ = false;
    batch_ = std::move(batch);
    lock.unlock();
    const Result<void> written = file_.write(packed);  // may take any time
    lock.lock();
    writing_ = false;
    spill_waits_ = !written;
    batch = std::exchange(batch_, {});
    if (written && !batch_taken_) {
        file_.keep(packed.size());
        tail_bytes_ -= bytes;
        on_disk_ += batch.size();
        disk_end_ = file_.end();
        disk_used_ = file_.used();
        spilled_ += static_cast<std::uint64_t>(std::count_if(
            batch.begin(), batch.end(),
            [](const QueueItem& item) { return item.kind == QueueItem::Kind::Datagram; }));
    } else {
        if (!written) report_spill(written.error().message);
        // What is left waits in memory for the next attempt.
        tail_.insert(tail_.begin(), std::make_move_iterator(batch.begin()),
                     std::make_move_iterator(batch.end()));
    }
    const bool crowd = crowded(3);
    lock.unlock();
    ready_.notify_one();
    if (crowd) nearly_full_.notify_one();
    return true;
}

// The front is empty: what lies behind it.
std::vector<QueueItem> DatagramQueue::pop_spilled(std::unique_lock<std::mutex>& lock,
                                                  std::size_t most) {
    if (on_disk_ > 0) {
        const std::uint64_t until = disk_end_;
        lock.unlock();
        Result<std::vector<QueueItem>> items = file_.read(kHandOut, until);
        lock.lock();
        disk_used_ = file_.used();
        if (items && !items->empty()) {
            on_disk_ -= items->size();
            return *std::move(items);
        }
        // The disk lost what it had taken.
        lost_ += on_disk_;
        on_disk_ = 0;
        return {};
    }
    if (writing_) {
        std::deque<QueueItem>& oldest = batch_.empty() ? tail_ : batch_;
        if (packing_ || oldest.empty()) return {};
        batch_taken_ = true;
        return take_from(oldest, tail_bytes_, most);
    }
    // All before the tail is read: it becomes the front, and what comes follows in memory.
    writing_ = true;  // the spiller waits
    lock.unlock();
    file_.clear();
    lock.lock();
    writing_ = false;
    disk_end_ = disk_used_ = 0;
    spilling_ = spill_failed_ = spill_waits_ = false;
    items_.swap(tail_);
    bytes_ += std::exchange(tail_bytes_, 0);
    return {};
}

void DatagramQueue::wait(std::chrono::milliseconds timeout) {
    if (timeout.count() <= 0) return;
    std::unique_lock lock(mutex_);
    ready_.wait_for(lock, timeout,
                    [this] { return closed_ || urgent_ || bytes_ >= much_ || on_disk_ > 0; });
}

std::vector<QueueItem> DatagramQueue::pop(std::chrono::milliseconds timeout) {
    wait(timeout);
    std::unique_lock lock(mutex_);
    settle();
    if (items_.empty() && spilling_) {
        std::vector<QueueItem> spilled = pop_spilled(lock, kHandOut);
        if (!spilled.empty()) return spilled;
    }
    std::vector<QueueItem> taken = take_from(items_, bytes_, kHandOut);
    urgent_ = urgent_ && (!items_.empty() || spilling_);
    return taken;
}

std::vector<QueueItem> DatagramQueue::take_from(std::deque<QueueItem>& items, std::size_t& bytes,
                                                std::size_t most) {
    std::vector<QueueItem> taken;
    taken.reserve(std::min(items.size(), most / kItemCost));
    std::size_t of_them = 0;
    while (!items.empty() && of_them < most) {
        of_them += cost_of(items.front());
        taken.push_back(std::move(items.front()));
        items.pop_front();
    }
    bytes -= of_them;
    return taken;
}

bool DatagramQueue::nearly_full(std::chrono::milliseconds timeout) {
    std::unique_lock lock(mutex_);
    const auto is_it = [this] {
        // What is being packed cannot be evicted, and nothing behind it.
        return crowded(3) && !(items_.empty() && on_disk_ == 0 && packing_);
    };
    return timeout.count() > 0 ? nearly_full_.wait_for(lock, timeout, is_it) : is_it();
}

std::vector<QueueItem> DatagramQueue::evict() {
    std::unique_lock lock(mutex_);
    settle();
    if (!crowded(2)) return {};
    const std::size_t most = std::min(kMuch, limit_ / 4);
    std::vector<QueueItem> taken =
        items_.empty() && spilling_ ? pop_spilled(lock, most) : take_from(items_, bytes_, most);
    lost_ += static_cast<std::uint64_t>(std::count_if(
        taken.begin(), taken.end(),
        [](const QueueItem& item) { return item.kind == QueueItem::Kind::Datagram; }));
    return taken;
}

bool DatagramQueue::closed() const {
    const std::lock_guard lock(mutex_);
    return closed_ && items_.empty() && fresh_.empty() && !spilling_;
}

bool DatagramQueue::closing() const {
    const std::lock_guard lock(mutex_);
    return closed_;
}

std::size_t DatagramQueue::bytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_ + tail_bytes_;
}

std::uint64_t DatagramQueue::lost() const {
    const std::lock_guard lock(mutex_);
    return lost_;
}

std::uint64_t DatagramQueue::spilled() const {
    const std::lock_guard lock(mutex_);
    return spilled_;
}

std::unordered_map<std::uint64_t, std::uint64_t> DatagramQueue::take_losses() {
    const std::lock_guard lock(mutex_);
    return std::exchange(lost_of_, {});
}

}  // namespace tickreel
