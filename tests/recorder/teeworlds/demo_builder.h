#pragma once
// Small demos in memory, and what the importer makes of them.

#include "recorder/games/teeworlds/demo_import.h"
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
    // Text of the broadcasts of a frame, "<" in front of those before the snapshot.
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

}  // namespace tickreel_test
