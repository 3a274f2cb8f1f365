#include "tickreel/reel/time_order.h"

#include <algorithm>

#include "format/reel/reader_core.h"

namespace tickreel {

namespace {

// Decodes chunks of a group one after another, nothing of them but ticks, times and events
// where their codec allows it.
class TimeReader {
public:
    explicit TimeReader(const ReaderCore& core) : core_(core) {}

    bool read(std::size_t chunk) {
        ChunkFault fault;
        if (plain_ && layout::is_columns(core_.chunks()[chunk].codec)) {
            auto part = core_.store.decode_part_after(chunk, state_, {}, 0, fault);
            if (!part) return false;
            state_ = std::move(part->after);
            add(part->frames);
            return true;
        }
        // One that is not in columns, and what depends on it, needs whole snapshots.
        if (plain_ && !core_.chunks()[chunk].starts_group) return false;
        plain_ = false;
        const ChunkFrames whole = core_.store.decode_after(chunk, whole_, fault);
        if (!whole) return false;
        whole_ = whole->after;
        add(whole->frames);
        return true;
    }
    const std::optional<TimeSpan>& span() const { return span_; }

private:
    void add(const std::vector<Frame>& frames) {
        for (const Frame& frame : frames) {
            if (!span_) span_ = {frame.time, frame.time, frame.time};
            span_->earliest = std::min(span_->earliest, frame.time);
            span_->latest = std::max(span_->latest, frame.time);
        }
    }

    const ReaderCore& core_;
    PartState state_{};
    GroupState whole_{};
    bool plain_ = true;
    std::optional<TimeSpan> span_;
};

}  // namespace

void TimesBack::add(const Frame& frame) {
    if (segment_ != frame.segment || frame.time > latest_) latest_ = frame.time;
    segment_ = frame.segment;
    // Unsigned: any two times have a distance.
    most_ = std::max(most_, static_cast<std::uint64_t>(latest_.count()) -
                                static_cast<std::uint64_t>(frame.time.count()));
}

std::optional<std::uint64_t> most_time_back(const ReelReader& reel) {
    return reel.finished() ? core_of(reel).gather->catalog().time_back : std::nullopt;
}

std::optional<TimeSpan> times_of(const ReelReader& reel, std::size_t from, std::size_t to) {
    const ReaderCore& core = core_of(reel);
    if (from >= to || to > core.chunks().size() || !core.chunks()[from].starts_group)
        return std::nullopt;
    TimeReader reader(core);
    for (std::size_t chunk = from; chunk < to; ++chunk)
        if (!reader.read(chunk)) return std::nullopt;
    return reader.span();
}

}  // namespace tickreel
