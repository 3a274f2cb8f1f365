#pragma once
// A frame's content as numbers that do not depend on type numbering: compares two recordings of a
// long match without keeping both in memory.

#include <ostream>
#include <vector>

#include "tickreel/base/crc32.h"
#include "tickreel/model/frame_sink.h"

namespace tickreel_test {

struct FrameDigest {
    tickreel::Tick tick = 0;
    std::chrono::nanoseconds time{};
    std::uint64_t items = 0;
    std::uint64_t events = 0;
    tickreel::WireChecksum checksum{};
    std::uint32_t expected = 0;
    std::uint32_t computed = 0;
    bool operator==(const FrameDigest&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const FrameDigest& frame) {
    return out << "tick " << frame.tick << ", items " << frame.items << ", events " << frame.events
               << ", checksum " << static_cast<int>(frame.checksum) << ' ' << frame.expected << ' '
               << frame.computed;
}

// Forwards everything to `next` if set.
class DigestSink final : public tickreel::FrameSink {
public:
    explicit DigestSink(tickreel::FrameSink* next = nullptr) : next_(next) {}

    tickreel::TypeId add_type(const tickreel::ItemType& type) override {
        if (next_ != nullptr) next_->add_type(type);
        return schema_.add(type);
    }
    void set_property(std::string_view key, std::string_view value) override {
        if (next_ != nullptr) next_->set_property(key, value);
    }
    void begin_segment(const tickreel::Segment& segment) override {
        segments.push_back(segment);
        if (next_ != nullptr) next_->begin_segment(segment);
    }
    void add_attachment(const tickreel::Attachment&) override {}
    void add_marker(const tickreel::Marker&) override {}
    void add_gap(const tickreel::Gap&) override {}
    void add_frame(const tickreel::Frame& frame) override {
        if (next_ != nullptr) next_->add_frame(frame);
        if (!frame.snapshot.same_storage(last_)) items_ = sum_of_items(frame.snapshot);
        last_ = frame.snapshot;
        FrameDigest digest{frame.tick,          frame.time,         items_, 0, frame.wire.checksum,
                           frame.wire.expected, frame.wire.computed};
        for (const tickreel::Event& event : frame.events)  // their order counts
            digest.events =
                digest.events * kFactor + sum_of_row(schema_[event.type].name, event.row);
        frames.push_back(digest);
    }
    tickreel::Result<void> finish() override { return {}; }

    std::vector<tickreel::Segment> segments{};
    std::vector<FrameDigest> frames{};

private:
    static constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15;

    static std::uint64_t sum_of_row(const std::string& name, tickreel::Row row) {
        const auto* bytes = reinterpret_cast<const tickreel::Byte*>(row.data());
        const std::uint64_t words = tickreel::crc32_ieee({bytes, row.size_bytes()});
        return (words << 32 | tickreel::crc32_ieee(tickreel::as_bytes(name))) * kFactor;
    }

    std::uint64_t sum_of_items(const tickreel::Snapshot& snapshot) const {
        std::uint64_t sum = 0;  // the order of types may differ
        for (const tickreel::Item item : snapshot)
            sum += (sum_of_row(schema_[item.key.type].name, item.row) ^ item.key.entity) * kFactor;
        return sum;
    }

    tickreel::FrameSink* next_;
    tickreel::Schema schema_{};
    tickreel::Snapshot last_{};
    std::uint64_t items_ = 0;
};

}  // namespace tickreel_test
