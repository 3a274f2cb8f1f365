#include "recorder/recording/follower.h"

#include <iterator>
#include <utility>

namespace tickreel {

namespace {

// It records nothing: no file can be made, ever.
RecordingOptions decoding_only() {
    RecordingOptions options;
    options.inputs = false;
    options.retry = std::chrono::hours(24 * 365);
    return options;
}

}  // namespace

Follower::Follower(DatagramQueue& queue, const Game* game, std::size_t memory)
    : queue_(queue), game_(game), memory_(memory) {}

Follower::~Follower() = default;

Connection& Follower::connection_of(std::uint64_t client) {
    std::unique_ptr<Connection>& connection = connections_[client];
    if (!connection)
        connection = std::make_unique<Connection>(
            game_, decoding_only(),
            [](const FileNameFields&) -> Result<NewFile> { return fail("not recorded"); },
            ignore_problems);
    return *connection;
}

void Follower::feed(const QueueItem& item) {
    if (item.kind == QueueItem::Kind::ClientGone) connections_.erase(item.client);
    if (item.kind == QueueItem::Kind::Datagram)
        connection_of(item.client).feed({item.direction, item.time, item.bytes});
}

// As the recorder was when it had taken in all that was handed to it.
void Follower::start() {
    active_ = true;
    for (const auto& [client, state] : states_) {
        RecoveredConnection left;
        left.game = state.game;
        left.state = state.state;
        connection_of(client).resume(left);
    }
    for (const Batch& batch : kept_)
        for (const QueueItem& item : *batch) feed(item);
    if (now_)
        for (const QueueItem& item : *now_) feed(item);
}

bool Follower::round(std::chrono::milliseconds patience) {
    const bool full = queue_.nearly_full(patience);
    const std::lock_guard lock(mutex_);
    if (ended_) return false;
    if (!full && !active_) return true;
    if (!active_) start();
    for (QueueItem& item : queue_.evict()) {
        feed(item);
        if (item.kind == QueueItem::Kind::Datagram) {
            Skipped& left = left_out_[item.client];
            ++left.datagrams;
            left.until = item.time;
        } else {
            if (item.kind == QueueItem::Kind::ClientGone) left_out_.erase(item.client);
            orders_.push_back(std::move(item));
        }
    }
    return true;
}

void Follower::end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
}

Follower::Turn Follower::next(std::chrono::milliseconds patience) {
    queue_.wait(patience);  // may take longer than wanted: the follower's thread works meanwhile
    const std::lock_guard lock(mutex_);
    Turn turn;
    std::vector<QueueItem> items = queue_.pop({});
    if (std::exchange(active_, false)) {
        states_.clear();
        for (const auto& [client, connection] : connections_) {
            states_[client] = connection->checkpoint();
            if (const auto left = left_out_.find(client); left != left_out_.end())
                turn.skipped[client] = {states_[client], left->second.datagrams,
                                        left->second.until};
        }
        connections_.clear();
        left_out_.clear();
        kept_.clear();
        kept_bytes_ = 0;
        items.insert(items.begin(), std::make_move_iterator(orders_.begin()),
                     std::make_move_iterator(orders_.end()));
        orders_.clear();
    }
    now_ = turn.batch = std::make_shared<const std::vector<QueueItem>>(std::move(items));
    return turn;
}

bool Follower::taken_in() {
    const std::lock_guard lock(mutex_);
    if (!now_) return false;
    for (const QueueItem& item : *now_) {
        kept_bytes_ += item.bytes.size() + sizeof item;
        if (item.kind == QueueItem::Kind::ClientGone) states_.erase(item.client);
    }
    if (!now_->empty()) kept_.push_back(std::move(now_));
    now_.reset();
    return kept_bytes_ > memory_;
}

void Follower::note(std::map<std::uint64_t, Checkpoint> states) {
    const std::lock_guard lock(mutex_);
    states_ = std::move(states);
    kept_.clear();
    kept_bytes_ = 0;
}

}  // namespace tickreel
