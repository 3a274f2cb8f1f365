#pragma once
// Random snapshots and frames for property tests: every shape that the model allows, from a fixed
// seed.

#include <random>

#include "tickreel/model/frame.h"
#include "tickreel/model/schema.h"

namespace tickreel_test {

class Generator {
public:
    explicit Generator(std::uint64_t seed) : random_(seed) {}

    std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
    bool chance(int percent) { return below(100) < static_cast<std::uint64_t>(percent); }
    // Mostly small numbers, sometimes extremes.
    tickreel::Word word();
    std::vector<tickreel::Word> row(std::size_t longest);
    tickreel::ItemKey key();
    tickreel::Snapshot snapshot(std::size_t most_items);
    // The next snapshot: some rows change, some items appear, disappear, return or change length.
    tickreel::Snapshot after(const tickreel::Snapshot& before);
    // `count` frames of one segment with increasing ticks.
    std::vector<tickreel::Frame> frames(std::size_t count, tickreel::Tick first_tick,
                                        std::uint32_t segment = 0);
    std::string text(std::size_t longest);
    tickreel::ItemType type(const std::string& name);

private:
    tickreel::WireInfo wire(tickreel::Tick tick);
    std::mt19937_64 random_;
};

}  // namespace tickreel_test
