#include "demos/match/world/world.h"

#include "demos/match/world/damage.h"
#include "demos/match/world/flags.h"
#include "demos/match/world/movement.h"
#include "demos/match/world/pickups.h"
#include "demos/match/world/projectiles.h"
#include "demos/match/world/weapons.h"
#include "tickreel/base/concat.h"

namespace tickreel::match {
namespace {

constexpr int kPauseAfterRound = 6 * kTicksPerSecond;

// Spikes, and leaving the world.
void step_hazards(State& state) {
    const float bottom = static_cast<float>(state.tiles.height() + 6) * kTileSize;
    const float reach = kBodySize / 3.0F;
    for (int index = 0; index < kMaxPlayers; ++index) {
        const Character* character = state.character(index);
        if (character == nullptr) continue;
        const Vec at = character->body.position;
        const bool spiked = state.tiles.tile_at({at.x - reach, at.y + reach}) == kDeath ||
                            state.tiles.tile_at({at.x + reach, at.y + reach}) == kDeath;
        if (spiked || at.y > bottom) die(state, index, -1, kKilledByWorld);
    }
}

int team_size(const State& state, int team) {
    int size = 0;
    for (const auto& player : state.players) size += player && player->team == team ? 1 : 0;
    return size;
}

}  // namespace

World::World(TileMap tiles, std::uint32_t seed) : state_{std::move(tiles)} {
    state_.random.seed(seed);
    place_flags(state_);
    place_pickups(state_);
}

int World::join(Player player, int limit) {
    for (int slot = 0; slot < std::min(limit, kMaxPlayers); ++slot) {
        auto& place = state_.players[static_cast<std::size_t>(slot)];
        if (place) continue;
        player.name = free_name(player.name, slot);
        player.team = team_size(state_, 1) < team_size(state_, 0) ? 1 : 0;
        state_.message_events.push_back({MessageEventKind::Chat, -1, 0, 0, 0,
                                         "'" + player.name + "' entered and joined the " +
                                             (player.team == 0 ? "red team" : "blue team")});
        place = std::move(player);
        return slot;
    }
    return -1;
}

void World::leave(int player) {
    auto& place = state_.players[static_cast<std::size_t>(player)];
    if (!place) return;
    if (place->character) die(state_, player, -1, kKilledBySelf);
    state_.message_events.push_back(
        {MessageEventKind::Chat, -1, 0, 0, 0, "'" + place->name + "' has left the game"});
    place.reset();
}

void World::set_input(int player, const Input& input) {
    auto& place = state_.players[static_cast<std::size_t>(player)];
    if (!place) return;
    Input safe = input;
    safe.direction = std::clamp(input.direction, -1, 1);
    // The aim is never zero, and not so far away that floats lose precision.
    safe.target_x = std::clamp(input.target_x, -100000, 100000);
    safe.target_y = std::clamp(input.target_y, -100000, 100000);
    if (safe.target_x == 0 && safe.target_y == 0) safe.target_y = -1;
    safe.fire = input.fire & kInputCounterMask;
    safe.next_weapon = input.next_weapon & kInputCounterMask;
    safe.prev_weapon = input.prev_weapon & kInputCounterMask;
    place->input = safe;
}

void World::say(int player, int team, const std::string& text) {
    state_.message_events.push_back({MessageEventKind::Chat, player, team, 0, 0, text});
}

void World::emoticon(int player, int emoticon) {
    state_.message_events.push_back({MessageEventKind::Emoticon, player, emoticon & 15, 0, 0, {}});
}

void World::forget_triggered() {
    for (auto& player : state_.players)
        if (player && player->character) player->character->triggered = 0;
}

void World::kill(int player) {
    if (state_.character(player) != nullptr) die(state_, player, -1, kKilledBySelf);
}

void World::set_team(int player, int team) {
    auto& place = state_.players[static_cast<std::size_t>(player)];
    if (!place || team < -1 || team > 1 || team == place->team) return;
    kill(player);
    place->team = team;
    place->respawn_tick = state_.tick + kTicksPerSecond;
    const char* where = team < 0 ? "spectators" : team == 0 ? "red team" : "blue team";
    state_.message_events.push_back(
        {MessageEventKind::Chat, -1, 0, 0, 0, "'" + place->name + "' joined the " + where});
}

// Names are unique: the second player gets "(1)name".
std::string World::free_name(const std::string& wanted, int except) const {
    constexpr std::size_t kLongest = 15;
    for (int number = 0; number < kMaxPlayers; ++number) {
        std::string name = number == 0 ? wanted : concat("(", number, ")", wanted);
        name.resize(std::min(name.size(), kLongest));
        bool taken = false;
        for (int slot = 0; slot < kMaxPlayers; ++slot) {
            const auto& player = state_.players[static_cast<std::size_t>(slot)];
            taken = taken || (slot != except && player && player->name == name);
        }
        if (!taken) return name;
    }
    return wanted;
}

void World::set_profile(int player, const Player& profile) {
    auto& place = state_.players[static_cast<std::size_t>(player)];
    if (!place) return;
    const std::string name = free_name(profile.name, player);
    if (name != place->name) {
        state_.message_events.push_back({MessageEventKind::Chat, -1, 0, 0, 0,
                                         "'" + place->name + "' changed name to '" + name + "'"});
    }
    place->name = name;
    place->clan = profile.clan;
    place->country = profile.country;
    place->skin = profile.skin;
    place->custom_color = profile.custom_color;
    place->color_body = profile.color_body;
    place->color_feet = profile.color_feet;
}

void World::set_latency(int player, int milliseconds) {
    if (auto& place = state_.players[static_cast<std::size_t>(player)])
        place->latency = std::clamp(milliseconds, 0, 999);
}

void World::step() {
    ++state_.tick;
    if (state_.game_over_at != 0) {
        if (state_.tick - state_.game_over_at > kPauseAfterRound) end_round();
        return;  // players are frozen and the score is shown
    }
    step_spawns(state_);
    step_movement(state_);
    step_hazards(state_);
    step_weapons(state_);
    step_projectiles(state_);
    step_beams(state_);
    step_pickups(state_);
    step_flags(state_);
    if (std::max(state_.team_score[0], state_.team_score[1]) >= kScoreLimit)
        state_.game_over_at = state_.tick;
}

void World::end_round() {
    state_.game_over_at = 0;
    state_.round_start = state_.tick;
    ++state_.round;
    state_.team_score = {};
    state_.projectiles.clear();
    state_.beams.clear();
    for (auto& player : state_.players) {
        if (player) {
            player->score = 0;
            player->character.reset();
            player->respawn_tick = state_.tick;
        }
    }
    place_flags(state_);
}

}  // namespace tickreel::match
