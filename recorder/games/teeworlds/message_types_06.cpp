// Numbered messages; those that DDNet extended, in DDNet's form (which covers both).
#include "recorder/games/teeworlds/message_types.h"
#include "recorder/games/teeworlds/tune_params.h"
#include "recorder/games/teeworlds/value_names.h"

namespace tickreel::teeworlds {

namespace {

// Vanilla; then the steps in which DDNet added parameters. Its very first one (34) is omitted:
// three of four padded vanilla messages would match it.
constexpr std::uint16_t kTuneLengths[] = {33, 37, 38, 45, 47};
constexpr std::uint16_t kTeamLengths[] = {16, 64, 128};  // one per client slot

constexpr FieldFact kMapChange[] = {text("map_name", Role::Map), number("map_crc32"),
                                    number("map_size")};
constexpr FieldFact kSvMotd[] = {text("message", Role::Text)};
constexpr FieldFact kSvChat[] = {choice("team", kChatTeams),
                                 player("client_id", Role::Owner | Role::Speaker),
                                 text("message", Role::Text)};
constexpr FieldFact kSvKillMsg[] = {
    player("killer", Role::Subject), player("victim", Role::Owner | Role::Object),
    choice("weapon", kKillWeapons, Role::Weapon), number("mode_special")};
constexpr FieldFact kSvSoundGlobal[] = {choice("sound_id", kSounds)};
constexpr FieldFact kSvExtraProjectile[] = {
    distance("x"),     distance("y"), number("vel_x"), number("vel_y"), choice("type", kWeapons),
    tick("start_tick")};
constexpr FieldFact kSvWeaponPickup[] = {choice("weapon", kWeapons)};
constexpr FieldFact kSvEmoticon[] = {player("client_id"), choice("emoticon", kEmoticons)};
constexpr FieldFact kSvVoteOptionListAdd[] = {number("num_options"),
                                              array(optional(text("description")), 15)};
constexpr FieldFact kSvVoteOptionAdd[] = {text("description")};
constexpr FieldFact kSvVoteSet[] = {measure("timeout", Role::None, 1.0, "s"), text("description"),
                                    text("reason")};
constexpr FieldFact kSvVoteStatus[] = {number("yes"), number("no"), number("pass"),
                                       number("total")};
constexpr FieldFact kClSay[] = {boolean("team"), text("message", Role::Text)};
constexpr FieldFact kClSetTeam[] = {choice("team", kTeams)};
constexpr FieldFact kClSetSpectatorMode[] = {number("spectator_id")};
constexpr FieldFact kClStartInfo[] = {text("name", Role::Name),    text("clan", Role::Clan),
                                      number("country"),           text("skin", Role::Skin),
                                      boolean("use_custom_color"), number("color_body"),
                                      number("color_feet")};
constexpr FieldFact kClEmoticon[] = {choice("emoticon", kEmoticons)};
constexpr FieldFact kClVote[] = {number("vote")};
constexpr FieldFact kClCallVote[] = {text("type"), text("value"), text("reason")};
constexpr FieldFact kClIsDDNetLegacy[] = {optional(number("client_version"))};
constexpr FieldFact kSvDDRaceTimeLegacy[] = {measure("time", Role::None, 0.01, "s"),
                                             measure("check", Role::None, 0.01, "s"),
                                             number("finish")};
constexpr FieldFact kSvRecordLegacy[] = {measure("server_time_best", Role::None, 0.01, "s"),
                                         measure("player_time_best", Role::None, 0.01, "s")};
constexpr FieldFact kSvTeamsStateLegacy[] = {array(optional(number("team")), 128)};
constexpr FieldFact kClShowOthersLegacy[] = {boolean("show")};

constexpr MessageFacts kMessages[] = {
    counted("INFO", 1, Sender::Client),
    system_event("MAP_CHANGE", 2, kMapChange).is(EventClass::Map),
    counted("MAP_DATA", 3, Sender::Server),
    counted("CON_READY", 4, Sender::Server),
    counted("SNAP", 5, Sender::Server),
    counted("SNAPEMPTY", 6, Sender::Server),
    counted("SNAPSINGLE", 7, Sender::Server),
    counted("SNAPSMALL", 8, Sender::Server),
    counted("INPUTTIMING", 9, Sender::Server),
    counted("RCON_AUTH_STATUS", 10, Sender::Server),
    counted("RCON_LINE", 11, Sender::Server),
    counted("AUTH_CHALLANGE", 12, Sender::Server),
    counted("AUTH_RESULT", 13, Sender::Server),
    counted("READY", 14, Sender::Client),
    counted("ENTERGAME", 15, Sender::Client),
    counted("INPUT", 16, Sender::Client),
    counted("RCON_CMD", 17, Sender::Client),
    counted("RCON_AUTH", 18, Sender::Client),
    counted("REQUEST_MAP_DATA", 19, Sender::Client),
    counted("AUTH_START", 20, Sender::Client),
    counted("AUTH_RESPONSE", 21, Sender::Client),
    counted("PING", 22, Sender::Both),
    counted("PING_REPLY", 23, Sender::Both),
    counted("ERROR", 24, Sender::Both),
    counted("RCON_CMD_ADD", 25, Sender::Server),
    counted("RCON_CMD_REM", 26, Sender::Server),
    from_server("Sv_Motd", 1, kSvMotd).is(EventClass::Chat),
    from_server("Sv_Broadcast", 2, kSvMotd).is(EventClass::Chat),
    from_server("Sv_Chat", 3, kSvChat).is(EventClass::Chat),
    from_server("Sv_KillMsg", 4, kSvKillMsg).is(EventClass::Kill),
    from_server("Sv_SoundGlobal", 5, kSvSoundGlobal).is(EventClass::Effect),
    from_server("Sv_TuneParams", 6, kTuneParams06, kTuneLengths),
    from_server("Sv_ExtraProjectile", 7, kSvExtraProjectile),
    from_server("Sv_ReadyToEnter", 8).is(EventClass::Transport),
    from_server("Sv_WeaponPickup", 9, kSvWeaponPickup),
    from_server("Sv_Emoticon", 10, kSvEmoticon).is(EventClass::Effect),
    from_server("Sv_VoteClearOptions", 11),
    from_server("Sv_VoteOptionListAdd", 12, kSvVoteOptionListAdd),
    from_server("Sv_VoteOptionAdd", 13, kSvVoteOptionAdd),
    from_server("Sv_VoteOptionRemove", 14, kSvVoteOptionAdd),
    from_server("Sv_VoteSet", 15, kSvVoteSet).is(EventClass::Vote),
    from_server("Sv_VoteStatus", 16, kSvVoteStatus).is(EventClass::Vote),
    from_client("Cl_Say", 17, kClSay).is(EventClass::Input),
    from_client("Cl_SetTeam", 18, kClSetTeam).is(EventClass::Input),
    from_client("Cl_SetSpectatorMode", 19, kClSetSpectatorMode).is(EventClass::Input),
    from_client("Cl_StartInfo", 20, kClStartInfo).is(EventClass::Input),
    from_client("Cl_ChangeInfo", 21, kClStartInfo).is(EventClass::Input),
    from_client("Cl_Kill", 22).is(EventClass::Input),
    from_client("Cl_Emoticon", 23, kClEmoticon).is(EventClass::Input),
    from_client("Cl_Vote", 24, kClVote).is(EventClass::Input),
    from_client("Cl_CallVote", 25, kClCallVote).is(EventClass::Input),
    from_client("Cl_IsDDNetLegacy", 26, kClIsDDNetLegacy).is(EventClass::Input),
    from_server("Sv_DDRaceTimeLegacy", 27, kSvDDRaceTimeLegacy).is(EventClass::Race),
    from_server("Sv_RecordLegacy", 28, kSvRecordLegacy).is(EventClass::Race),
    from_server("Sv_TeamsStateLegacy", 30, kSvTeamsStateLegacy, kTeamLengths).is(EventClass::Team),
    from_client("Cl_ShowOthersLegacy", 31, kClShowOthersLegacy).is(EventClass::Input),
};

}  // namespace

std::span<const MessageFacts> message_types_06() {
    return kMessages;
}

}  // namespace tickreel::teeworlds
