#include "player/games/teeworlds/world.h"

#include "player/games/teeworlds/items.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr float kRadian = 1.0F / 256;

struct Tables {
    Items characters;
    Items clients;
    Items players;
    Items extended;
    Items game;
    Items game_07;
    Items team_scores_07;
    Items clients_07;
    Items client_messages_07;
    Items demo_tuning_07;

    explicit Tables(const Schema& schema)
        : characters(schema, "Character"),
          clients(schema, "ClientInfo"),
          players(schema, "PlayerInfo"),
          extended(schema, "DDNetCharacter"),
          game(schema, "GameInfo"),
          game_07(schema, "GameData"),
          team_scores_07(schema, "GameDataTeam"),
          clients_07(schema, "De_ClientInfo"),
          client_messages_07(schema, "Sv_ClientInfo"),
          demo_tuning_07(schema, "De_TuneParams") {}
};

// 0.7 sends team scores only if there are teams.
bool snapshot_has_teams(const Tables& tables, const Snapshot& snapshot) {
    return tables.team_scores_07.find(snapshot, 0).has_value();
}

// The previous state, if it can be interpolated.
std::optional<Row> earlier(const SceneInput& input, const Items& items, EntityId entity) {
    if (!input.between_frames()) return {};
    return items.find(input.previous->snapshot, entity);
}

Vec2 aim_of(const SceneInput& input, const Tables& tables, EntityId entity, Row row) {
    const Snapshot& snapshot = input.frame->snapshot;
    const auto extended = tables.extended.find(snapshot, entity);
    if (extended) {
        Vec2 target = tables.extended.point(*extended, "target_x", "target_y");
        if (const auto old = earlier(input, tables.extended, entity))
            target = mix(tables.extended.point(*old, "target_x", "target_y"), target, input.k);
        if (length(target) > 1) return normalised(target);
    }
    Vec2 aim = direction(static_cast<float>(tables.characters.number(row, "angle")) * kRadian);
    if (const auto old = earlier(input, tables.characters, entity)) {
        const float angle = static_cast<float>(tables.characters.number(*old, "angle")) * kRadian;
        const Vec2 mixed = mix(direction(angle), aim, input.k);
        aim = length(mixed) > 0.1F ? normalised(mixed) : aim;
    }
    return aim;
}

void read_identity(const SceneInput& input, const Tables& tables, EntityId entity, bool teams,
                   Tee& tee) {
    const Snapshot& snapshot = input.frame->snapshot;
    if (const auto client = tables.clients.find(snapshot, entity)) {
        tee.name = clean_text(tables.clients.text(*client, "name"));
        tee.clan = clean_text(tables.clients.text(*client, "clan"));
        tee.skin = tables.clients.text(*client, "skin");
        if (tables.clients.number(*client, "use_custom_color") != 0) {
            tee.custom_color = true;
            tee.colors = {packed_hsl(tables.clients.number(*client, "color_body"), true),
                          packed_hsl(tables.clients.number(*client, "color_feet"), true)};
        }
    }
    if (tee.ninja) {
        tee.skin = "x_ninja";
        tee.custom_color = false;
    }
    if (!tee.custom_color)
        tee.colors = colors_for_name(tee.name.empty() ? std::to_string(entity) : tee.name);
    const auto player = tables.players.find(snapshot, entity);
    if (teams && player) {
        tee.custom_color = true;
        tee.colors = team_colors(tables.players.number(*player, "team", -1));
    }
}

// 0.7: from items, or from messages if the recording has none.
bool read_identity_of_07(const SceneInput& input, const Tables& tables, const RosterHistory& roster,
                         EntityId entity, bool teams, Tee& tee) {
    if (const auto row = tables.clients_07.find(input.frame->snapshot, entity)) {
        tee.parts = read_identity_07(tables.clients_07, *row);
    } else if (const RosterEntry* known = roster.find(entity, input.frame->moment());
               known != nullptr && known->source->type == tables.client_messages_07.key(0).type) {
        tee.parts = read_identity_07(tables.client_messages_07, known->source->row);
        tee.parts->team = static_cast<int>(known->team_number);
    } else {
        return false;
    }
    if (tee.ninja) tee.parts = tee.parts->as_ninja();
    if (teams) tee.parts = tee.parts->in_team_colors();
    tee.name = tee.parts->name;
    tee.clan = tee.parts->clan;
    tee.custom_color = true;  // if the parts have no pictures: one tinted skin
    tee.colors = tee.parts->colors();
    return true;
}

bool is_chatting(const Tables& tables, const Snapshot& snapshot, EntityId entity, Row row) {
    constexpr int kChatting = 4;    // of the character's player_flags
    constexpr int kChatting07 = 2;  // of PlayerInfo's
    if (tables.characters.has("player_flags"))
        return (tables.characters.number(row, "player_flags") & kChatting) != 0;
    const auto player = tables.players.find(snapshot, entity);
    return player && (tables.players.number(*player, "player_flags") & kChatting07) != 0;
}

