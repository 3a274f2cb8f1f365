#include "demos/match/net/snapshot_writer.h"

#include "demos/match/net/game_messages.h"
#include "demos/match/world/world.h"
#include "tickreel/model/row.h"

namespace tickreel::match {
namespace {

constexpr int kFlagAtStand = -2;
constexpr int kFlagTaken = -1;
constexpr int kTeamsAndFlags = 3;
constexpr int kGameOver = 1;
constexpr Vec kViewReach{1000.0F, 800.0F};

class Writer {
public:
    explicit Writer(const ViewOptions& view) : view_(view) { builder_.begin(); }

    bool sees(Vec place) const {
        return !view_.clip || (std::abs(place.x - view_.centre.x) <= kViewReach.x &&
                               std::abs(place.y - view_.centre.y) <= kViewReach.y);
    }

    void put(int type, int id, const std::vector<std::int32_t>& words) {
        if (const auto row = builder_.new_item(type, id, words.size()))
            std::copy(words.begin(), words.end(), row->begin());
    }

    const ViewOptions& view() const { return view_; }
    teeworlds::WireSnapshot end() { return builder_.end(); }

private:
    ViewOptions view_;
    teeworlds::SnapBuilder builder_;
};

void put_game(Writer& out, const State& state) {
    const auto carrier = [](const Flag& flag) {
        return flag.carrier >= 0 ? flag.carrier : flag.at_stand ? kFlagAtStand : kFlagTaken;
    };
    out.put(kItemGameInfo, 0,
            {kTeamsAndFlags, state.game_over_at != 0 ? kGameOver : 0, state.round_start, 0,
             kScoreLimit, 0, 0, state.round});
    out.put(kItemGameData, 0,
            {state.team_score[0], state.team_score[1], carrier(state.flags[0]),
             carrier(state.flags[1])});
    for (int team = 0; team < 2; ++team) {
        const Vec at = state.flags[static_cast<std::size_t>(team)].position;
        out.put(kItemFlag, team, {to_int(at.x), to_int(at.y), team});
    }
}

void put_player(Writer& out, int slot, const Player& player) {
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
    out.put(kItemPlayerInfo, slot,
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
    out.put(kItemCharacter, slot,
            {0,  // tick for dead reckoning; 0: the data is of this very tick
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
             player.input.player_flags & 0xff,
             own ? character.health : 0,
             own ? character.armor : 0,
             own ? std::max(ammo, 0) : 0,
             character.weapon,
             character.emote,
             character.attack_tick});
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
            out.put(kItemPickup, *id,
                    {to_int(pickup.position.x), to_int(pickup.position.y), pickup.type,
                     pickup.subtype});
        }
    }
}

int item_of(SnapshotEventKind kind) {
    switch (kind) {
        case SnapshotEventKind::Explosion:
            return kItemExplosion;
        case SnapshotEventKind::Spawn:
            return kItemSpawn;
        case SnapshotEventKind::HammerHit:
            return kItemHammerHit;
        case SnapshotEventKind::Death:
            return kItemDeath;
        case SnapshotEventKind::SoundWorld:
            return kItemSoundWorld;
        case SnapshotEventKind::SoundGlobal:
            return kItemSoundGlobal;
        case SnapshotEventKind::Damage:
            return kItemDamage;
    }
    return kItemExplosion;
}

void put_snapshot_events(Writer& out, const std::vector<SnapshotEvent>& snapshot_events) {
    teeworlds::EventIds events;
    for (const SnapshotEvent& event : snapshot_events) {
        const auto id = events.take();
        if (!id) return;
        if (event.kind != SnapshotEventKind::SoundGlobal && !out.sees(event.position)) continue;
        std::vector<std::int32_t> words{to_int(event.position.x), to_int(event.position.y)};
        const int type = item_of(event.kind);
        if (type > kItemHammerHit) words.push_back(event.value);
        out.put(type, *id, words);
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
    return out.end();
}

}  // namespace tickreel::match
