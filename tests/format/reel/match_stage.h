#pragma once
// What the tests of match files have in common: views and matches in memory, and clients of a match
// in which nothing moves.

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/format/reel/reel_file.h"
#include "tickreel/reel/match_merge.h"
#include "tickreel/reel/match_reader.h"
#include "tickreel/reel/reel_writer.h"

namespace tickreel_test {

using namespace tickreel;

inline std::vector<ViewSource> sources_of(const std::vector<std::unique_ptr<ReelReader>>& reels) {
    std::vector<ViewSource> sources;
    for (std::size_t i = 0; i < reels.size(); ++i)
        sources.push_back({reels[i].get(), "view " + std::to_string(i)});
    return sources;
}

inline std::vector<std::unique_ptr<ReelReader>> open_all(const std::vector<Bytes>& files) {
    std::vector<std::unique_ptr<ReelReader>> reels;
    for (const Bytes& file : files) reels.push_back(open_bytes(file));
    return reels;
}

inline std::unique_ptr<MatchReader> open_match(const Bytes& bytes) {
    auto match = MatchReader::open(memory_source(bytes));
    REQUIRE(match.ok());
    return std::move(*match);
}

// A client that was there from one tick to another; `late`: the recorder's clock was set; `name`:
// what the server calls the match.
inline Bytes visit(Tick from, Tick to, std::string map, Word value, std::chrono::seconds late = {},
                   std::string_view name = "") {
    auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), {"toy", 50.0, {}, {}});
    if (!name.empty()) writer.set_property(kMatchName, name);
    ItemType type;
    type.name = "Thing";
    writer.add_type(type);
    writer.begin_segment({std::move(map), "", ""});
    for (Tick tick = from; tick < to; tick += 2) {
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::hours(400'000) + std::chrono::milliseconds(20 * tick) + late;
        SnapshotBuilder items;
        items.set({0, 1}, std::vector{value, static_cast<Word>(tick)});
        frame.snapshot = items.build();
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    return *bytes;
}

}  // namespace tickreel_test
