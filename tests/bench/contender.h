#pragma once
// One way to keep a match, measured like all the others: a file is written from frames, opened,
// read front to back, and asked for single ticks. What is read is proved by the sum of its words.

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/model/frame_sink.h"
#include "tickreel/reel/recording_info.h"

namespace tickreel_bench {

// Frames of one segment, with what is needed to write them down.
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
    // The sum of the last snapshot at or before the tick, as a jump would find it: nothing cached.
    virtual tickreel::Result<std::uint32_t> at(tickreel::Tick tick) = 0;
};

struct Contender {
    std::string_view name{};
    tickreel::Result<void> (*write)(const Match& match, const std::string& path) = nullptr;
    tickreel::Result<std::unique_ptr<Replay>> (*open)(const std::string& path) = nullptr;
};

// One line for each family; a family is a file.
std::span<const Contender> reel_contenders();
std::span<const Contender> demo_contenders();
std::span<const Contender> mcap_contenders();

// Hands all of a match to a sink, without finish().
void write_all(const Match& match, tickreel::FrameSink& sink);

// Wrapping sum of all words, like the game's own checksum.
std::uint32_t sum_words(const tickreel::Snapshot& snapshot);

// What general compressors at their strongest make of the column streams of the whole match.
struct Limit {
    std::string name{};
    double bytes = 0;  // all of it
};
tickreel::Result<std::vector<Limit>> measure_limits(const Match& match, const std::string& scratch);

}  // namespace tickreel_bench
