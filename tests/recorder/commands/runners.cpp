#include "tests/recorder/commands/runners.h"

#include <stdexcept>

#include "tickreel/reel/reel_writer.h"

namespace tickreel_test {

void write_runners(const std::string& path, const std::vector<int>& speeds) {
    auto sink = tickreel::create_file(path, tickreel::IfExists::Replace);
    if (!sink) throw std::runtime_error(sink.error().message);
    tickreel::ReelWriter writer(*std::move(sink), {"", 50.0, {}, {}});
    tickreel::ItemType player;
    player.name = "Player";
    player.shares_names = true;
    player.fields.resize(2);
    player.fields[0].name = "x";
    player.fields[0].roles = tickreel::Role::PositionX;
    player.fields[1].name = "y";
    player.fields[1].roles = tickreel::Role::PositionY;
    const tickreel::TypeId type = writer.add_type(player);
    writer.begin_segment({"map", "", ""});
    for (int tick = 100; tick < 200; ++tick) {
        tickreel::SnapshotBuilder items;
        for (std::size_t id = 0; id < speeds.size(); ++id)
            items.set({type, id}, std::vector{tick * speeds[id], 1000 - tick * speeds[id]});
        tickreel::Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::milliseconds(20 * tick);
        frame.snapshot = items.build();
        writer.add_frame(frame);
    }
    if (const auto done = writer.finish(); !done) throw std::runtime_error(done.error().message);
}

}  // namespace tickreel_test
