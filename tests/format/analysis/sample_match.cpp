#include "tests/format/analysis/sample_match.h"

#include <filesystem>

#include "tests/catch.h"
#include "tickreel/base/shared_sink.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/reel_writer.h"

namespace tickreel_test {
namespace {

using namespace tickreel;

Field field(const char* name, FieldKind kind, Role role = Role::None) {
    Field made;
    made.name = name;
    made.kind = kind;
    made.roles = role;
    return made;
}

struct Types {
    TypeId character = 0;
    TypeId info = 0;
    TypeId shot = 0;
    TypeId chat = 0;
    TypeId kill = 0;
};

Types add_types(FrameSink& sink) {
    Types types;
    Field weapon = field("weapon", FieldKind::Enum, Role::Weapon);
    weapon.values = {{0, "hammer"}, {1, "gun"}};
    ItemType character{"Character",
                       "9",
                       TypeUse::Item,
                       true,
                       {field("x", FieldKind::Int32, Role::PositionX),
                        field("y", FieldKind::Int32, Role::PositionY), weapon,
                        field("health", FieldKind::Int32, Role::Health)}};
    character.shares_names = true;
    types.character = sink.add_type(character);
    types.info = sink.add_type(
        {"ClientInfo", "11", TypeUse::Item, true, {field("name", FieldKind::Text, Role::Name)}});
    types.shot = sink.add_type({"Projectile",
                                "2",
                                TypeUse::Item,
                                true,
                                {field("x", FieldKind::Int32, Role::PositionX),
                                 field("y", FieldKind::Int32, Role::PositionY)}});
    types.chat = sink.add_type({"Chat",
                                "3",
                                TypeUse::Event,
                                true,
                                {field("client_id", FieldKind::Int32, Role::Owner),
                                 field("message", FieldKind::Text, Role::Text)},
                                EventClass::Chat});
    types.kill = sink.add_type({"Kill",
                                "4",
                                TypeUse::Event,
                                true,
                                {field("killer", FieldKind::Int32, Role::Subject),
                                 field("victim", FieldKind::Int32, Role::Object)},
                                EventClass::Kill});
    return types;
}

Snapshot snapshot(const Types& types, Tick tick) {
    const ItemType info{
        "ClientInfo", "", TypeUse::Item, true, {field("name", FieldKind::Text, Role::Name)}};
    SnapshotBuilder builder;
    for (int id = 0; id < 2; ++id) {
        const auto t = static_cast<Word>(tick);
        const Word row[] = {id == 0 ? t : 400, 100 + id * 50, id, 10 - id};
        builder.set({types.character, static_cast<EntityId>(id)}, row);
        builder.set({types.info, static_cast<EntityId>(id)},
                    make_row(info, {Value(std::string(id == 0 ? "Ada" : "Bob"))}));
    }
    if (tick % 100 < 20) {
        const Word shot[] = {static_cast<Word>(tick) + 30, 90};
        builder.set({types.shot, 1}, shot);
    }
    return builder.build();
}

Frame frame(const Types& types, std::uint32_t segment, Tick tick) {
    Frame made;
    made.segment = segment;
    made.tick = tick;
    made.time =
        std::chrono::seconds(1'700'000'000 + segment * 1000) + std::chrono::milliseconds(tick * 20);
    made.snapshot = snapshot(types, tick);
    const bool bad = segment == 0 && tick == kBadTick;
    made.wire = {bad ? WireChecksum::Mismatch : WireChecksum::Ok,
                 4711,
                 bad ? 4700U : 4711U,
                 tick - 2,
                 60,
                 1};
    const ItemType chat{"Chat",
                        "",
                        TypeUse::Event,
                        true,
                        {field("client_id", FieldKind::Int32), field("message", FieldKind::Text)}};
    if (segment == 0 && tick == kChatTick) {
        made.events.push_back(
            {types.chat, make_row(chat, {Value(std::int64_t{0}), Value(std::string("hello"))}),
             false});
    }
    if (segment == 0 && tick == kKillTick) made.events.push_back({types.kill, {0, 1}, false});
    return made;
}

}  // namespace

Bytes sample_match() {
    Bytes bytes;
    RecordingInfo info;
    info.game = "sample";
    info.ticks_per_second = 50;
    ReelWriter writer(std::make_unique<SharedSink>(bytes), info);
    const Types types = add_types(writer);
    writer.begin_segment({"first", "", ""});
    for (Tick tick = kFirstTick; tick <= kLastTick; tick += 2) {
        if (tick == kGapFrom) writer.add_gap({0, kGapFrom, kGapTo, "base was never seen"});
        if (tick < kGapFrom || tick >= kGapTo) writer.add_frame(frame(types, 0, tick));
    }
    writer.add_marker({{0, 1400}, "look here", 0x66ccff});
    writer.begin_segment({"second", "", ""});
    for (Tick tick = 0; tick <= kSecondLast; tick += 2) writer.add_frame(frame(types, 1, tick));
    const Result<void> finished = writer.finish();
    REQUIRE(finished.ok());
    return bytes;
}

std::string write_file(const std::string& name, ByteView bytes) {
    const auto folder = std::filesystem::temp_directory_path() / "tickreel-player-test";
    const std::string path = (folder / name).string();
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    Result<std::unique_ptr<ByteSink>> sink = create_file(path, IfExists::Replace);
    REQUIRE(sink.ok());
    REQUIRE((*sink)->write(bytes).ok());
    REQUIRE((*sink)->close().ok());
    return path;
}

std::string gap_behind_file(const std::string& name) {
    Bytes bytes;
    RecordingInfo info;
    info.ticks_per_second = 50;
    ReelWriter writer(std::make_unique<SharedSink>(bytes), info);
    writer.begin_segment({"first", "", ""});
    for (Tick tick = 10; tick < 20; ++tick) {
        Frame frame;
        frame.tick = tick;
        writer.add_frame(frame);
    }
    writer.add_gap({0, 20, 108, "recorded, but unreadable"});
    REQUIRE(writer.finish().ok());
    return write_file(name, bytes);
}

std::string teeworlds_file(const std::string& name, ByteView map) {
    Bytes bytes;
    RecordingInfo info;
    info.game = "teeworlds";
    info.ticks_per_second = 50;
    ReelWriter writer(std::make_unique<SharedSink>(bytes), info);
    writer.begin_segment({"made up by the test", "", ""});
    if (!map.empty())
        writer.add_attachment({"maps/made up by the test.map", "", {map.begin(), map.end()}});
    Frame only;
    only.tick = 10;
    writer.add_frame(only);
    const Result<void> finished = writer.finish();
    REQUIRE(finished.ok());
    return write_file(name, bytes);
}

std::string sample_file(const std::string& name) {
    return write_file(name, sample_match());
}

}  // namespace tickreel_test
