#pragma once
// The delays of each snapshot off the wire, as SQL's `connection` has them: the age of its base,
// how far behind the client's acknowledgements were, and how late it came. Positions are those of
// Timeline.
// Memory: 16 bytes per snapshot, shared by copies; at most kMaxDelays of them.

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "tickreel/model/frame.h"
#include "tickreel/model/row.h"

namespace tickreel {

// Ticks, ticks and microseconds: see DelayTrack::milliseconds().
enum class Delay : std::uint8_t { BaseAge, AckLag, Late };
inline constexpr std::size_t kDelayCount = 3;
inline constexpr std::size_t kMaxDelays = 4'000'000;  // a day at 50 a second

// Of a delta, in ticks; nothing: sent in full.
std::optional<Tick> base_age(const Frame& frame);
// How much later than `step` ticks after the one before a snapshot came; negative: earlier.
std::chrono::microseconds lateness(const Frame& frame, std::chrono::nanoseconds time_before,
                                   Tick step, double ticks_per_second);

class DelayTrack {
public:
    explicit DelayTrack(double ticks_per_second = 50) : rate_(ticks_per_second) {}

    // Indexed by Delay. No base age: sent in full. No lag: nothing is acknowledged in this segment.
    // No lateness: the first of its segment.
    using Values = std::array<std::optional<std::int32_t>, kDelayCount>;
    struct Entry {
        std::int64_t position = 0;
        Values values{};
    };
    struct Worst {
        std::int64_t position = 0;  // the first snapshot that has it
        std::int32_t value = 0;
    };

    // Frames in order; `position` of the frame. One that did not come off the wire has no delays.
    void add(const Frame& frame, const Schema& schema, std::int64_t position);

    std::size_t size() const { return full_.size() * kBlock + open_.size(); }
    Entry operator[](std::size_t index) const;
    std::size_t lower_bound(std::int64_t position) const;  // the first at or after it
    bool left_out() const { return left_out_; }            // those beyond kMaxDelays
    // The largest of each within [from, to).
    std::array<std::optional<Worst>, kDelayCount> worst(std::int64_t from, std::int64_t to) const;
    double milliseconds(Delay delay, std::int32_t value) const;

private:
    struct Packed {
        std::uint32_t position = 0;
        std::array<std::int32_t, kDelayCount> values{};  // kNone: nothing
    };
    static constexpr std::size_t kBlock = 1024;
    struct Block {
        std::array<Packed, kBlock> snapshots{};
        std::array<std::size_t, kDelayCount> worst{};  // the index of the largest
    };
    struct Places {  // of an input's delay, and of what it acknowledges
        std::optional<FieldPlace> delay{}, lag{};
    };

    const Packed& packed(std::size_t index) const;
    void acknowledge(const Frame& frame, const Schema& schema);
    void arrive(std::int64_t until);
    void keep(const Packed& snapshot);

    double rate_;
    std::vector<std::shared_ptr<const Block>> full_{};
    std::vector<Packed> open_{};
    std::map<TypeId, Places> places_{};
    std::multimap<std::int64_t, Tick> coming_{};  // acknowledged, by time of arrival
    std::optional<Tick> newest_{};                // acknowledged in this segment
    std::optional<std::uint32_t> segment_{};
    std::optional<Tick> before_{};  // the snapshot before in this segment, and its time
    std::chrono::nanoseconds time_before_{};
    bool left_out_ = false;
};

}  // namespace tickreel
