#include "demos/match/net/server_info.h"

#include "recorder/games/teeworlds/wire/packer.h"
#include "recorder/games/teeworlds/wire/packet.h"

namespace tickreel::match {
namespace {

constexpr std::string_view kRequest = "\xff\xff\xff\xffgie3";
constexpr std::string_view kReply = "\xff\xff\xff\xffinf3";
constexpr int kListedPlayers = 16;  // the limit of this kind of reply

void add_number(teeworlds::Packer& out, int number) {
    out.add_string(std::to_string(number));
}

}  // namespace

std::optional<Bytes> answer_info(ByteView datagram, const ServerFacts& facts, const State& state) {
    Bytes scratch;
    const auto packet = teeworlds::parse_packet(datagram, teeworlds::Protocol::V06,
                                                teeworlds::TokenMode::Unknown, scratch);
    if (!packet || packet->kind != teeworlds::PacketKind::Connless ||
        packet->payload.size() != kRequest.size() + 1 ||
        !std::equal(kRequest.begin(), kRequest.end(), packet->payload.begin(),
                    [](char a, Byte b) { return static_cast<Byte>(a) == b; }))
        return std::nullopt;
    // DDNet puts two more bytes of the token into the header: "xe", then the high part.
    int token = packet->payload.back();
    if (datagram[0] == 'x' && datagram[1] == 'e') token |= (datagram[2] << 16) | (datagram[3] << 8);
    int players = 0;
    int clients = 0;
    for (const auto& player : state.players) {
        clients += player ? 1 : 0;
        players += player && player->team >= 0 ? 1 : 0;
    }
    teeworlds::Packer out;
    add_number(out, token);
    out.add_string("0.6.4");
    out.add_string(facts.name);
    out.add_string(facts.map);
    out.add_string("CTF");
    add_number(out, 0);  // no password
    add_number(out, std::min(players, kListedPlayers));
    add_number(out, std::min(facts.slots, kListedPlayers));
    add_number(out, std::min(clients, kListedPlayers));
    add_number(out, std::min(facts.slots, kListedPlayers));
    int listed = 0;
    for (const auto& player : state.players) {
        if (!player || listed == kListedPlayers) continue;
        ++listed;
        out.add_string(player->name);
        out.add_string(player->clan);
        add_number(out, player->country);
        add_number(out, player->score);
        add_number(out, player->team >= 0 ? 1 : 0);
    }
    teeworlds::Packet reply;
    reply.kind = teeworlds::PacketKind::Connless;
    Bytes payload(kReply.size() + out.size());
    std::copy(out.data().begin(), out.data().end(),
              std::copy(kReply.begin(), kReply.end(), payload.begin()));
    reply.payload = payload;
    return teeworlds::write_packet(reply, teeworlds::Protocol::V06);
}

}  // namespace tickreel::match
