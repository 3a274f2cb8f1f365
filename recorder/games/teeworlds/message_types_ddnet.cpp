// Messages that DDNet names by UUID, as of DDNet 20.1.
#include "recorder/games/teeworlds/message_types.h"
#include "recorder/games/teeworlds/value_names.h"

namespace tickreel::teeworlds {

namespace {

constexpr std::uint16_t kTeamLengths[] = {16, 64, 128};  // one per client slot

constexpr FieldFact kMapDetails[] = {text("map_name", Role::Map), raw("sha256", 32),
                                     number("map_crc32"), number("map_size"),
                                     optional(text("url"))};
constexpr FieldFact kCapabilities[] = {number("version"), number("flags")};
constexpr FieldFact kRedirect[] = {number("port")};
constexpr FieldFact kClShowDistance[] = {number("x"), number("y")};
constexpr FieldFact kClShowOthers[] = {number("show")};
constexpr FieldFact kClCameraInfo[] = {number("zoom"), number("deadzone"), number("follow_factor")};
constexpr FieldFact kSvTeamsState[] = {array(optional(number("team")), 128)};
constexpr FieldFact kSvDDRaceTime[] = {measure("time", Role::None, 0.01, "s"),
                                       measure("check", Role::None, 0.01, "s"), number("finish")};
constexpr FieldFact kSvRecord[] = {measure("server_time_best", Role::None, 0.01, "s"),
                                   measure("player_time_best", Role::None, 0.01, "s")};
constexpr FieldFact kSvKillMsgTeam[] = {number("team"), number("first")};
constexpr FieldFact kSvYourVote[] = {number("voted")};
constexpr FieldFact kSvRaceFinish[] = {player("client_id"), measure("time", Role::None, 0.001, "s"),
                                       measure("diff", Role::None, 0.001, "s"),
                                       boolean("record_personal"),
                                       optional(boolean("record_server"))};
constexpr FieldFact kSvCommandInfo[] = {text("name"), text("args_format"), text("help_text")};
constexpr FieldFact kSvCommandInfoRemove[] = {text("name")};
constexpr FieldFact kSvChangeInfoCooldown[] = {tick("wait_until")};
constexpr FieldFact kSvMapSoundGlobal[] = {number("sound_id")};
constexpr FieldFact kSvPreInput[] = {
    number("direction"),   number("target_x"), number("target_y"),      number("jump"),
    number("fire"),        number("hook"),     number("wanted_weapon"), number("next_weapon"),
    number("prev_weapon"), player("owner"),    tick("intended_tick")};
constexpr FieldFact kSvSaveCode[] = {
    choice("state", kSaveStates), text("error"), text("save_requester"), text("server_name"),
    text("generated_code"),       text("code"),  text("team_members")};
constexpr FieldFact kSvServerAlert[] = {text("message", Role::Text)};
constexpr FieldFact kClEnableSpectatorCount[] = {boolean("enable")};
constexpr FieldFact kSvMapInfo[] = {text("description")};

constexpr MessageFacts kMessages[] = {
    counted("WHATIS", "245e5097-9fe0-39d6-bf7d-9a29e1691e4c", Sender::Both),
    counted("ITIS", "6954847e-2e87-3603-b562-36da29ed1aca", Sender::Both),
    counted("IDONTKNOW", "416911b5-7973-33bf-8d52-7bf01e519cf0", Sender::Both),
    counted("RCONTYPE", "12810e1f-a1db-3378-b4fb-164ed6505926", Sender::Server),
    system_event("MAP_DETAILS", "f9117b3c-8039-3416-9fc0-aef2bcb75c03", kMapDetails)
        .is(EventClass::Map),
    system_event("CAPABILITIES", "f621a5a1-f585-3775-8e73-41beee79f2b2", kCapabilities)
        .is(EventClass::Transport),
    counted("CLIENTVER", "8c001304-8461-3e47-8787-f672b3835bd4", Sender::Client),
    counted("PINGEX", "bcb43bf5-427c-36d8-b5b8-7975c8c06aa1", Sender::Both),
    counted("PONGEX", "d8295530-14a7-3a0a-b02e-b2cee08d2033", Sender::Both),
    counted("CHECKSUM_REQUEST", "60a7cef1-2ecc-3ed4-b138-00fd0c8f5994", Sender::Server),
    counted("CHECKSUM_RESPONSE", "88fc61ec-5a3c-3fc3-8dfa-fd3b715db9e0", Sender::Client),
    counted("CHECKSUM_ERROR", "090960d1-4000-3fd5-9670-4976ae702a6a", Sender::Client),
    system_event("REDIRECT", "4efe406a-7774-33f1-bfde-1806ff6d1528", kRedirect)
        .is(EventClass::Transport),
    counted("RCON_CMD_GROUP_START", "85f67ffe-f1b1-3af3-98c4-26dbf77111b7", Sender::Server),
    counted("RCON_CMD_GROUP_END", "5e02c980-6ca1-3c99-a9af-4650ae956252", Sender::Server),
    system_event("MAP_RELOAD", "9a9b28a3-19b0-37d9-b1f4-2cccfba05bac").is(EventClass::Map),
    system_event("RECONNECT", "5f4d5db7-3947-3711-b04e-07a1ff23c970").is(EventClass::Transport),
    counted("MAPLIST_ADD", "ca956101-b034-3339-92ca-aa104b20d770", Sender::Server),
    counted("MAPLIST_GROUP_START", "d2fafec0-5cd2-319a-a84d-480f2072dee4", Sender::Server),
    counted("MAPLIST_GROUP_END", "43fd0a8b-8b23-350d-b3f6-0de549246a70", Sender::Server),
    from_client("Cl_ShowDistance", "53bb28af-4252-3ac9-8fd3-6ccbc2a603e3", kClShowDistance)
        .is(EventClass::Input),
    from_client("Cl_ShowOthers", "7f264cdd-71a2-3962-bbce-0f94bbd81913", kClShowOthers)
        .is(EventClass::Input),
    from_client("Cl_CameraInfo", "8c470228-ee11-3808-93b9-c5c87d08b51c", kClCameraInfo)
        .is(EventClass::Input),
    from_server("Sv_TeamsState", "a091961a-95e8-3744-bb60-5eac9bd563c6", kSvTeamsState,
                kTeamLengths)
        .is(EventClass::Team),
    from_server("Sv_DDRaceTime", "5dde8b3c-6f6f-37ac-a72a-bb341fe76de5", kSvDDRaceTime)
        .is(EventClass::Race),
    from_server("Sv_Record", "804f149f-9b53-3b0a-897f-59663a1c4eb9", kSvRecord)
        .is(EventClass::Race),
    from_server("Sv_KillMsgTeam", "ee610b6f-909f-311e-93f7-11a95f55a086", kSvKillMsgTeam)
        .is(EventClass::Kill),
    from_server("Sv_YourVote", "bfd7f0fc-16d5-3e10-8015-a78380f13870", kSvYourVote)
        .is(EventClass::Vote),
    from_server("Sv_RaceFinish", "c915ba68-0a49-3324-915a-7a6220cecf33", kSvRaceFinish)
        .is(EventClass::Race),
    from_server("Sv_CommandInfo", "90778f65-1b8f-322a-9713-cf741aa44a05", kSvCommandInfo),
    from_server("Sv_CommandInfoRemove", "eb2e77ce-e9a2-35aa-94be-235f523ac1aa",
                kSvCommandInfoRemove),
    from_server("Sv_VoteOptionGroupStart", "969d127c-b768-390d-8879-6104993769fa"),
    from_server("Sv_VoteOptionGroupEnd", "4f096765-39b1-3766-82dc-61b20ccf589a"),
    from_server("Sv_CommandInfoGroupStart", "9e220138-d393-3cb0-90f1-e587c00ab1d0"),
    from_server("Sv_CommandInfoGroupEnd", "054125d8-0062-3891-840b-47462285a01f"),
    from_server("Sv_ChangeInfoCooldown", "746cb54c-6b2b-39a7-8cd8-7c7a1c6c3009",
                kSvChangeInfoCooldown),
    from_server("Sv_MapSoundGlobal", "669c9741-695a-369b-856c-a254f6b7f0cb", kSvMapSoundGlobal)
        .is(EventClass::Effect),
    from_server("Sv_PreInput", "b5d3a686-ad59-382c-b3de-d9fedc3320ae", kSvPreInput)
        .is(EventClass::Input),
    from_server("Sv_SaveCode", "dc9edffb-266a-3bd6-b101-a949fa44e16b", kSvSaveCode),
    from_server("Sv_ServerAlert", "035206dc-9f8b-315c-9abf-5ab9153a857c", kSvServerAlert)
        .is(EventClass::Chat),
    from_server("Sv_ModeratorAlert", "d7c55683-7983-32f0-8d9a-877434ea19d5", kSvServerAlert)
        .is(EventClass::Chat),
    from_client("Cl_EnableSpectatorCount", "e19b66e8-0646-351b-aa03-d4aba7b9545f",
                kClEnableSpectatorCount)
        .is(EventClass::Input),
    from_server("Sv_MapInfo", "da46b81d-a060-30c3-9abb-dd2945e8edb4", kSvMapInfo)
        .is(EventClass::Map),
};

}  // namespace

std::span<const MessageFacts> message_types_ddnet() {
    return kMessages;
}

}  // namespace tickreel::teeworlds
