#include "demos/match/net/roster_messages.h"

#include "demos/match/net/game_messages.h"
#include "recorder/games/teeworlds/wire/message_id.h"

namespace tickreel::match {

namespace {

using teeworlds::Packer;

Packer client_info(int slot, const Player& player, bool local) {
    Packer out = teeworlds::begin_game_message(kSvClientInfo);
    out.add_int(slot);
    out.add_int(local ? 1 : 0);
    out.add_int(player.team);
    out.add_string(player.name);
    out.add_string(player.clan);
    out.add_int(player.country);
    add_parts(out, player.parts);
    out.add_int(0);  // not silent
    return out;
}

Packer client_drop(int slot) {
    Packer out = teeworlds::begin_game_message(kSvClientDrop);
    out.add_int(slot);
    out.add_string("");
    out.add_int(0);
    return out;
}

Packer team_change(int slot, int team) {
    Packer out = teeworlds::begin_game_message(kSvTeam);
    out.add_int(slot);
    out.add_int(team);
    out.add_int(0);  // not silent
    out.add_int(0);  // may change again at once
    return out;
}

}  // namespace

void add_parts(Packer& out, const SkinParts& parts) {
    for (const SkinPart& part : parts) out.add_string(part.name);
    for (const SkinPart& part : parts) out.add_int(part.custom_color ? 1 : 0);
    for (const SkinPart& part : parts) out.add_int(part.color);
}

SkinParts read_parts(teeworlds::Unpacker& in) {
    constexpr std::size_t kLongestPart = 23;
    SkinParts parts;
    for (SkinPart& part : parts) part.name = in.get_string().substr(0, kLongestPart);
    for (SkinPart& part : parts) part.custom_color = in.get_int() != 0;
    for (SkinPart& part : parts) part.color = in.get_int();
    return parts;
}

std::vector<Packer> RosterMessages::changes(const State& state, int own) {
    std::vector<Packer> out;
    std::optional<Packer> local;
    for (int slot = 0; slot < kMaxPlayers; ++slot) {
        const auto& player = state.players[static_cast<std::size_t>(slot)];
        std::optional<Told>& told = told_[static_cast<std::size_t>(slot)];
        const bool same = player && told && told->name == player->name &&
                          told->clan == player->clan && told->country == player->country;
        if (told && !same) {
            out.push_back(client_drop(slot));
            told.reset();
        }
        if (!player) continue;
        if (!told)
            if (slot == own)
                local = client_info(slot, *player, true);
            else
                out.push_back(client_info(slot, *player, false));
        else if (told->team != player->team)
            out.push_back(team_change(slot, player->team));
        told = Told{player->name, player->clan, player->country, player->team};
    }
    // As in the game's server: the others before it.
    if (local) out.push_back(*std::move(local));
    return out;
}

}  // namespace tickreel::match
