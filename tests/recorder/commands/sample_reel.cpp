#include "tests/recorder/commands/sample_reel.h"

#include <stdexcept>

#include "tests/recorder/commands/run_tickreel.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/statistics.h"

namespace tickreel_test {

using namespace tickreel;

namespace {

constexpr std::chrono::nanoseconds kStart = std::chrono::milliseconds(1787421791120);

ItemType walker() {
    ItemType type;
    type.name = "Walker";
    type.origin = "9";
    Field x{"x", FieldKind::Int32};
    x.roles = Role::PositionX;
    x.scale = 0.5;
    x.unit = "m";
    Field mood{"mood", FieldKind::Enum};
    mood.values = {{0, "calm"}, {1, "angry"}};
    Field speed{"speed", FieldKind::Float32};
    speed.nullable = true;
    type.fields = {x,     {"tick", FieldKind::TickNumber}, mood,
                   speed, {"name", FieldKind::Text},       {"account", FieldKind::UInt64}};
    return type;
}

ItemType chest() {
    ItemType type;
    type.name = "Chest";
    type.origin = "10";
    type.fields = {{"open", FieldKind::Bool}, {"content", FieldKind::Blob}};
    return type;
}

ItemType riddle() {
    ItemType type;
    type.name = "unknown 77";
    type.origin = "77";
    type.known = false;
    return type;
}

ItemType chat() {
    ItemType type;
    type.name = "Chat";
    type.use = TypeUse::Event;
    type.fields = {{"from", FieldKind::Int32}, {"text", FieldKind::Text}};
    return type;
}

struct Types {
    TypeId walker = 0, chest = 0, riddle = 0, chat = 0;
};

Frame make_frame(const Types& types, const SampleOptions& options, std::uint32_t segment, int i) {
    Frame frame;
    frame.segment = segment;
    frame.tick = options.first + segment * options.segment_step + 2 * i;
    frame.time = kStart + std::chrono::milliseconds(40 * i);
    SnapshotBuilder builder;
    const std::int64_t x = 1000 + 3 * i + (i == options.changed_frame ? 1 : 0);
    const Value speed = i % 2 == 0 ? Value(0.1F + 0.0) : Value();
    builder.set({types.walker, 3},
                make_row(walker(), {x, std::int64_t{frame.tick}, std::int64_t{i % 2}, speed,
                                    std::string("Ann, \"the\" \x1b[1m"),
                                    std::uint64_t{18446744073709551615U}}));
    if (options.chests)
        builder.set({types.chest, 9007199254740993U},
                    make_row(chest(), {i >= 10, Bytes{0xde, 0xad, static_cast<Byte>(i)}}));
    const std::vector<Word> raw{7, -8, i};
    if (i % 4 != 3) builder.set({types.riddle, 0}, raw);
    frame.snapshot = builder.build();
    frame.wire = {WireChecksum::Ok, 42, 42, frame.tick - 2, 60, 1};
    if (i == 5) frame.wire = {WireChecksum::Mismatch, 42, 47, frame.tick - 4, 61, 2};
    if (i == 0) frame.wire = {};
    if (i % 8 == 4)
        frame.events.push_back(
            {types.chat, make_row(chat(), {std::int64_t{3}, std::string("gg")})});
    return frame;
}

}  // namespace

void write_sample(const std::string& path, const SampleOptions& options) {
    auto file = create_file(path, IfExists::Replace);
    if (!file) throw std::runtime_error(file.error().message);
    RecordingInfo info;
    info.game = options.game;
    info.ticks_per_second = options.tick_rate;
    info.start = kStart;
    info.properties = {{"protocol", "sample 1"}, {"writer", "test"}};
    if (!options.long_steps.empty()) info.properties[std::string(kLongSteps)] = options.long_steps;
    ReelOptions reel_options;
    reel_options.chunk_seconds = options.chunk_seconds;
    reel_options.group_seconds = options.group_seconds;
    ReelWriter writer(std::move(*file), info, reel_options);
    const Types types{writer.add_type(walker()),
                      options.chests ? writer.add_type(chest()) : TypeId{},
                      writer.add_type(riddle()), writer.add_type(chat())};
    for (int segment = 0; segment < options.segments; ++segment) {
        writer.begin_segment({options.map, "00ff", "0123abcd"});
        if (segment == 0)
            writer.add_attachment({"maps/dm1.map", "application/x-map", {1, 2, 3, 0}});
        for (int i = 0; i < options.frames; ++i) {
            const auto number = static_cast<std::uint32_t>(segment);
            const Frame frame = make_frame(types, options, number, i);
            if (i == 12) {
                writer.add_gap({number, frame.tick, frame.tick + 2, "base 7 was never seen"});
                continue;
            }
            writer.add_frame(frame);
        }
        const auto number = static_cast<std::uint32_t>(segment);
        const Tick first = options.first + segment * options.segment_step;
        const Tick end = first + 2 * options.frames;
        if (options.gap_after != 0)
            writer.add_gap({number, end, end + options.gap_after, "the packet was damaged"});
        writer.add_marker({{number, first + 4}, "start", 0xff0000});
        writer.add_marker({{number, first + 10}, "end", 0x00ff00});
    }
    if (!options.finished) {
        writer.flush();
        return;
    }
    if (const auto done = writer.finish(); !done) throw std::runtime_error(done.error().message);
}

std::size_t last_chunk(const std::string& path) {
    const std::string list = run_tickreel({"list", path, "chunks", "--format", "csv"}).out;
    return std::stoul(list.substr(list.rfind('\n', list.size() - 2) + 1));
}

}  // namespace tickreel_test
