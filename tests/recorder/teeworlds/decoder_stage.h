#pragma once
// What the tests of the decoder have in common: one that keeps what it makes, and a match to play.

#include <string>
#include <vector>

#include "recorder/games/teeworlds/decoder.h"
#include "tests/recorder/teeworlds/collecting_sink.h"
#include "tests/recorder/teeworlds/match_script.h"

namespace tickreel_test {

using namespace tickreel;
using namespace tickreel::teeworlds;

struct Recorder {
    CollectingSink sink{};
    std::vector<std::string> problems{};
    std::vector<std::string> losses{};  // of those: what the input lacks
    Decoder decoder{};

    void take(const Problem& problem) {
        problems.push_back(problem.message);
        if (problem.loss != InputLoss::None) losses.push_back(problem.message);
    }
    void feed(const Datagram& datagram) {
        decoder.feed(
            datagram, sink, [&](const Problem& p) { take(p); });
    }
    MatchScript::Listener listener() {
        return [this](const Datagram& datagram) { feed(datagram); };
    }
    void finish() {
        decoder.finish(
            sink, [&](const Problem& p) { take(p); });
    }
    std::vector<Tick> ticks() const {
        std::vector<Tick> all;
        for (const Frame& frame : sink.frames) all.push_back(frame.tick);
        return all;
    }
    std::string broadcasts(std::size_t frame) const {
        std::string all;
        for (const Event& event : sink.frames[frame].events)
            if (sink.schema[event.type].name == "Sv_Broadcast")
                all += std::get<std::string>(sink.field("Sv_Broadcast", event.row, "message"));
        return all;
    }
};

inline std::vector<WireItem> world(std::int32_t x) {
    return {character(0, x, 100), {6, 0, {0, 0, 0, 0, 0, 0, 0, 1}}};
}

// Several parts.
inline std::vector<WireItem> crowd() {
    std::vector<WireItem> items;
    for (int id = 0; id < 60; ++id) {
        WireItem item = character(id, id * 1000, -id * 1000);
        for (std::size_t k = 3; k < item.ints.size(); ++k)
            item.ints[k] = id * 65537 + static_cast<std::int32_t>(k);
        items.push_back(item);
    }
    return items;
}

inline void play(MatchScript& match, std::int32_t from, int count) {
    for (int i = 0; i < count; ++i) match.snapshot(from + 2 * i, world(from + i));
}

}  // namespace tickreel_test
