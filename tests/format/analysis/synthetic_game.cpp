#include "tests/format/analysis/synthetic_game.h"

#include "tickreel/base/shared_sink.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/reel_writer.h"

namespace tickreel_test {
namespace {

using namespace tickreel;

Field field(const char* name, FieldKind kind, Roles roles = {}) {
    Field made{name, kind};
    made.roles = roles;
    return made;
}

ItemType body() {
    ItemType type{"qxv", "1", TypeUse::Item, true, {}};
    type.fields = {field("ddj", FieldKind::Int32, Role::PositionX),
                   field("ddk", FieldKind::Int32, Role::PositionY),
                   field("ppz", FieldKind::Int32, Role::Health)};
    type.fields[0].scale = type.fields[1].scale = 0.5;
    type.shares_names = true;
    return type;
}

ItemType card() {
    ItemType type{"wbr", "2", TypeUse::Item, true, {}};
    type.fields = {
        field("oou", FieldKind::Text, Role::Name),     field("iiy", FieldKind::Text, Role::Clan),
        field("eea", FieldKind::Int32, Role::Score),   field("uuo", FieldKind::Int32, Role::Team),
        field("llm", FieldKind::Int32, Role::Latency), field("ggn", FieldKind::Text, Role::Skin)};
    return type;
}

ItemType rules() {
    ItemType type{"zzp", "3", TypeUse::Item, true, {}};
    type.fields = {field("kkr_tor", FieldKind::Int32, Role::FlagHolder),
                   field("kkr_vun", FieldKind::Int32, Role::FlagHolder)};
    return type;
}

ItemType said() {
    ItemType type{"hhg", "4", TypeUse::Event, true, {}, EventClass::Chat};
    type.fields = {field("ttf", FieldKind::Int32, Role::Speaker),
                   field("ssd", FieldKind::Text, Role::Text)};
    return type;
}

ItemType slain() {
    ItemType type{"ffk", "5", TypeUse::Event, true, {}, EventClass::Kill};
    type.fields = {field("nnb", FieldKind::Int32, Role::Subject),
                   field("bbn", FieldKind::Int32, Role::Owner | Role::Object),
                   field("vvx", FieldKind::Enum, Role::Weapon)};
    type.fields[2].values = {{0, "hook"}};
    return type;
}

ItemType sided() {
    ItemType type{"yyl", "6", TypeUse::Event, true, {}, EventClass::Team};
    type.fields = {field("aaq", FieldKind::Int32, Role::Owner),
                   field("jjw", FieldKind::Text, Role::Map), field("rre", FieldKind::Text)};
    return type;
}

struct Types {
    TypeId body = 0, card = 0, rules = 0, said = 0, slain = 0, sided = 0;
};

Snapshot snapshot(const Types& types, Tick tick) {
    SnapshotBuilder builder;
    const auto add = [&](EntityId entity, const char* name, const char* clan, std::int64_t score) {
        const auto place = static_cast<std::int64_t>(entity) * 100 + tick - 100;
        builder.set({types.body, entity},
                    make_row(body(), {place, std::int64_t{40}, std::int64_t{10}}));
        builder.set({types.card, entity},
                    make_row(card(), {std::string(name), std::string(clan), score, std::int64_t{1},
                                      std::int64_t{33}, std::string("plain")}));
    };
    add(kAda, "Ada", "Engine", tick >= 120 ? 3 : 2);
    if (tick < 140) add(kBob, "Bob", "", 5);
    const Word holders[] = {-1, tick >= 130 && tick < 140 ? static_cast<Word>(kBob) : -1};
    builder.set({types.rules, 0}, holders);
    return builder.build();
}

}  // namespace

void play_synthetic_game(FrameSink& sink) {
    const Types types{sink.add_type(body()), sink.add_type(card()),  sink.add_type(rules()),
                      sink.add_type(said()), sink.add_type(slain()), sink.add_type(sided())};
    sink.begin_segment({"mmh", "", ""});
    const std::int64_t ada = kAda;
    const std::int64_t bob = kBob;
    for (Tick tick = 100; tick < 200; tick += 2) {
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::seconds(1'700'000'000) + std::chrono::milliseconds(tick * 20);
        frame.snapshot = snapshot(types, tick);
        if (tick == 110)
            frame.events.push_back({types.said, make_row(said(), {ada, std::string("hello")})});
        if (tick == 120)
            frame.events.push_back({types.slain, make_row(slain(), {ada, bob, std::int64_t{0}})});
        if (tick == 150)
            frame.events.push_back(
                {types.sided,
                 make_row(sided(), {ada, std::string("mmh"), std::string("a private word")})});
        sink.add_frame(frame);
    }
}

Bytes synthetic_recording() {
    Bytes bytes;
    RecordingInfo info;
    info.game = "nnx";
    info.ticks_per_second = 50;
    ReelWriter writer(std::make_unique<SharedSink>(bytes), info);
    play_synthetic_game(writer);
    return writer.finish() ? bytes : Bytes();
}

}  // namespace tickreel_test
