#include "demos/match/world/damage.h"

#include "demos/match/map/arena.h"
#include "demos/match/world/flags.h"
#include "demos/match/world/movement.h"

namespace tickreel::match {
namespace {

constexpr int kMaxHealth = 10;
constexpr int kEmotePain = 1;
constexpr int kEmoteHappy = 2;
constexpr int kEmotePlainTicks = kTicksPerSecond / 2;

Player& player_at(State& state, int index) {
    return *state.players[static_cast<std::size_t>(index)];
}

void show_damage(State& state, int victim, Vec at, int amount, const Hit& hit) {
    for (int i = 0; i < amount; ++i) {
        const float angle = 3.0F * 3.14159265F / 2.0F +
                            (static_cast<float>(i) - static_cast<float>(amount - 1) / 2.0F) * 0.3F;
        state.snapshot_events.push_back({SnapshotEventKind::Damage, at, to_int(angle * 256.0F),
                                         victim, i == 0 ? std::optional(hit) : std::nullopt});
    }
}

// Returns what the armor caught.
int take(Character& character, int damage) {
    int caught = 0;
    if (character.armor > 0) {
        // Armor absorbs all but one point.
        if (damage > 1) {
            --character.health;
            --damage;
        }
        caught = std::min(damage, character.armor);
        character.armor -= caught;
        damage -= caught;
    }
    character.health -= damage;
    return caught;
}

std::vector<Vec> spawn_places(const State& state, int team) {
    auto places = entity_positions(state.tiles, team == 0 ? kSpawnRed : kSpawnBlue);
    if (places.empty()) places = entity_positions(state.tiles, kSpawn);
    return places;
}

// The spawn farthest from all enemies and not occupied by a friend, with some randomness.
Vec choose_spawn(State& state, int team) {
    const auto places = spawn_places(state, team);
    Vec best{};
    float best_score = -1.0e9F;
    for (const Vec place : places) {
        float score = static_cast<float>(state.roll(200));
        for (int other = 0; other < kMaxPlayers; ++other) {
            const Character* character = state.character(other);
            if (character != nullptr) {
                const float gap = distance(character->body.position, place);
                score -= gap < 64.0F ? 2000.0F : gap < 500.0F ? (500.0F - gap) * 0.3F : 0.0F;
            }
        }
        if (score > best_score) {
            best = place;
            best_score = score;
        }
    }
    return best;
}

}  // namespace

void hurt(State& state, int victim, Vec force, int damage, int from, int weapon) {
    Character* character = state.character(victim);
    if (character == nullptr) return;
    Body& body = character->body;
    body.velocity = body.velocity + force;
    Player* attacker = from >= 0 && state.players[static_cast<std::size_t>(from)]
                           ? &player_at(state, from)
                           : nullptr;
    if (attacker != nullptr && from != victim && attacker->team == player_at(state, victim).team)
        return;
    if (from == victim) damage = std::max(1, damage / 2);
    if (damage <= 0) return;
    const int caught = take(*character, damage);
    show_damage(state, victim, body.position, damage, {damage - caught, caught, from == victim});
    if (character->health <= 0) {
        if (Character* happy = from != victim && from >= 0 ? state.character(from) : nullptr) {
            happy->emote = kEmoteHappy;
            happy->emote_until = state.tick + kTicksPerSecond;
        }
        die(state, victim, from, weapon);
        return;
    }
    state.sound(body.position, kSoundPain);
    character->emote = kEmotePain;
    character->emote_until = state.tick + kEmotePlainTicks;
}

void explode(State& state, Vec at, int owner, int weapon) {
    constexpr float kReach = 135.0F;
    constexpr float kInner = 48.0F;
    state.snapshot_events.push_back({SnapshotEventKind::Explosion, at, 0});
    state.sound(at, kSoundExplode);
    for (int index = 0; index < kMaxPlayers; ++index) {
        const Character* character = state.character(index);
        if (character == nullptr) continue;
        const Vec way = character->body.position - at;
        const float gap = length(way);
        if (gap >= kReach + kBodySize) continue;
        const Vec direction = gap > 0.0F ? normalized(way) : Vec{0.0F, 1.0F};
        const float share = 1.0F - std::clamp((gap - kInner) / (kReach - kInner), 0.0F, 1.0F);
        const int damage = static_cast<int>(6.0F * share);
        if (damage > 0) {
            hurt(state, index, direction * (static_cast<float>(damage) * 2.0F), damage, owner,
                 weapon);
        }
    }
}

void die(State& state, int victim, int killer, int weapon) {
    Player& player = player_at(state, victim);
    const Vec at = player.character->body.position;
    MessageEvent kill{MessageEventKind::Kill, killer >= 0 ? killer : victim, victim, weapon, 0, {}};
    kill.special = drop_flag_of(state, victim, killer);
    state.message_events.push_back(kill);
    state.snapshot_events.push_back({SnapshotEventKind::Death, at, victim});
    state.sound(at, kSoundDie);
    release_hooks_on(state, victim);
    player.character.reset();
    player.respawn_tick = state.tick + kTicksPerSecond / 2;
    if (killer >= 0 && killer != victim && state.players[static_cast<std::size_t>(killer)]) {
        ++player_at(state, killer).score;
    } else {
        --player.score;
        player.respawn_tick += kTicksPerSecond;  // penalty: a longer wait
    }
}

void step_spawns(State& state) {
    for (auto& slot : state.players) {
        if (!slot || slot->character || slot->team < 0 || state.tick < slot->respawn_tick) continue;
        Character character;
        character.health = kMaxHealth;
        character.body.position = choose_spawn(state, slot->team);
        character.body.hook_position = character.body.position;
        character.arms[kHammer] = {true, -1};
        character.arms[kGun] = {true, 10};
        character.fire_seen = slot->input.fire;
        character.next_seen = slot->input.next_weapon;
        character.prev_seen = slot->input.prev_weapon;
        state.snapshot_events.push_back({SnapshotEventKind::Spawn, character.body.position, 0});
        state.sound(character.body.position, kSoundSpawn);
        slot->character = character;
    }
}

}  // namespace tickreel::match
