#include "recorder/games/teeworlds/item_types.h"
#include "recorder/games/teeworlds/value_names.h"
#include "recorder/games/teeworlds/value_names_07.h"

namespace tickreel::teeworlds {

namespace {

constexpr FieldFact kX = distance("x", Role::PositionX);
constexpr FieldFact kY = distance("y", Role::PositionY);
constexpr FieldFact kStartTick = tick("start_tick", Role::StartTick);

constexpr FieldFact kExtendedType[] = {array(number("uuid"), 4)};
constexpr FieldFact kPlayerInput[] = {number("direction"),
                                      distance("target_x"),
                                      distance("target_y"),
                                      boolean("jump"),
                                      number("fire"),
                                      boolean("hook"),
                                      flags("player_flags", kPlayerFlags07),
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
constexpr FieldFact kPickup[] = {kX, kY, choice("type", kPickups)};
constexpr FieldFact kFlag[] = {kX, kY, choice("team", kTeams, Role::Team)};
constexpr FieldFact kGameData[] = {tick("game_start_tick"),
                                   flags("game_state_flags", kGameStateFlags07),
                                   tick("game_state_end_tick")};
constexpr FieldFact kGameDataTeam[] = {number("teamscore_red"), number("teamscore_blue")};
constexpr FieldFact kGameDataFlag[] = {choice("flag_carrier_red", kFlagCarriers, Role::FlagHolder),
                                       choice("flag_carrier_blue", kFlagCarriers, Role::FlagHolder),
                                       tick("flag_drop_tick_red"), tick("flag_drop_tick_blue")};
constexpr FieldFact kCharacter[] = {tick("tick"),
                                    kX,
                                    kY,
                                    measure("vel_x", Role::VelocityX, 1.0 / 256, "unit/tick"),
                                    measure("vel_y", Role::VelocityY, 1.0 / 256, "unit/tick"),
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
                                    hidden(number("health", Role::Health)),
                                    hidden(number("armor", Role::Armor)),
                                    hidden(number("ammo_count")),
                                    choice("weapon", kWeapons),
                                    choice("emote", kEmotes),
                                    tick("attack_tick"),
                                    flags("triggered_events", kCoreEvents)};
constexpr FieldFact kPlayerInfo[] = {flags("player_flags", kPlayerFlags07),
                                     number("score", Role::Score),
                                     measure("latency", Role::Latency, 1.0, "ms")};
constexpr FieldFact kSpectatorInfo[] = {number("spec_mode"), number("spectator_id"), distance("x"),
                                        distance("y")};
constexpr FieldFact kDemoClientInfo[] = {boolean("local"),
                                         choice("team", kTeams, Role::Team),
                                         packed_text("name", 4, Role::Name),
                                         packed_text("clan", 3, Role::Clan),
                                         number("country"),
                                         packed_text("skin_body", 6, Role::Skin),
                                         packed_text("skin_marking", 6, Role::Skin),
                                         packed_text("skin_decoration", 6, Role::Skin),
                                         packed_text("skin_hands", 6, Role::Skin),
                                         packed_text("skin_feet", 6, Role::Skin),
                                         packed_text("skin_eyes", 6, Role::Skin),
                                         array(number("use_custom_colors"), 6),
                                         array(number("skin_part_colors"), 6)};
constexpr FieldFact kDemoGameInfo[] = {flags("game_flags", kGameFlags07), number("score_limit"),
                                       measure("time_limit", Role::None, 1.0, "min"),
                                       number("match_num"), number("match_current")};
constexpr FieldFact kDemoTuneParams[] = {array(measure("tune_params", Role::None, 0.01, ""), 32)};
constexpr FieldFact kPoint[] = {kX, kY};
constexpr FieldFact kDeath[] = {kX, kY, number("client_id", Role::Owner)};
constexpr FieldFact kSound[] = {kX, kY, choice("sound_id", kSounds)};
constexpr FieldFact kDamage[] = {kX,
                                 kY,
                                 number("client_id", Role::Owner),
                                 angle("angle"),
                                 number("health_amount"),
                                 number("armor_amount"),
                                 boolean("self")};
constexpr FieldFact kPlayerInfoRace[] = {tick("race_start_tick")};
constexpr FieldFact kGameDataRace[] = {number("best_time"), number("precision"),
                                       flags("race_flags", kRaceFlags)};

constexpr ItemFacts kItems[] = {
    {"ExtendedType", 0, {}, kExtendedType},
    {"PlayerInput", 1, {}, kPlayerInput, kOfPlayer},
    {"Projectile", 2, {}, kProjectile},
    {"Laser", 3, {}, kLaser},
    {"Pickup", 4, {}, kPickup},
    {"Flag", 5, {}, kFlag},
    {"GameData", 6, {}, kGameData},
    {"GameDataTeam", 7, {}, kGameDataTeam},
    {"GameDataFlag", 8, {}, kGameDataFlag},
    {"CharacterCore", 9, {}, FieldFacts(kCharacter).first<15>(), kOfPlayer},
    {"Character", 10, {}, kCharacter, kOfPlayer},
    {"PlayerInfo", 11, {}, kPlayerInfo, kOfPlayer},
    {"SpectatorInfo", 12, {}, kSpectatorInfo, kOfPlayer},
    {"De_ClientInfo", 13, {}, kDemoClientInfo, kOfPlayer},
    {"De_GameInfo", 14, {}, kDemoGameInfo},
    {"De_TuneParams", 15, {}, kDemoTuneParams},
    {"Common", 16, {}, kPoint},
    {"Explosion", 17, {}, kPoint},
    {"Spawn", 18, {}, kPoint},
    {"HammerHit", 19, {}, kPoint},
    {"Death", 20, {}, kDeath},
    {"SoundWorld", 21, {}, kSound},
    {"Damage", 22, {}, kDamage},
    {"PlayerInfoRace", 23, {}, kPlayerInfoRace, kOfPlayer},
    {"GameDataRace", 24, {}, kGameDataRace},
};

}  // namespace

std::span<const ItemFacts> item_types_07() {
    return kItems;
}

}  // namespace tickreel::teeworlds
