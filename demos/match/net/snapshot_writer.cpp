#include "demos/match/net/snapshot_writer.h"

#include <cmath>
#include <random>

#include "demos/match/net/game_messages.h"
#include "demos/match/world/world.h"
#include "tickreel/model/row.h"

namespace tickreel::match {
namespace {

constexpr int kFlagAtStand = -2;
constexpr int kFlagTaken = -1;
constexpr int kTeamsAndFlags = 3;
constexpr int kGameOver = 1;
constexpr int kGameOver07 = 8;
constexpr std::ptrdiff_t kCoreWords = 15;  // of a character
constexpr int kFreeView = 0;
constexpr int kDamageAngle = -402;          // upwards, in 1/256 radian
constexpr Vec kViewReach{1000.0F, 800.0F};  // as Teeworlds' servers
constexpr float kFarthest = 1100.0F;

class Writer {
public:
    explicit Writer(const ViewOptions& view) : view_(view) { builder_.begin(); }

    bool sees(Vec place) const {
        return !view_.clip ||
               (std::abs(place.x - view_.centre.x) <= kViewReach.x &&
                std::abs(place.y - view_.centre.y) <= kViewReach.y &&
                std::hypot(place.x - view_.centre.x, place.y - view_.centre.y) <= kFarthest);
    }

    void put(int type, int id, const std::vector<std::int32_t>& words) {
        if (const auto row = builder_.new_item(type, id, words.size()))
            std::copy(words.begin(), words.end(), row->begin());
    }

