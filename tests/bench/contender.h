#pragma once
// A format for matches, measured like all others: a file is written from frames, opened, read front
// to back, and queried for single ticks. Results are verified by the sum of their words.

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/model/frame_sink.h"
#include "tickreel/reel/recording_info.h"

namespace tickreel_bench {

// Frames of one segment, with everything needed to write them.
struct Match {
    tickreel::RecordingInfo info{};
    tickreel::Schema schema{};
    std::vector<tickreel::Frame> frames{};
};

using Visit = std::function<void(tickreel::Tick tick, std::uint32_t sum)>;

class Replay {
public:
    virtual ~Replay() = default;
    virtual tickreel::Result<void> scan(const Visit& visit) = 0;
    // The sum of the last snapshot at or before the tick, as in a seek: nothing cached.
    virtual tickreel::Result<std::uint32_t> at(tickreel::Tick tick) = 0;
};

struct Contender {
    std::string_view name{};
    tickreel::Result<void> (*write)(const Match& match, const std::string& path) = nullptr;
    tickreel::Result<std::unique_ptr<Replay>> (*open)(const std::string& path) = nullptr;
};

// One entry per family; a family shares a file.
std::span<const Contender> reel_contenders();
std::span<const Contender> demo_contenders();
std::span<const Contender> mcap_contenders();

// Writes the whole match to a sink, without finish().
void write_all(const Match& match, tickreel::FrameSink& sink);

// Wrapping sum of all words, like the game's checksum.
std::uint32_t sum_words(const tickreel::Snapshot& snapshot);

// What the strongest general-purpose compressors achieve on the whole match's column streams.
struct Limit {
    std::string name{};
    double bytes = 0;  // total
};
tickreel::Result<std::vector<Limit>> measure_limits(const Match& match, const std::string& scratch);

}  // namespace tickreel_bench
