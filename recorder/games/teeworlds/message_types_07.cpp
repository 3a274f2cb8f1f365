// Messages of 0.7. DDNet's UUID messages (message_types_ddnet.cpp) travel in 0.7 connections too.
#include "recorder/games/teeworlds/message_types.h"
#include "recorder/games/teeworlds/tune_params.h"
#include "recorder/games/teeworlds/value_names.h"
#include "recorder/games/teeworlds/value_names_07.h"

namespace tickreel::teeworlds {

namespace {

constexpr std::uint16_t kTuneLengths[] = {32, 46};  // Teeworlds, DDNet

constexpr FieldFact kMapChange[] = {text("map_name"),     number("map_crc32"),
                                    number("map_size"),   number("chunks_per_request"),
                                    number("chunk_size"), optional(raw("sha256", 32))};
constexpr FieldFact kText[] = {text("message", Role::Text)};
constexpr FieldFact kChat[] = {choice("mode", kChatModes), number("client_id", Role::Owner),
                               number("target_id"), text("message", Role::Text)};
constexpr FieldFact kTeam[] = {number("client_id", Role::Owner), choice("team", kTeams),
                               boolean("silent"), tick("cooldown_tick")};
constexpr FieldFact kKill[] = {number("killer"), number("victim", Role::Owner),
                               choice("weapon", kKillWeapons), number("mode_special")};
constexpr FieldFact kExtraProjectile[] = {
    distance("x"),     distance("y"), number("vel_x"), number("vel_y"), choice("type", kWeapons),
    tick("start_tick")};
constexpr FieldFact kWeaponPickup[] = {choice("weapon", kWeapons)};
constexpr FieldFact kEmoticon[] = {number("client_id", Role::Owner),
                                   choice("emoticon", kEmoticons)};
constexpr FieldFact kVoteOptions[] = {number("num_options"),
                                      array(optional(text("description")), 15)};
constexpr FieldFact kVoteOption[] = {text("description")};
constexpr FieldFact kVoteSet[] = {number("client_id", Role::Owner), choice("type", kVotes),
                                  measure("timeout", Role::None, 1.0, "s"), text("description"),
                                  text("reason")};
constexpr FieldFact kVoteStatus[] = {number("yes"), number("no"), number("pass"), number("total")};
constexpr FieldFact kServerSettings[] = {boolean("kick_vote"),    number("kick_min"),
                                         boolean("spec_vote"),    boolean("team_lock"),
                                         boolean("team_balance"), number("player_slots")};
constexpr FieldFact kClientInfo[] = {number("client_id", Role::Owner),
                                     boolean("local"),
                                     choice("team", kTeams),
                                     text("name", Role::Name),
                                     text("clan", Role::Clan),
                                     number("country"),
                                     array(text("skin_part_name"), 6),
                                     array(boolean("use_custom_color"), 6),
                                     array(number("skin_part_color"), 6),
                                     boolean("silent")};
constexpr FieldFact kGameInfo[] = {flags("game_flags", kGameFlags07), number("score_limit"),
                                   measure("time_limit", Role::None, 1.0, "min"),
                                   number("match_num"), number("match_current")};
constexpr FieldFact kClientDrop[] = {number("client_id", Role::Owner), text("reason"),
                                     boolean("silent")};
constexpr FieldFact kGameMessage[] = {choice("game_msg_id", kGameMessages),
                                      array(optional(number("param")), 3)};
constexpr FieldFact kClientEnter[] = {text("name"), number("client_id", Role::Owner),
                                      choice("team", kTeams)};
constexpr FieldFact kClientLeave[] = {text("name"), number("client_id", Role::Owner),
                                      text("reason")};
constexpr FieldFact kSay[] = {choice("mode", kChatModes), number("target"),
                              text("message", Role::Text)};
constexpr FieldFact kSetTeam[] = {choice("team", kTeams)};
constexpr FieldFact kSetSpectatorMode[] = {number("spec_mode"), number("spectator_id")};
constexpr FieldFact kStartInfo[] = {text("name"),
                                    text("clan"),
                                    number("country"),
                                    array(text("skin_part_name"), 6),
                                    array(boolean("use_custom_color"), 6),
                                    array(number("skin_part_color"), 6)};
constexpr FieldFact kSendEmoticon[] = {choice("emoticon", kEmoticons)};
constexpr FieldFact kVote[] = {number("vote")};
constexpr FieldFact kCallVote[] = {text("type"), text("value"), text("reason"), boolean("force")};
constexpr FieldFact kSkinChange[] = {
    number("client_id", Role::Owner), array(text("skin_part_name"), 6),
    array(boolean("use_custom_color"), 6), array(number("skin_part_color"), 6)};
constexpr FieldFact kOwnSkinChange[] = {array(text("skin_part_name"), 6),
                                        array(boolean("use_custom_color"), 6),
                                        array(number("skin_part_color"), 6)};
constexpr FieldFact kRaceFinish[] = {
    number("client_id", Role::Owner), measure("time", Role::None, 0.001, "s"),
    measure("diff", Role::None, 0.001, "s"), boolean("record_personal"),
    optional(boolean("record_server"))};
constexpr FieldFact kCheckpoint[] = {measure("diff", Role::None, 0.001, "s")};
constexpr FieldFact kCommandInfo[] = {text("name"), text("args_format"), text("help_text")};
constexpr FieldFact kCommandInfoRemove[] = {text("name")};

constexpr MessageFacts kMessages[] = {
    system_event("MAP_CHANGE", 2, kMapChange),
    from_server("Sv_Motd", 1, kText),
    from_server("Sv_Broadcast", 2, kText),
    from_server("Sv_Chat", 3, kChat),
    from_server("Sv_Team", 4, kTeam),
    from_server("Sv_KillMsg", 5, kKill),
    from_server("Sv_TuneParams", 6, kTuneParams07, kTuneLengths),
    from_server("Sv_ExtraProjectile", 7, kExtraProjectile),
    from_server("Sv_ReadyToEnter", 8),
    from_server("Sv_WeaponPickup", 9, kWeaponPickup),
    from_server("Sv_Emoticon", 10, kEmoticon),
    from_server("Sv_VoteClearOptions", 11),
    from_server("Sv_VoteOptionListAdd", 12, kVoteOptions),
    from_server("Sv_VoteOptionAdd", 13, kVoteOption),
    from_server("Sv_VoteOptionRemove", 14, kVoteOption),
    from_server("Sv_VoteSet", 15, kVoteSet),
    from_server("Sv_VoteStatus", 16, kVoteStatus),
    from_server("Sv_ServerSettings", 17, kServerSettings),
    from_server("Sv_ClientInfo", 18, kClientInfo),
    from_server("Sv_GameInfo", 19, kGameInfo),
    from_server("Sv_ClientDrop", 20, kClientDrop),
    from_server("Sv_GameMsg", 21, kGameMessage),
    from_server("De_ClientEnter", 22, kClientEnter),
    from_server("De_ClientLeave", 23, kClientLeave),
    from_client("Cl_Say", 24, kSay),
    from_client("Cl_SetTeam", 25, kSetTeam),
    from_client("Cl_SetSpectatorMode", 26, kSetSpectatorMode),
    from_client("Cl_StartInfo", 27, kStartInfo),
    from_client("Cl_Kill", 28),
    from_client("Cl_ReadyChange", 29),
    from_client("Cl_Emoticon", 30, kSendEmoticon),
    from_client("Cl_Vote", 31, kVote),
    from_client("Cl_CallVote", 32, kCallVote),
    from_server("Sv_SkinChange", 33, kSkinChange),
    from_client("Cl_SkinChange", 34, kOwnSkinChange),
    from_server("Sv_RaceFinish", 35, kRaceFinish),
    from_server("Sv_Checkpoint", 36, kCheckpoint),
    from_server("Sv_CommandInfo", 37, kCommandInfo),
    from_server("Sv_CommandInfoRemove", 38, kCommandInfoRemove),
    // Chat commands: logins, timeout codes.
    MessageFacts{"Cl_Command", 39, {}, false, Sender::Client, Keep::Count, {}, {}},
};

}  // namespace

std::span<const MessageFacts> message_types_07() {
    return kMessages;
}

}  // namespace tickreel::teeworlds
