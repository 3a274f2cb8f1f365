#pragma once
// Writes the container of a .demo, versions 3 to 6: header, map, chunks. The header contains the
// length and the markers, which are known last; its size does not depend on them.

#include <span>
#include <utility>

#include "recorder/games/teeworlds/demo_format.h"
#include "tickreel/base/result.h"

namespace tickreel::teeworlds {

class DemoWriter {
public:
    explicit DemoWriter(int version = kDemoNewestVersion) : version_(version) {}

    // Stored whole for the first tick, keyframes and steps too large for the short form.
    void begin_tick(Tick tick, bool keyframe);
    Result<void> add_snapshot(std::span<const std::int32_t> image);
    Result<void> add_delta(std::span<const std::int32_t> delta);
    Result<void> add_message(ByteView message);  // padded with zeros to 4

    bool at_marker() const { return at_marker_; }  // nothing has come in the tick
    std::size_t size() const { return chunks_.size(); }
    Bytes take() { return std::exchange(chunks_, {}); }  // the chunks so far
    Bytes head(const DemoHeader& header, std::size_t map_size) const;
    // Header, map and all chunks not yet taken.
    Bytes finish(const DemoHeader& header, ByteView map) const;

private:
    Result<void> add_chunk(DemoChunkKind kind, std::span<const std::int32_t> ints);

    int version_;
    Tick tick_ = kNoTick;
    bool at_marker_ = false;
    Bytes chunks_{};
};

}  // namespace tickreel::teeworlds
