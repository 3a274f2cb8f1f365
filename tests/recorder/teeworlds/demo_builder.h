#pragma once
// Small demos in memory, and the importer's results.

#include <random>

#include "recorder/games/teeworlds/demo_import.h"
#include "recorder/games/teeworlds/demo_reader.h"
#include "recorder/games/teeworlds/demo_writer.h"
#include "recorder/games/teeworlds/snapshot_image.h"
#include "recorder/games/teeworlds/wire/message_id.h"
#include "recorder/games/teeworlds/wire/packer.h"
#include "recorder/games/teeworlds/wire/snap_delta.h"
#include "tests/catch.h"
#include "tests/recorder/teeworlds/collecting_sink.h"
#include "tests/recorder/teeworlds/wire_items.h"

namespace tickreel_test {

inline tickreel::teeworlds::DemoHeader demo_header() {
    tickreel::teeworlds::DemoHeader header;
    header.net_version = tickreel::teeworlds::kNetVersion06;
    header.map_name = "arena";
    header.type = "client";
    header.timestamp = "2026-11-21_03-06-58";
    return header;
}

inline void add_snapshot(tickreel::teeworlds::DemoWriter& demo,
                         const tickreel::teeworlds::WireSnapshot& snapshot) {
    REQUIRE(demo.add_snapshot(tickreel::teeworlds::write_snapshot_image(snapshot)).ok());
}

inline void add_delta(tickreel::teeworlds::DemoWriter& demo,
                      const tickreel::teeworlds::WireSnapshot& base,
                      const tickreel::teeworlds::WireSnapshot& target) {
    const auto delta =
        tickreel::teeworlds::make_snap_delta(base, target, tickreel::teeworlds::Protocol::V06);
    REQUIRE(delta);
    REQUIRE(demo.add_delta(*delta).ok());
}

inline void add_broadcast(tickreel::teeworlds::DemoWriter& demo, std::string_view text) {
    tickreel::teeworlds::Packer message = tickreel::teeworlds::begin_game_message(2);
    message.add_string(text);
    REQUIRE(demo.add_message(message.data()).ok());
}

struct Imported {
    CollectingSink sink{};
    std::vector<std::string> problems{};
    tickreel::Result<void> result{};
    // Text of the broadcasts of a frame, "<" before those that precede the snapshot.
    std::string broadcasts(std::size_t frame) const {
        std::string all;
        for (const tickreel::Event& event : sink.frames[frame].events)
            all += (event.before_snapshot ? "<" : ">") +
                   std::get<std::string>(sink.field("Sv_Broadcast", event.row, "message"));
        return all;
    }
};

inline Imported import_bytes(const tickreel::Bytes& bytes) {
    Imported imported;
    imported.result = tickreel::teeworlds::import_demo(
        *tickreel::memory_source(bytes), imported.sink,
        [&](const tickreel::Problem& problem) { imported.problems.push_back(problem.message); },
        {});
    return imported;
}

// Imports `cuts` random prefixes of the demo: every frame must be one of the whole demo's, and
// losses must be reported.
inline void check_random_cuts(const tickreel::Bytes& whole, int cuts, unsigned seed) {
    const Imported all = import_bytes(whole);
    REQUIRE(all.result.ok());
    const auto head = tickreel::teeworlds::read_demo_header(*tickreel::memory_source(whole));
    REQUIRE(head);
    const std::uint64_t start = head->map_offset + head->map_size;
    std::mt19937_64 random(seed);
    int wrong = 0;
    int unnamed = 0;
    for (int i = 0; i < cuts; ++i) {
        const std::uint64_t size = start + random() % (whole.size() - start);
        const Imported cut =
            import_bytes({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
        CAPTURE(i, size);
        REQUIRE(cut.sink.frames.size() <= all.sink.frames.size());
        for (std::size_t frame = 0; frame < cut.sink.frames.size(); ++frame)
            if (frame + 1 >= cut.sink.frames.size() || frame % 97 == 0)
                wrong += cut.sink.frames[frame].moment() != all.sink.frames[frame].moment() ||
                         cut.sink.named_items(frame) != all.sink.named_items(frame);
        unnamed += cut.problems.empty() && cut.result.ok() &&
                   cut.sink.frames.size() < all.sink.frames.size();
    }
    CHECK(wrong == 0);
    // Less than a second before the end, a cut between two ticks is undetectable.
    CHECK(unnamed <= cuts / 50);
}

}  // namespace tickreel_test
