// Sizes and fields as of DDNet 20.1; older servers send fewer words.
#include "recorder/games/teeworlds/item_types.h"
#include "recorder/games/teeworlds/value_names.h"

namespace tickreel::teeworlds {

namespace {

constexpr FieldFact kStartTick = tick("start_tick", Role::StartTick);

constexpr FieldFact kTest[] = {number("test")};
constexpr FieldFact kCharacter[] = {flags("flags", kCharacterFlags),
                                    tick("freeze_end"),
                                    number("jumps"),
                                    unset(number("tele_checkpoint")),
                                    number("strong_weak_id"),
                                    unset(number("jumped_total")),
                                    unset(tick("ninja_activation_tick")),
                                    unset(tick("freeze_start")),
                                    distance("target_x"),
                                    distance("target_y"),
                                    unset(number("tune_zone_override"))};
constexpr FieldFact kPlayer[] = {flags("flags", kExPlayerFlags), choice("auth_level", kAuthLevels),
                                 unset(measure("finish_time_seconds", Role::None, 1.0, "s"), -2),
                                 measure("finish_time_millis", Role::None, 1.0, "ms")};
constexpr FieldFact kGameInfoEx[] = {flags("flags", kGameInfoFlags), number("version"),
                                     flags("flags2", kGameInfoFlags2), number("min_team_size"),
                                     number("max_team_size")};
// Positions of the old and new DDNet projectiles are hundredths of a unit.
constexpr FieldFact kX100 = measure("x", Role::PositionX, 0.01, "unit");
constexpr FieldFact kY100 = measure("y", Role::PositionY, 0.01, "unit");
constexpr FieldFact kOldProjectile[] = {kX100,
                                        kY100,
                                        measure("angle", Role::Angle, 57.29577951308232e-6, "deg"),
                                        flags("data", kLegacyProjectileFlags),
                                        choice("type", kWeapons),
                                        kStartTick};
constexpr FieldFact kLaser[] = {distance("to_x", Role::PositionX),
                                distance("to_y", Role::PositionY),
                                distance("from_x", Role::TargetX),
                                distance("from_y", Role::TargetY),
                                kStartTick,
                                number("owner", Role::Owner),
                                choice("type", kLaserTypes),
                                unset(number("switch_number")),
                                unset(number("subtype")),
                                flags("flags", kLaserFlags)};
constexpr FieldFact kProjectile[] = {kX100,
                                     kY100,
                                     measure("vel_x", Role::VelocityX, 1e-6, ""),
                                     measure("vel_y", Role::VelocityY, 1e-6, ""),
                                     choice("type", kWeapons),
                                     kStartTick,
                                     number("owner", Role::Owner),
                                     number("switch_number"),
                                     number("tune_zone"),
                                     flags("flags", kProjectileFlags)};
constexpr FieldFact kPickup[] = {distance("x", Role::PositionX), distance("y", Role::PositionY),
                                 choice("type", kPowerups),      number("subtype"),
                                 number("switch_number"),        flags("flags", kPickupFlags)};
constexpr FieldFact kSpectatorInfo[] = {boolean("has_camera_info"),
                                        measure("zoom", Role::None, 0.001, ""), number("deadzone"),
                                        number("follow_factor"), number("spectator_count")};
constexpr FieldFact kSpectatorCount[] = {number("num_spectators")};
constexpr FieldFact kPoint[] = {distance("x", Role::PositionX), distance("y", Role::PositionY)};
constexpr FieldFact kSwitchState[] = {number("highest_switch_number"), array(number("status"), 8),
                                      array(number("switch_numbers"), 4),
                                      array(number("end_ticks"), 4)};
constexpr FieldFact kEntityEx[] = {number("switch_number"), number("layer"),
                                   choice("entity_class", kEntityClasses)};
constexpr FieldFact kMapBestTime[] = {measure("map_best_time_seconds", Role::None, 1.0, "s"),
                                      measure("map_best_time_millis", Role::None, 1.0, "ms")};
constexpr FieldFact kMapSound[] = {distance("x", Role::PositionX), distance("y", Role::PositionY),
                                   number("sound_id")};

constexpr ItemFacts kItems[] = {
    {"MyOwnObject", -1, "0dc77a02-bfee-3a53-ac8e-0bb0241bd722", kTest},
    {"DDNetCharacter", -1, "76ce455b-f9eb-3a48-add7-e04b941d045c", kCharacter, kOfPlayer},
    {"DDNetPlayer", -1, "22ca938d-1380-3e2b-9e7b-d2558ea6be11", kPlayer, kOfPlayer},
    {"GameInfoEx", -1, "933dea6a-da79-30ea-a98f-8af03689a945", kGameInfoEx},
    {"DDRaceProjectile", -1, "0e6db85c-2b61-386f-bbf2-d0d0471b9272", kOldProjectile},
    {"DDNetLaser", -1, "29de68a2-6928-31b8-8360-a2307e0d844f", kLaser},
    {"DDNetProjectile", -1, "6550fbce-f317-3b31-8ffe-d2b37f3ab40e", kProjectile},
    {"DDNetPickup", -1, "ea5e4a51-58fb-3684-96e4-e0d267f4ca65", kPickup},
    {"DDNetSpectatorInfo", -1, "d13307b2-9a19-37cb-8f8c-07c718521883", kSpectatorInfo, kOfPlayer},
    {"SpectatorCount", -1, "5e5ca96f-c728-30fd-bfb3-155b07692556", kSpectatorCount},
    {"Birthday", -1, "1fd35746-6263-358c-b4d6-6ef60e0efaaa", kPoint},
    {"Finish", -1, "68bf8939-ef55-3878-9082-13527eb0a597", kPoint},
    {"MyOwnEvent", -1, "0c4fd27d-47e3-3871-a226-9f417486a311", kTest},
    {"SpecChar", -1, "4b801c74-e24c-3ce0-b92c-b754d02cfc8a", kPoint, kOfPlayer},
    {"SwitchState", -1, "ec15e669-ce11-3367-ae8e-b90e5b27b9d5", kSwitchState},
    {"EntityEx", -1, "2de9aec3-32e4-3986-8f7e-e7459da7f535", kEntityEx},
    {"MapBestTime", -1, "9ebfc6ed-bf50-30ca-988a-0ce8921ad85f", kMapBestTime},
    {"MapSoundWorld", -1, "54ecad2e-bfad-3be5-8903-621ba052458e", kMapSound},
};

}  // namespace

std::span<const ItemFacts> item_types_ddnet() {
    return kItems;
}

}  // namespace tickreel::teeworlds
