#pragma once
// Recordings that are made for a question: of any types, and of Teeworlds' as its views read them.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/reel_writer.h"

namespace tickreel_test {

using namespace tickreel;

inline std::unique_ptr<ReelWriter> new_reel(const std::string& path,
                                            const std::string& game = "sample") {
    auto file = create_file(path, IfExists::Replace);
    REQUIRE(file);
    RecordingInfo info;
    info.game = game;
    auto writer = std::make_unique<ReelWriter>(std::move(*file), info, ReelOptions{});
    writer->begin_segment({"dm1", "", ""});
    return writer;
}

inline Field text_field(const std::string& name, Role role) {
    Field field{name, FieldKind::Text};
    field.roles = role;
    return field;
}

inline Field number_field(const char* name) {
    return {name, FieldKind::Int32};
}

// Teeworlds' items and messages as its views read them.
struct TeeReel {
    ItemType info, character, game, kill, chat, input;
    std::unique_ptr<ReelWriter> writer;
    TypeId infos = 0, characters = 0, games = 0, kills = 0, chats = 0, inputs = 0;

    explicit TeeReel(const std::string& path) : writer(new_reel(path, "teeworlds")) {
        const auto named = [](const char* name, TypeUse use, std::vector<Field> fields) {
            ItemType type;
            type.name = name;
            type.use = use;
            type.fields = std::move(fields);
            return type;
        };
        info = named("ClientInfo", TypeUse::Item, {text_field("name", Role::Name)});
        character =
            named("Character", TypeUse::Item,
                  {number_field("x"), number_field("y"), number_field("angle"),
                   number_field("weapon"), number_field("hook_state"),
                   number_field("hooked_player"), number_field("health"), number_field("armor")});
        character.shares_names = true;
        game = named("GameInfo", TypeUse::Item, {{"round_start_tick", FieldKind::TickNumber}});
        kill = named("Sv_KillMsg", TypeUse::Event,
                     {number_field("killer"), number_field("victim"), number_field("weapon")});
        kill.event_class = EventClass::Kill;
        kill.fields[1].roles = Role::Object;
        Field team{"team", FieldKind::Enum};
        team.values = {{0, "all"}, {1, "team"}, {2, "whisper_send"}, {3, "whisper_recv"}};
        chat = named("Sv_Chat", TypeUse::Event,
                     {team, number_field("client_id"), text_field("message", Role::Text)});
        chat.fields[1].roles = Role::Speaker;
        chat.event_class = EventClass::Chat;
        infos = writer->add_type(info);
        characters = writer->add_type(character);
        games = writer->add_type(game);
        kills = writer->add_type(kill);
        chats = writer->add_type(chat);
    }
    void say(Frame& frame, std::int64_t who, const char* text, std::int64_t team = 0) const {
        frame.events.push_back({chats, make_row(chat, {team, who, std::string(text)})});
    }
    void kill_at(Frame& frame, std::int64_t victim, std::int64_t weapon = 1) const {
        frame.events.push_back({kills, make_row(kill, {std::int64_t{0}, victim, weapon})});
    }
    void put_name(SnapshotBuilder& builder, EntityId id, const char* name) const {
        builder.set({infos, id}, make_row(info, {std::string(name)}));
    }
    void put_tee(SnapshotBuilder& builder, EntityId id, std::int64_t x) const {
        std::vector<Value> values(character.fields.size(), std::int64_t{0});
        values[0] = x;
        builder.set({characters, id}, make_row(character, values));
    }
};

}  // namespace tickreel_test
