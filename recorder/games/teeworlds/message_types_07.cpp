// Messages of 0.7. DDNet's UUID messages (message_types_ddnet.cpp) travel in 0.7 connections too.
#include "recorder/games/teeworlds/message_types.h"
#include "recorder/games/teeworlds/tune_params.h"
#include "recorder/games/teeworlds/value_names.h"
#include "recorder/games/teeworlds/value_names_07.h"

namespace tickreel::teeworlds {

namespace {

constexpr std::uint16_t kTuneLengths[] = {32, 46};  // Teeworlds, DDNet

constexpr FieldFact kMapChange[] = {text("map_name", Role::Map), number("map_crc32"),
                                    number("map_size"),          number("chunks_per_request"),
                                    number("chunk_size"),        optional(raw("sha256", 32))};
constexpr FieldFact kText[] = {text("message", Role::Text)};
constexpr FieldFact kChat[] = {choice("mode", kChatModes),
                               player("client_id", Role::Owner | Role::Speaker),
                               number("target_id"), text("message", Role::Text)};
constexpr FieldFact kTeam[] = {player("client_id"), choice("team", kTeams, Role::Team),
                               boolean("silent"), tick("cooldown_tick")};
constexpr FieldFact kKill[] = {
    player("killer", Role::Subject), player("victim", Role::Owner | Role::Object),
    choice("weapon", kKillWeapons, Role::Weapon), number("mode_special")};
constexpr FieldFact kExtraProjectile[] = {
    distance("x"),     distance("y"), number("vel_x"), number("vel_y"), choice("type", kWeapons),
    tick("start_tick")};
constexpr FieldFact kWeaponPickup[] = {choice("weapon", kWeapons)};
constexpr FieldFact kEmoticon[] = {player("client_id"), choice("emoticon", kEmoticons)};
constexpr FieldFact kVoteOptions[] = {number("num_options"),
                                      array(optional(text("description")), 15)};
constexpr FieldFact kVoteOption[] = {text("description")};
constexpr FieldFact kVoteSet[] = {player("client_id"), choice("type", kVotes),
                                  measure("timeout", Role::None, 1.0, "s"), text("description"),
                                  text("reason")};
constexpr FieldFact kVoteStatus[] = {number("yes"), number("no"), number("pass"), number("total")};
constexpr FieldFact kServerSettings[] = {boolean("kick_vote"),    number("kick_min"),
                                         boolean("spec_vote"),    boolean("team_lock"),
                                         boolean("team_balance"), number("player_slots")};
constexpr FieldFact kClientInfo[] = {player("client_id"),
                                     boolean("local"),
                                     choice("team", kTeams, Role::Team),
                                     text("name", Role::Name),
                                     text("clan", Role::Clan),
                                     number("country"),
                                     array(text("skin_part_name", Role::Skin), 6),
                                     array(boolean("use_custom_color"), 6),
                                     array(number("skin_part_color"), 6),
                                     boolean("silent")};
constexpr FieldFact kGameInfo[] = {flags("game_flags", kGameFlags07), number("score_limit"),
                                   measure("time_limit", Role::None, 1.0, "min"),
                                   number("match_num"), number("match_current")};
constexpr FieldFact kClientDrop[] = {player("client_id"), text("reason"), boolean("silent")};
constexpr FieldFact kGameMessage[] = {choice("game_msg_id", kGameMessages),
                                      array(optional(number("param")), 3)};
constexpr FieldFact kClientEnter[] = {text("name", Role::Name), player("client_id"),
                                      choice("team", kTeams)};
constexpr FieldFact kClientLeave[] = {text("name", Role::Name), player("client_id"),
                                      text("reason")};
constexpr FieldFact kSay[] = {choice("mode", kChatModes), number("target"),
                              text("message", Role::Text)};
constexpr FieldFact kSetTeam[] = {choice("team", kTeams)};
constexpr FieldFact kSetSpectatorMode[] = {number("spec_mode"), number("spectator_id")};
constexpr FieldFact kStartInfo[] = {text("name", Role::Name),
                                    text("clan", Role::Clan),
                                    number("country"),
                                    array(text("skin_part_name", Role::Skin), 6),
                                    array(boolean("use_custom_color"), 6),
                                    array(number("skin_part_color"), 6)};
constexpr FieldFact kSendEmoticon[] = {choice("emoticon", kEmoticons)};
constexpr FieldFact kVote[] = {number("vote")};
constexpr FieldFact kCallVote[] = {text("type"), text("value"), text("reason"), boolean("force")};
constexpr FieldFact kSkinChange[] = {
    player("client_id"), array(text("skin_part_name", Role::Skin), 6),
    array(boolean("use_custom_color"), 6), array(number("skin_part_color"), 6)};
constexpr FieldFact kOwnSkinChange[] = {array(text("skin_part_name", Role::Skin), 6),
                                        array(boolean("use_custom_color"), 6),
                                        array(number("skin_part_color"), 6)};
constexpr FieldFact kRaceFinish[] = {player("client_id"), measure("time", Role::None, 0.001, "s"),
                                     measure("diff", Role::None, 0.001, "s"),
                                     boolean("record_personal"),
                                     optional(boolean("record_server"))};
constexpr FieldFact kCheckpoint[] = {measure("diff", Role::None, 0.001, "s")};
constexpr FieldFact kCommandInfo[] = {text("name"), text("args_format"), text("help_text")};
constexpr FieldFact kCommandInfoRemove[] = {text("name")};

constexpr MessageFacts kMessages[] = {
    system_event("MAP_CHANGE", 2, kMapChange).is(EventClass::Map),
    from_server("Sv_Motd", 1, kText).is(EventClass::Chat),
    from_server("Sv_Broadcast", 2, kText).is(EventClass::Chat),
    from_server("Sv_Chat", 3, kChat).is(EventClass::Chat),
    from_server("Sv_Team", 4, kTeam).is(EventClass::Team),
    from_server("Sv_KillMsg", 5, kKill).is(EventClass::Kill),
    from_server("Sv_TuneParams", 6, kTuneParams07, kTuneLengths),
    from_server("Sv_ExtraProjectile", 7, kExtraProjectile),
    from_server("Sv_ReadyToEnter", 8).is(EventClass::Transport),
    from_server("Sv_WeaponPickup", 9, kWeaponPickup),
    from_server("Sv_Emoticon", 10, kEmoticon).is(EventClass::Effect),
    from_server("Sv_VoteClearOptions", 11),
    from_server("Sv_VoteOptionListAdd", 12, kVoteOptions),
    from_server("Sv_VoteOptionAdd", 13, kVoteOption),
    from_server("Sv_VoteOptionRemove", 14, kVoteOption),
    from_server("Sv_VoteSet", 15, kVoteSet).is(EventClass::Vote),
    from_server("Sv_VoteStatus", 16, kVoteStatus).is(EventClass::Vote),
    from_server("Sv_ServerSettings", 17, kServerSettings),
    from_server("Sv_ClientInfo", 18, kClientInfo).is(EventClass::Join),
    from_server("Sv_GameInfo", 19, kGameInfo),
    from_server("Sv_ClientDrop", 20, kClientDrop).is(EventClass::Leave),
    from_server("Sv_GameMsg", 21, kGameMessage),
    from_server("De_ClientEnter", 22, kClientEnter).is(EventClass::Join),
    from_server("De_ClientLeave", 23, kClientLeave).is(EventClass::Leave),
    from_client("Cl_Say", 24, kSay).is(EventClass::Input),
    from_client("Cl_SetTeam", 25, kSetTeam).is(EventClass::Input),
    from_client("Cl_SetSpectatorMode", 26, kSetSpectatorMode).is(EventClass::Input),
    from_client("Cl_StartInfo", 27, kStartInfo).is(EventClass::Input),
    from_client("Cl_Kill", 28).is(EventClass::Input),
    from_client("Cl_ReadyChange", 29).is(EventClass::Input),
    from_client("Cl_Emoticon", 30, kSendEmoticon).is(EventClass::Input),
    from_client("Cl_Vote", 31, kVote).is(EventClass::Input),
    from_client("Cl_CallVote", 32, kCallVote).is(EventClass::Input),
    from_server("Sv_SkinChange", 33, kSkinChange),
    from_client("Cl_SkinChange", 34, kOwnSkinChange).is(EventClass::Input),
    from_server("Sv_RaceFinish", 35, kRaceFinish).is(EventClass::Race),
    from_server("Sv_Checkpoint", 36, kCheckpoint).is(EventClass::Race),
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
