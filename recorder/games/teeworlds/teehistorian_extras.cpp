#include "recorder/games/teeworlds/teehistorian_extras.h"

#include <map>

namespace tickreel::teeworlds {

namespace {

constexpr ExtraField kClient{ExtraPart::Int, "client_id", Role::Owner};
constexpr ExtraField kTeam{ExtraPart::Int, "team", Role::None};
constexpr ExtraField kSkippedUuid{ExtraPart::SkipUuid};
constexpr ExtraField kSkippedText{ExtraPart::SkipText};

// Team: a DDRace team, whose members play together; no role, because it is no side of a match.
constexpr ExtraFacts kExtras[] = {
    {"teehistorian-joinver6@ddnet.tw", "Joined06", EventClass::Join, {kClient}, 1},
    {"teehistorian-rejoinver6@ddnet.org", "Rejoined06", EventClass::Join, {kClient}, 1},
    {"teehistorian-joinver7@ddnet.tw", "Joined07", EventClass::Join, {kClient}, 1},
    {"teehistorian-ddnetver-old@ddnet.tw",
     "ClientVersion",
     EventClass::Transport,
     {kClient, {ExtraPart::Int, "version"}},
     2},
    {"teehistorian-ddnetver@ddnet.tw",
     "ClientVersion",
     EventClass::Transport,
     {kClient, kSkippedUuid, {ExtraPart::Int, "version"}},
     3},
    {"teehistorian-auth-init@ddnet.tw",
     "AuthKept",
     EventClass::Transport,
     {kClient, {ExtraPart::Int, "level"}, kSkippedText},
     3},
    {"teehistorian-auth-login@ddnet.tw",
     "AuthLogin",
     EventClass::Transport,
     {kClient, {ExtraPart::Int, "level"}, kSkippedText},
     3},
    {"teehistorian-auth-logout@ddnet.tw", "AuthLogout", EventClass::Transport, {kClient}, 1},
    {"teehistorian-save-success@ddnet.tw", "TeamSaved", EventClass::Race, {kTeam}, 1},
    {"teehistorian-save-failure@ddnet.tw", "TeamSaveFailed", EventClass::Race, {kTeam}, 1},
    {"teehistorian-load-success@ddnet.tw", "TeamLoaded", EventClass::Race, {kTeam}, 1},
    {"teehistorian-load-failure@ddnet.tw", "TeamLoadFailed", EventClass::Race, {kTeam}, 1},
    {"teehistorian-player-team@ddnet.tw", "PlayerTeam", EventClass::Team, {kClient, kTeam}, 2},
    {"teehistorian-team-practice@ddnet.tw",
     "TeamPractice",
     EventClass::Race,
     {kTeam, {ExtraPart::Int, "practice"}},
     2},
    {"teehistorian-player-ready@ddnet.tw", "PlayerReady", EventClass::Join, {kClient}, 1},
    {"teehistorian-player-swap@ddnet.tw",
     "PlayerSwap",
     EventClass::Race,
     {kClient, {ExtraPart::Int, "other_id", Role::Object}},
     2},
    {"teehistorian-player-name@ddnet.org",
     "PlayerName",
     EventClass::Other,
     {kClient, {ExtraPart::Text, "name", Role::Name}},
     2},
    {"teehistorian-player-finish@ddnet.org",
     "PlayerFinish",
     EventClass::Race,
     {kClient, {ExtraPart::Int, "time_ticks"}},
     2},
    {"teehistorian-team-finish@ddnet.org",
     "TeamFinish",
     EventClass::Race,
     {kTeam, {ExtraPart::Int, "time_ticks"}},
     2},
    {"teehistorian-antibot@ddnet.org"},
    {"teehistorian-test@ddnet.tw"},
};

}  // namespace

const ExtraFacts* find_extra(const Uuid& uuid) {
    static const std::map<Uuid, const ExtraFacts*> extras = [] {
        std::map<Uuid, const ExtraFacts*> all;
        for (const ExtraFacts& extra : kExtras) all.emplace(uuid_from_name(extra.chunk), &extra);
        return all;
    }();
    const auto at = extras.find(uuid);
    return at == extras.end() ? nullptr : at->second;
}

}  // namespace tickreel::teeworlds
