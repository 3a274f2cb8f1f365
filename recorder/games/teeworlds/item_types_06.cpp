#include "recorder/games/teeworlds/item_types.h"
#include "recorder/games/teeworlds/value_names.h"

namespace tickreel::teeworlds {

namespace {

constexpr FieldFact kX = distance("x", Role::PositionX);
constexpr FieldFact kY = distance("y", Role::PositionY);
constexpr FieldFact kVelX = measure("vel_x", Role::VelocityX, 1.0 / 256, "unit/tick");
constexpr FieldFact kVelY = measure("vel_y", Role::VelocityY, 1.0 / 256, "unit/tick");
constexpr FieldFact kStartTick = tick("start_tick", Role::StartTick);

// Type 0 names the UUID of an extended type; the entity id is its number in this snapshot.
constexpr FieldFact kExtendedType[] = {array(number("uuid"), 4)};
constexpr FieldFact kPlayerInput[] = {number("direction"),
                                      distance("target_x"),
                                      distance("target_y"),
                                      number("jump"),
                                      number("fire"),
                                      number("hook"),
                                      flags("player_flags", kPlayerFlags),
                                      number("wanted_weapon"),
                                      number("next_weapon"),
                                      number("prev_weapon")};
constexpr FieldFact kProjectile[] = {kX,
                                     kY,
                                     measure("vel_x", Role::VelocityX, 0.01, ""),
                                     measure("vel_y", Role::VelocityY, 0.01, ""),
                                     choice("type", kWeapons),
                                     kStartTick};
constexpr FieldFact kLaser[] = {kX, kY, distance("from_x", Role::TargetX),
                                distance("from_y", Role::TargetY), kStartTick};
constexpr FieldFact kPickup[] = {kX, kY, choice("type", kPowerups), number("subtype")};
constexpr FieldFact kFlag[] = {kX, kY, choice("team", kTeams, Role::Team)};
constexpr FieldFact kGameInfo[] = {flags("game_flags", kGameFlags),
                                   flags("game_state_flags", kGameStateFlags),
                                   tick("round_start_tick"),
                                   measure("warmup_timer", Role::None, 1.0, "tick"),
                                   number("score_limit"),
                                   measure("time_limit", Role::None, 1.0, "min"),
                                   number("round_num"),
                                   number("round_current")};
constexpr FieldFact kGameData[] = {number("teamscore_red"), number("teamscore_blue"),
                                   choice("flag_carrier_red", kFlagCarriers, Role::FlagHolder),
                                   choice("flag_carrier_blue", kFlagCarriers, Role::FlagHolder)};
// CharacterCore is the first 15 of these.
constexpr FieldFact kCharacter[] = {tick("tick"),
                                    kX,
                                    kY,
                                    kVelX,
                                    kVelY,
                                    angle("angle"),
                                    number("direction"),
                                    number("jumped"),
                                    number("hooked_player"),
                                    choice("hook_state", kHookStates),
                                    measure("hook_tick", Role::None, 1.0, "tick"),
                                    distance("hook_x"),
                                    distance("hook_y"),
                                    measure("hook_dx", Role::None, 1.0 / 256, ""),
                                    measure("hook_dy", Role::None, 1.0 / 256, ""),
                                    flags("player_flags", kPlayerFlags),
                                    hidden(number("health", Role::Health)),
                                    hidden(number("armor", Role::Armor)),
                                    hidden(number("ammo_count")),
                                    choice("weapon", kWeapons),
                                    choice("emote", kEmotes),
                                    tick("attack_tick")};
constexpr FieldFact kPlayerInfo[] = {
    boolean("local"), number("client_id"), choice("team", kTeams, Role::Team),
    number("score", Role::Score), measure("latency", Role::Latency, 1.0, "ms")};
constexpr FieldFact kClientInfo[] = {packed_text("name", 4, Role::Name),
                                     packed_text("clan", 3, Role::Clan),
                                     number("country"),
                                     packed_text("skin", 6, Role::Skin),
                                     boolean("use_custom_color"),
                                     number("color_body"),
                                     number("color_feet")};
// The spectator's view position: no position role, because it is not a thing on the map.
constexpr FieldFact kSpectatorInfo[] = {number("spectator_id"), distance("x"), distance("y")};
constexpr FieldFact kPoint[] = {kX, kY};
constexpr FieldFact kDeath[] = {kX, kY, number("client_id", Role::Owner)};
constexpr FieldFact kSound[] = {kX, kY, choice("sound_id", kSounds)};
constexpr FieldFact kDamage[] = {kX, kY, angle("angle")};

constexpr ItemFacts kItems[] = {
    {"ExtendedType", 0, {}, kExtendedType},
    {"PlayerInput", 1, {}, kPlayerInput, kOfPlayer},
    {"Projectile", 2, {}, kProjectile},
    {"Laser", 3, {}, kLaser},
    {"Pickup", 4, {}, kPickup},
    {"Flag", 5, {}, kFlag},
    {"GameInfo", 6, {}, kGameInfo},
    {"GameData", 7, {}, kGameData},
    {"CharacterCore", 8, {}, FieldFacts(kCharacter).first<15>(), kOfPlayer},
    {"Character", 9, {}, kCharacter, kOfPlayer},
    {"PlayerInfo", 10, {}, kPlayerInfo, kOfPlayer},
    {"ClientInfo", 11, {}, kClientInfo, kOfPlayer},
    {"SpectatorInfo", 12, {}, kSpectatorInfo, kOfPlayer},
    {"Common", 13, {}, kPoint},
    {"Explosion", 14, {}, kPoint},
    {"Spawn", 15, {}, kPoint},
    {"HammerHit", 16, {}, kPoint},
    {"Death", 17, {}, kDeath},
    {"SoundGlobal", 18, {}, kSound},
    {"SoundWorld", 19, {}, kSound},
    {"DamageInd", 20, {}, kDamage},
};

}  // namespace

std::span<const ItemFacts> item_types_06() {
    return kItems;
}

}  // namespace tickreel::teeworlds
