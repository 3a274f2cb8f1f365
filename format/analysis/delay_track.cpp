#include "tickreel/analysis/delay_track.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "format/analysis/partition_index.h"
#include "tickreel/model/schema.h"

namespace tickreel {

namespace {

constexpr std::int32_t kNone = std::numeric_limits<std::int32_t>::min();
constexpr std::size_t kMostComing = 10'000;  // foreign files may say any delay

std::int32_t fitted_number(std::int64_t value) {
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(
        value, kNone + std::int64_t{1}, std::numeric_limits<std::int32_t>::max()));
}

std::int64_t microseconds_of(std::chrono::nanoseconds time) {
    return std::chrono::floor<std::chrono::microseconds>(time).count();
}

}  // namespace

std::optional<Tick> base_age(const Frame& frame) {
    if (frame.wire.base_tick == kNoTick) return std::nullopt;
    Tick age = 0;  // damaged files may name any base
    if (__builtin_sub_overflow(frame.tick, frame.wire.base_tick, &age)) return std::nullopt;
    return age;
}

std::chrono::microseconds lateness(const Frame& frame, std::chrono::nanoseconds time_before,
                                   Tick step, double ticks_per_second) {
    constexpr double kLongest = 1e18;  // of damaged files
    const double due = static_cast<double>(step) * 1e6 / ticks_per_second;
    const std::int64_t after = microseconds_of(frame.time) - microseconds_of(time_before);
    if (std::isnan(due)) return {};
    return std::chrono::microseconds(after - std::llround(std::clamp(due, -kLongest, kLongest)));
}

DelayTrack::Entry DelayTrack::operator[](std::size_t index) const {
    const Packed& from = packed(index);
    Entry entry{from.position, {}};
    for (std::size_t delay = 0; delay < kDelayCount; ++delay)
        if (from.values[delay] != kNone) entry.values[delay] = from.values[delay];
    return entry;
}

const DelayTrack::Packed& DelayTrack::packed(std::size_t index) const {
    const std::size_t block = index / kBlock;
    return block < full_.size() ? full_[block]->snapshots[index % kBlock]
                                : open_[index - full_.size() * kBlock];
}

std::size_t DelayTrack::lower_bound(std::int64_t position) const {
    return partition_index(
        size(), [&](std::size_t index) { return packed(index).position < position; });
}

double DelayTrack::milliseconds(Delay delay, std::int32_t value) const {
    return delay == Delay::Late ? value / 1000.0 : value * 1000.0 / rate_;
}

std::array<std::optional<DelayTrack::Worst>, kDelayCount> DelayTrack::worst(std::int64_t from,
                                                                            std::int64_t to) const {
    std::array<std::optional<Worst>, kDelayCount> found;
    const auto see = [&](std::size_t delay, const Packed& snapshot) {
        const std::int32_t value = snapshot.values[delay];
        if (value != kNone && (!found[delay] || value > found[delay]->value))
            found[delay] = Worst{snapshot.position, value};
    };
    const std::size_t end = lower_bound(to);
    for (std::size_t i = lower_bound(from); i < end;) {
        const std::size_t block = i / kBlock;
        const bool whole = i % kBlock == 0 && i + kBlock <= end && block < full_.size();
        for (std::size_t delay = 0; delay < kDelayCount; ++delay)
            see(delay, whole ? full_[block]->snapshots[full_[block]->worst[delay]] : packed(i));
        i += whole ? kBlock : 1;
    }
    return found;
}

// What the client has by its inputs of this frame.
void DelayTrack::acknowledge(const Frame& frame, const Schema& schema) {
    for (const Event& event : frame.events) {
        const auto [known, fresh] = places_.try_emplace(event.type);
        Places& places = known->second;
        if (fresh && schema.contains(event.type) &&
            schema[event.type].event_class == EventClass::Input) {
            const ItemType& type = schema[event.type];
            const std::vector<FieldPlace> all = field_places(type);
            if (const auto field = find_field(type, "delay")) places.delay = all[*field];
            if (const auto field = find_field(type, "ack_lag")) places.lag = all[*field];
        }
        if (!places.delay || !places.lag || places.delay->is_null(event.row) ||
            places.lag->is_null(event.row))
            continue;
        if (coming_.size() >= kMostComing) {
            left_out_ = true;
            return;
        }
        coming_.emplace(microseconds_of(frame.time) + event.row[places.delay->slot],
                        frame.tick - event.row[places.lag->slot]);
    }
}

void DelayTrack::arrive(std::int64_t until) {
    for (; !coming_.empty() && coming_.begin()->first <= until; coming_.erase(coming_.begin()))
        newest_ = std::max(newest_.value_or(kNoTick), coming_.begin()->second);
}

void DelayTrack::add(const Frame& frame, const Schema& schema, std::int64_t position) {
    if (segment_ != frame.segment) {
        segment_ = frame.segment;
        newest_.reset();
        before_.reset();
        coming_.clear();
    }
    acknowledge(frame, schema);
    const std::int64_t time = microseconds_of(frame.time);
    // Delays are rounded: what came right behind a snapshot may count as before it.
    if (before_ && !left_out_) {
        arrive(microseconds_of(time_before_));
        if (newest_)
            open_.back().values[static_cast<std::size_t>(Delay::AckLag)] =
                fitted_number(std::int64_t{*before_} - *newest_);
    }
    if (frame.wire.parts == 0) return;
    arrive(time);
    const auto age = base_age(frame);
    Packed snapshot{static_cast<std::uint32_t>(position), {kNone, kNone, kNone}};
    if (age) snapshot.values[0] = fitted_number(*age);
    if (newest_) snapshot.values[1] = fitted_number(std::int64_t{frame.tick} - *newest_);
    if (before_)
        snapshot.values[2] =
            fitted_number(lateness(frame, time_before_, frame.tick - *before_, rate_).count());
    before_ = frame.tick;
    time_before_ = frame.time;
    keep(snapshot);
}

void DelayTrack::keep(const Packed& snapshot) {
    left_out_ = left_out_ || size() >= kMaxDelays ||
                snapshot.position == std::numeric_limits<std::uint32_t>::max();
    if (left_out_) return;
    if (open_.size() == kBlock) {
        auto block = std::make_shared<Block>();
        std::copy(open_.begin(), open_.end(), block->snapshots.begin());
        for (std::size_t delay = 0; delay < kDelayCount; ++delay)
            for (std::size_t i = 1; i < kBlock; ++i)
                if (open_[i].values[delay] > open_[block->worst[delay]].values[delay])
                    block->worst[delay] = i;
        full_.push_back(std::move(block));
        open_.clear();
    }
    open_.push_back(snapshot);
}

}  // namespace tickreel
