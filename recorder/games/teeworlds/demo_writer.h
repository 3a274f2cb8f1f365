#pragma once
// Writes the container of a .demo, versions 3 to 6. Length, markers and map stand in front of the
// chunks but are known last, so the chunks are kept in memory until finish().

#include <span>

#include "format/base/result.h"
#include "recorder/games/teeworlds/demo_format.h"

namespace tickreel::teeworlds {

class DemoWriter {
public:
    explicit DemoWriter(int version = kDemoNewestVersion) : version_(version) {}

    // Absolute for the first one, for key frames and for steps that the short form cannot say.
    void begin_tick(Tick tick, bool keyframe);
    Result<void> add_snapshot(std::span<const std::int32_t> image);
    Result<void> add_delta(std::span<const std::int32_t> delta);
    Result<void> add_message(ByteView message);  // padded with zeros to 4

    std::size_t size() const { return chunks_.size(); }
    // Header and map, then the chunks. Version and map size are filled in here.
    Bytes finish(DemoHeader header, ByteView map);

private:
    Result<void> add_chunk(DemoChunkKind kind, std::span<const std::int32_t> ints);

    int version_;
    Tick tick_ = kNoTick;
    Bytes chunks_{};
};

}  // namespace tickreel::teeworlds
