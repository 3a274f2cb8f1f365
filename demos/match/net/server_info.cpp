#include "demos/match/net/server_info.h"

#include "recorder/games/teeworlds/wire/packer.h"
#include "recorder/games/teeworlds/wire/packet.h"

namespace tickreel::match {
namespace {

constexpr std::string_view kRequest = "\xff\xff\xff\xffgie3";
constexpr std::string_view kReply = "\xff\xff\xff\xffinf3";
constexpr int kListedPlayers = 16;    // the limit of this kind of reply
constexpr int kListedPlayers07 = 64;  // more than a client of 0.7 knows

void add_number(teeworlds::Packer& out, int number) {
    out.add_string(std::to_string(number));
}

bool begins_with_request(ByteView payload) {
    return payload.size() > kRequest.size() &&
           std::equal(
               kRequest.begin(), kRequest.end(), payload.begin(),
               [](char a, Byte b) { return static_cast<Byte>(a) == b; });
}

Bytes with_magic(const teeworlds::Packer& body) {
    Bytes payload(kReply.size() + body.size());
    std::copy(body.data().begin(), body.data().end(),
              std::copy(kReply.begin(), kReply.end(), payload.begin()));
    return payload;
}

}  // namespace

ClientCounts count_clients(const State& state) {
    ClientCounts counts;
    for (const auto& player : state.players) {
        counts.clients += player ? 1 : 0;
        counts.players += player && player->team >= 0 ? 1 : 0;
    }
    return counts;
}

std::optional<Bytes> answer_info(ByteView datagram, const ServerFacts& facts, const State& state) {
    Bytes scratch;
    const auto packet = teeworlds::parse_packet(datagram, teeworlds::Protocol::V06,
                                                teeworlds::TokenMode::Unknown, scratch);
    if (!packet || packet->kind != teeworlds::PacketKind::Connless ||
        packet->payload.size() != kRequest.size() + 1 || !begins_with_request(packet->payload))
        return std::nullopt;
    // DDNet puts two more bytes of the token into the header: "xe", then the high part.
    int token = packet->payload.back();
    if (datagram[0] == 'x' && datagram[1] == 'e') token |= (datagram[2] << 16) | (datagram[3] << 8);
    const auto [players, clients] = count_clients(state);
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
    const Bytes payload = with_magic(out);
    reply.payload = payload;
    return teeworlds::write_packet(reply, teeworlds::Protocol::V06);
}

void add_server_info_07(teeworlds::Packer& out, const ServerFacts& facts, int players,
                        int clients) {
    constexpr int kNormalSkill = 1;
    out.add_string("0.7.5");
    out.add_string(facts.name);
    out.add_string("");  // no host name
    out.add_string(facts.map);
    out.add_string("CTF");
    out.add_int(0);  // no password
    for (const int number : {kNormalSkill, players, facts.slots, clients, facts.slots})
        out.add_int(number);
}

std::optional<Bytes> answer_info_07(ByteView datagram, std::uint32_t token,
                                    const ServerFacts& facts, const State& state) {
    Bytes scratch;
    const auto packet = teeworlds::parse_packet(datagram, teeworlds::Protocol::V07,
                                                teeworlds::TokenMode::Header, scratch);
    if (!packet || packet->kind != teeworlds::PacketKind::Connless || packet->token != token ||
        !begins_with_request(packet->payload))
        return std::nullopt;
    teeworlds::Unpacker in(packet->payload.subspan(kRequest.size()));
    const std::int32_t asked = in.get_int();
    if (in.failed()) return std::nullopt;
    // A client expects as many of them as there are said to be: no more than fit.
    const std::size_t room =
        teeworlds::max_payload(teeworlds::Protocol::V07, teeworlds::TokenMode::Header) / 2;
    teeworlds::Packer list;
    ClientCounts listed;
    for (const auto& player : state.players) {
        if (!player || listed.clients == kListedPlayers07 || list.size() > room) continue;
        list.add_string(player->name);
        list.add_string(player->clan);
        list.add_int(player->country);
        list.add_int(player->score);
        list.add_int(player->team >= 0 ? 0 : 1);
        ++listed.clients;
        listed.players += player->team >= 0 ? 1 : 0;
    }
    teeworlds::Packer out;
    out.add_int(asked);
    add_server_info_07(out, facts, listed.players, listed.clients);
    out.add_raw(list.data());
    const Bytes payload = with_magic(out);
    teeworlds::Packet reply;
    reply.kind = teeworlds::PacketKind::Connless;
    reply.token_mode = teeworlds::TokenMode::Header;
    reply.token = packet->response_token;
    reply.response_token = token;
    reply.payload = payload;
    return teeworlds::write_packet(reply, teeworlds::Protocol::V07);
}

}  // namespace tickreel::match
