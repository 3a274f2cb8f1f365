#pragma once
// A small recording with a bit of everything: items, an unknown type, a null, text, a blob, a
// 64-bit id, events, markers, an attachment, a gap and a mismatching wire checksum.

#include <string>

#include "tickreel/reel/reel_writer.h"

namespace tickreel_test {

struct SampleOptions {
    int frames = 20;  // ticks 100, 102, 104 ...
    tickreel::Tick first = 100;
    bool finished = true;
    int changed_frame = -1;  // this frame gets a different position: for `diff`
    double tick_rate = 50;
    std::string game = "sample";
    std::string map = "dm1";
    double chunk_seconds = 0.1;  // so that even a short recording has several chunks
    double group_seconds = 0.2;
    int segments = 1;
    bool chests = true;               // otherwise it knows no such type
    tickreel::Tick segment_step = 0;  // offset of the next segment's ticks
    std::string long_steps{};         // the property, see tickreel/reel/statistics.h
    tickreel::Tick gap_after = 0;     // so many ticks are missing behind each segment's last frame
};

void write_sample(const std::string& path, const SampleOptions& options = {});

// Where in the file the last chunk of a recording is.
std::size_t last_chunk(const std::string& path);

}  // namespace tickreel_test
