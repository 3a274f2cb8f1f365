#include "tests/recorder/commands/walkers.h"

#include <stdexcept>

#include "tickreel/reel/reel_writer.h"

namespace tickreel_test {

bool has_snapshot(int number, int tick) {
    return tick % 7 != number;
}
bool is_sent(int number, int tick, int id) {
    return has_snapshot(number, tick) && (tick / 6 + id) % 4 != number;
}
int x_sent(int number, int tick, int id) {
    return 100 * id + tick + (tick % 5 == 0 && (tick / 5) % 3 == number ? 1 : 0);
}

bool is_kill(int tick) {
    return tick % 13 == 6;
}

namespace {

void write_viewer(const std::string& path, int number) {
    auto sink = tickreel::create_file(path, tickreel::IfExists::Refuse);
    if (!sink) throw std::runtime_error(sink.error().message);
    tickreel::ReelWriter writer(*std::move(sink), {"sample", 50.0, {}, {}});
    tickreel::ItemType type;
    type.name = "Walker";
    type.shares_names = true;
    for (const auto& [name, role] : {std::pair{"x", tickreel::Role::PositionX},
                                     {"y", tickreel::Role::PositionY},
                                     {"age", tickreel::Role::None}}) {
        type.fields.emplace_back();
        type.fields.back().name = name;
        type.fields.back().roles = role;
    }
    const tickreel::TypeId walker = writer.add_type(type);
    type.name = "Flag";
    type.shares_names = false;
    const tickreel::TypeId flag = writer.add_type(type);
    tickreel::ItemType info;
    info.name = "Info";
    info.fields.resize(1);
    info.fields[0].name = "local";
    info.fields[0].kind = tickreel::FieldKind::Bool;
    const tickreel::TypeId info_id = writer.add_type(info);
    tickreel::ItemType kill;
    kill.name = "Kill";
    kill.use = tickreel::TypeUse::Event;
    kill.event_class = tickreel::EventClass::Kill;
    for (const auto& [name, role] :
         {std::pair{"killer", tickreel::Role::Subject}, {"victim", tickreel::Role::Object}}) {
        kill.fields.emplace_back();
        kill.fields.back().name = name;
        kill.fields.back().roles = role;
    }
    const tickreel::TypeId kill_id = writer.add_type(kill);
    writer.begin_segment({"dm1", "", ""});
    for (int tick = 100; tick < 190; ++tick) {
        if (!has_snapshot(number, tick)) continue;
        tickreel::SnapshotBuilder items;
        items.set({flag, 0}, std::vector{tick, 5, 5});
        for (int id = 0; id < 3; ++id)
            if (is_sent(number, tick, id))
                items.set({walker, static_cast<std::uint64_t>(id)},
                          std::vector{x_sent(number, tick, id), tick / 2, 7});
        for (int id = 0; id < 3; ++id)
            items.set({info_id, static_cast<std::uint64_t>(id)}, std::vector{id == number ? 1 : 0});
        tickreel::Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::milliseconds(20 * tick);
        frame.snapshot = items.build();
        if (is_kill(tick)) frame.events.push_back({kill_id, {tick % 3, (tick + 1) % 3}, true});
        writer.add_frame(frame);
    }
    if (const auto done = writer.finish(); !done) throw std::runtime_error(done.error().message);
}

}  // namespace

void write_walkers(const Folder& folder) {
    std::vector<std::string> merge{"merge", "--views", "-o", folder / "match.reel"};
    for (int number = 0; number < 3; ++number) {
        merge.push_back(folder /
                        (std::string("abc").substr(static_cast<std::size_t>(number), 1) + ".reel"));
        write_viewer(merge.back(), number);
    }
    if (const Ran ran = run_tickreel(merge); ran.code != 0) throw std::runtime_error(ran.err);
}

}  // namespace tickreel_test