    const ViewOptions& view() const { return view_; }
    bool is_07() const { return view_.protocol == teeworlds::Protocol::V07; }
    const Numbers& numbers() const { return numbers_of(view_.protocol); }
    teeworlds::WireSnapshot end() { return builder_.end(); }

private:
    ViewOptions view_;
    teeworlds::SnapBuilder builder_;
};

// 0.7 has what rarely changes in messages.
void put_score(Writer& out, const State& state) {
    const auto carrier = [](const Flag& flag) {
        return flag.carrier >= 0 ? flag.carrier : flag.at_stand ? kFlagAtStand : kFlagTaken;
    };
    const auto dropped = [](const Flag& flag) {
        return flag.carrier < 0 && !flag.at_stand ? flag.dropped_tick : 0;
    };
    const auto& flags = state.flags;
    if (out.is_07()) {
        out.put(out.numbers().game_data, 0,
                {state.round_start, state.game_over_at != 0 ? kGameOver07 : 0, 0});
        out.put(kItemGameDataTeam, 0, {state.team_score[0], state.team_score[1]});
        out.put(kItemGameDataFlag, 0,
                {carrier(flags[0]), carrier(flags[1]), dropped(flags[0]), dropped(flags[1])});
        return;
    }
    out.put(kItemGameInfo, 0,
            {kTeamsAndFlags, state.game_over_at != 0 ? kGameOver : 0, state.round_start, 0,
             kScoreLimit, 0, 0, state.round});
    out.put(out.numbers().game_data, 0,
            {state.team_score[0], state.team_score[1], carrier(flags[0]), carrier(flags[1])});
}

void put_game(Writer& out, const State& state) {
    put_score(out, state);
    for (int team = 0; team < 2; ++team) {
        const Vec at = state.flags[static_cast<std::size_t>(team)].position;
        out.put(kItemFlag, team, {to_int(at.x), to_int(at.y), team});
    }
}

void put_player_07(Writer& out, int slot, const Player& player) {
    const int dead = player.character ? 0 : kPlayerFlagDead;
    out.put(
        out.numbers().player_info, slot,
        {(player.input.player_flags & kPlayerFlagsOfInput) | dead, player.score, player.latency});
    if (slot != out.view().viewer || player.team >= 0) return;
    const int watched = out.view().watched;
    const Vec at = out.view().centre;
    out.put(kItemSpectatorInfo, slot,
            {watched >= 0 ? kSpectatesPlayer : kFreeView, watched, to_int(at.x), to_int(at.y)});
}

void put_player(Writer& out, int slot, const Player& player) {
    if (out.is_07()) return put_player_07(out, slot, player);
    std::vector<std::int32_t> words = pack_text(player.name, 4);
    const auto append = [&](const std::vector<Word>& more) {
        words.insert(words.end(), more.begin(), more.end());
    };
    append(pack_text(player.clan, 3));
    append({player.country});
    append(pack_text(player.skin, 6));
    append({player.custom_color ? 1 : 0, player.color_body, player.color_feet});
    out.put(kItemClientInfo, slot, words);
    const bool local = slot == out.view().viewer;
    out.put(out.numbers().player_info, slot,
            {local ? 1 : 0, slot, player.team, player.score, player.latency});
    if (local && player.team < 0) {
        const Vec at = out.view().centre;
        out.put(kItemSpectatorInfo, slot, {out.view().watched, to_int(at.x), to_int(at.y)});
    }
}

void put_character(Writer& out, int slot, const Player& player) {
    const Character& character = *player.character;
    const Body& body = character.body;
    // Health and ammunition are sent only to the player and to their spectators.
    const bool own = slot == out.view().viewer || slot == out.view().watched;
    if (!own && !out.sees(body.position)) return;
    const float angle = angle_of(
        {static_cast<float>(player.input.target_x), static_cast<float>(player.input.target_y)});
    const int ammo = character.arms[static_cast<std::size_t>(character.weapon)].ammo;
    const int flags = player.input.player_flags & 0xff;  // 0.7 has them elsewhere
    std::vector<std::int32_t> words{0,  // tick for dead reckoning; 0: the data is of this very tick
                                    to_int(body.position.x),
                                    to_int(body.position.y),
                                    to_int(body.velocity.x * 256.0F),
                                    to_int(body.velocity.y * 256.0F),
                                    to_int(angle * 256.0F),
                                    player.input.direction,
                                    body.jumped,
                                    body.hooked_player,
                                    body.hook_state,
                                    body.hook_tick,
                                    to_int(body.hook_position.x),
                                    to_int(body.hook_position.y),
                                    to_int(body.hook_direction.x * 256.0F),
                                    to_int(body.hook_direction.y * 256.0F),
                                    own ? character.health : 0,
                                    own ? character.armor : 0,
                                    own ? std::max(ammo, 0) : 0,
                                    character.weapon,
                                    character.emote,
                                    character.attack_tick};
    if (out.is_07())
        words.push_back(static_cast<std::int32_t>(character.triggered));
    else
        words.insert(words.begin() + kCoreWords, flags);
    out.put(out.numbers().character, slot, words);
}

// 0.7 has a type for each weapon.
int type_07(const Pickup& pickup) {
    constexpr std::array<int, kWeapons> kTypes{7, 6, 3, 2, 4};
    constexpr int kWeaponPickup = 2;
    constexpr int kNinja = 5;
    if (pickup.type < kWeaponPickup) return pickup.type;
    const auto weapon = static_cast<std::size_t>(pickup.subtype);
    return pickup.type == kWeaponPickup && weapon < kTypes.size() ? kTypes[weapon] : kNinja;
}

void put_things(Writer& out, const State& state, const EntityIds& ids) {
    for (const Projectile& projectile : state.projectiles) {
        const auto id = ids.id_of(projectile.serial);
        if (id && out.sees(projectile.origin)) {
            out.put(
                kItemProjectile, *id,
                {to_int(projectile.origin.x), to_int(projectile.origin.y),
                 to_int(projectile.direction.x * 100.0F), to_int(projectile.direction.y * 100.0F),
                 projectile.weapon, projectile.start_tick});
        }
    }
    for (const Beam& beam : state.beams) {
        const auto id = ids.id_of(beam.serial);
        if (id && (out.sees(beam.from) || out.sees(beam.to))) {
            out.put(kItemLaser, *id,
                    {to_int(beam.to.x), to_int(beam.to.y), to_int(beam.from.x), to_int(beam.from.y),
                     beam.start_tick});
        }
    }
    for (const Pickup& pickup : state.pickups) {
        const auto id = ids.id_of(pickup.serial);
        if (id && pickup.back_at == 0 && out.sees(pickup.position)) {
            std::vector<std::int32_t> words{to_int(pickup.position.x), to_int(pickup.position.y)};
            if (out.is_07())
                words.push_back(type_07(pickup));
            else
                words.insert(words.end(), {pickup.type, pickup.subtype});
            out.put(kItemPickup, *id, words);
        }
    }
}

int item_of(SnapshotEventKind kind, const Numbers& numbers) {
    switch (kind) {
        case SnapshotEventKind::Explosion:
            return numbers.explosion;
        case SnapshotEventKind::Spawn:
            return numbers.spawn;
        case SnapshotEventKind::HammerHit:
            return numbers.hammer_hit;
        case SnapshotEventKind::Death:
            return numbers.death;
        case SnapshotEventKind::SoundWorld:
            return numbers.sound_world;
        case SnapshotEventKind::SoundGlobal:
            return kItemSoundGlobal;
        case SnapshotEventKind::Damage:
            return numbers.damage;
    }
    return numbers.explosion;
}

// What clients of 0.7 make of messages or of a character's triggered_events.
bool is_made_by_client_07(const SnapshotEvent& event) {
    if (event.kind == SnapshotEventKind::Damage) return !event.hit;
    if (event.kind != SnapshotEventKind::SoundWorld)
        return event.kind == SnapshotEventKind::SoundGlobal;
    constexpr std::array kSounds{kSoundJump, kSoundAirJump, kSoundHookPlayer, kSoundHookGround,
                                 kSoundHookNothing};
    return std::find(kSounds.begin(), kSounds.end(), event.value) != kSounds.end();
}

// What follows the place.
std::vector<std::int32_t> event_words(const SnapshotEvent& event, bool is_07) {
    switch (event.kind) {
        case SnapshotEventKind::Explosion:
        case SnapshotEventKind::Spawn:
        case SnapshotEventKind::HammerHit:
            return {};
        case SnapshotEventKind::Damage:
            // One item a hit, with what it took; 0.6 has one for each point.
            if (is_07)
                return {event.player, kDamageAngle, event.hit->health, event.hit->armor,
                        event.hit->self ? 1 : 0};
            break;
        default:
            break;
    }
    return {event.value};
}

void put_snapshot_events(Writer& out, const std::vector<SnapshotEvent>& snapshot_events) {
    teeworlds::EventIds events;
    for (const SnapshotEvent& event : snapshot_events) {
        const bool everywhere = event.kind == SnapshotEventKind::SoundGlobal;
        if (out.is_07() && is_made_by_client_07(event)) continue;
        const auto id = events.take();
        if (!id) return;
        if (!everywhere && !out.sees(event.position)) continue;
        std::vector<std::int32_t> words{to_int(event.position.x), to_int(event.position.y)};
        for (const std::int32_t word : event_words(event, out.is_07())) words.push_back(word);
        out.put(item_of(event.kind, out.numbers()), *id, words);
    }
}

// A flag of no team and somebody with a health that nobody has, both in a corner of the map.
void put_improper(Writer& out) {
    if (!out.view().improper) return;
    constexpr std::size_t kCharacterWords = 22;
    constexpr int kNobody = kMaxPlayers - 1;
    out.put(kItemFlag, 2, {0, 0, 2});
    std::vector<std::int32_t> words(kCharacterWords, 0);
    words[character_field::kHealth - (out.is_07() ? 1U : 0U)] = 1000;
    out.put(out.numbers().character, kNobody, words);
}

// Of a type that no client knows: it takes them as part of the snapshot and does nothing with them.
void put_filler(Writer& out, Tick tick) {
    constexpr int kFillerType = 1000;
    constexpr std::size_t kFillerWords = 100;
    std::mt19937 random(static_cast<std::mt19937::result_type>(tick));
    std::vector<std::int32_t> words(kFillerWords);
    for (int id = 0; id < out.view().filler; ++id) {
        for (std::int32_t& word : words) word = static_cast<std::int32_t>(random());
        out.put(kFillerType, id, words);
    }
}

}  // namespace

void EntityIds::follow(const State& state, teeworlds::Time now) {
    std::unordered_map<std::uint64_t, int> current;
    const auto keep = [&](std::uint64_t serial) {
        const auto known = ids_.find(serial);
        if (known != ids_.end()) {
            current.emplace(serial, known->second);
            ids_.erase(known);
        } else if (const auto id = pool_.take(now)) {
            current.emplace(serial, *id);
        }
    };
    for (const Projectile& projectile : state.projectiles) keep(projectile.serial);
    for (const Beam& beam : state.beams) keep(beam.serial);
    for (const Pickup& pickup : state.pickups) keep(pickup.serial);
    for (const auto& [serial, id] : ids_) pool_.give_back(id, now);
    ids_ = std::move(current);
}

std::optional<int> EntityIds::id_of(std::uint64_t serial) const {
    const auto known = ids_.find(serial);
    return known == ids_.end() ? std::nullopt : std::optional<int>(known->second);
}

teeworlds::WireSnapshot write_snapshot(const State& state, const EntityIds& ids,
                                       const std::vector<SnapshotEvent>& snapshot_events,
                                       const ViewOptions& view) {
    Writer out(view);
    put_game(out, state);
    for (int slot = 0; slot < kMaxPlayers; ++slot)
        if (const auto& player = state.players[static_cast<std::size_t>(slot)])
            put_player(out, slot, *player);
    for (int slot = 0; slot < kMaxPlayers; ++slot) {
        const auto& player = state.players[static_cast<std::size_t>(slot)];
        if (player && player->character) put_character(out, slot, *player);
    }
    put_things(out, state, ids);
    put_snapshot_events(out, snapshot_events);
    put_improper(out);
    put_filler(out, state.tick);
    return out.end();
}

}  // namespace tickreel::match