Tee read_tee(const SceneInput& input, const Tables& tables, EntityId entity, Row row, double tick) {
    const Items& characters = tables.characters;
    Tee tee;
    tee.key = characters.key(entity);
    tee.position = characters.point(row, "x", "y");
    tee.hook = characters.point(row, "hook_x", "hook_y");
    tee.hook_state = characters.number(row, "hook_state");
    if (const auto old = earlier(input, characters, entity)) {
        tee.position = place_between(input, characters.point(*old, "x", "y"), tee.position);
        if (characters.number(*old, "hook_state") > 0)
            tee.hook = place_between(input, characters.point(*old, "hook_x", "hook_y"), tee.hook);
    }
    tee.aim = aim_of(input, tables, entity, row);
    tee.speed = static_cast<float>(characters.number(row, "vel_x"));
    tee.weapon = characters.number(row, "weapon");
    tee.emote = characters.number(row, "emote");
    tee.jumped = characters.number(row, "jumped");
    tee.attack_age = tick - characters.number(row, "attack_tick");
    tee.chatting = is_chatting(tables, input.frame->snapshot, entity, row);
    tee.health = characters.number(row, "health", -1);
    tee.armor = characters.number(row, "armor", -1);
    if (const auto extended = tables.extended.find(input.frame->snapshot, entity)) {
        const int until = tables.extended.number(*extended, "freeze_end");
        tee.frozen = until == -1 || until > tick;
    }
    constexpr int kNinja = 5;
    constexpr GameFlag kKeepSkins{256, 9};
    tee.ninja =
        tee.weapon == kNinja ||
        (tee.frozen && !says(input.schema, input.frame->snapshot, kKeepSkins).value_or(false));
    return tee;
}

// A hook attached to a player ends at that player's position.
void attach_hooks(const Tables& tables, const Snapshot& snapshot, std::vector<Tee>& tees) {
    for (Tee& tee : tees) {
        const auto row = snapshot.find(tee.key);
        const int held = row ? tables.characters.number(*row, "hooked_player", -1) : -1;
        for (const Tee& other : tees)
            if (held >= 0 && other.key.entity == static_cast<EntityId>(held))
                tee.hook = other.position;
    }
}

}  // namespace

std::optional<bool> says(const Schema& schema, const Snapshot& snapshot, const GameFlag& flag) {
    const Items games(schema, "GameInfoEx");
    std::optional<bool> said;
    games.each(snapshot, [&](EntityId, Row row) {
        if (games.number(row, "version") >= flag.since)
            said = (games.number(row, "flags2") & flag.mask) != 0;
    });
    return said;
}

bool solid_at(const MapFile& map, Vec2 position) {
    const auto tile = [](float v) {
        return static_cast<int>(std::floor(std::clamp(v, -1e8F, 1e8F) / kTileUnits));
    };
    const std::uint8_t index = map.game().at(tile(position.x), tile(position.y)).index;
    return index == 1 || index == 3;
}

World read_world(const SceneInput& input, const MapFile* map, const MessageHistory& history) {
    World world;
    if (input.frame == nullptr) return world;
    const Tables tables(input.schema);
    const Snapshot& snapshot = input.frame->snapshot;
    world.tick = static_cast<double>(input.frame->tick);
    if (input.between_frames() && input.previous->segment == input.frame->segment) {
        const auto before = static_cast<double>(input.previous->tick);
        world.tick = before + (world.tick - before) * double{input.k};
    }
    world.tuning = history.tunings.at(input.frame->moment());
    tables.demo_tuning_07.each(snapshot, [&](EntityId, Row row) {
        world.tuning = read_tuning(tables.demo_tuning_07, row);
    });
    bool teams = false;
    bool paused = false;  // while it is, servers move the start of the round along
    constexpr int kPaused = 4;
    constexpr int kPaused07 = 16;
    tables.game.each(snapshot, [&](EntityId, Row row) {
        paused = (tables.game.number(row, "game_state_flags") & kPaused) != 0;
        world.round_start = tables.game.number(row, "round_start_tick");
        teams = (tables.game.number(row, "game_flags") & 1) != 0;
    });
    if (!tables.game.exist()) {
        tables.game_07.each(snapshot, [&](EntityId, Row row) {
            paused = (tables.game_07.number(row, "game_state_flags") & kPaused07) != 0;
            world.round_start = tables.game_07.number(row, "game_start_tick");
        });
        teams = snapshot_has_teams(tables, snapshot);
    }
    world.clock = world.tick + (paused ? 0 : input.missing.ticks);
    tables.characters.each(snapshot, [&](EntityId entity, Row row) {
        // As in the game: who is not in the earlier snapshot comes with the later one.
        if (input.between_frames() && !earlier(input, tables.characters, entity)) return;
        Tee tee = read_tee(input, tables, entity, row, world.tick);
        if (!read_identity_of_07(input, tables, history.roster, entity, teams, tee))
            read_identity(input, tables, entity, teams, tee);
        tee.grounded = map == nullptr || solid_at(*map, tee.position + Vec2{0, 16});
        world.tees.push_back(std::move(tee));
    });
    attach_hooks(tables, snapshot, world.tees);
    return world;
}

}  // namespace tickreel::teeworlds_art
