#include "demos/match/net/match_server.h"

#include "demos/match/bots/world_view.h"
#include "demos/match/map/arena.h"
#include "demos/match/net/server_info.h"
#include "recorder/games/teeworlds/wire/packet.h"

namespace tickreel::match {
namespace {

constexpr std::size_t kMaxSessions =
    2 * kMaxPlayers;  // including those that have not finished the handshake
constexpr char kMapName[] = "tickreel_arena";

Bytes random_secret() {
    std::random_device device;
    Bytes secret(16);
    for (Byte& byte : secret) byte = static_cast<Byte>(device());
    return secret;
}

// Only a CONNECT opens a session, in 0.7 one with our token: stray packets cost nothing.
bool opens_session(ByteView datagram, teeworlds::Protocol protocol, std::uint32_t token) {
    Bytes scratch;
    const auto packet =
        teeworlds::parse_packet(datagram, protocol, teeworlds::TokenMode::Unknown, scratch);
    if (packet && protocol == teeworlds::Protocol::V07 && packet->token != token) return false;
    return packet && packet->kind == teeworlds::PacketKind::Control && !packet->payload.empty() &&
           packet->payload[0] == static_cast<Byte>(teeworlds::Control::Connect);
}

}  // namespace

const MapFile& arena_map() {
    static const MapFile map = write_map(make_arena(), kMapName);
    return map;
}

MatchServer::MatchServer(const ServerOptions& options, MapFile map, Output output)
    : output_(std::move(output)),
      secret_(options.secret.empty() ? random_secret() : options.secret),
      stage_{options, std::move(map), World(make_arena(), options.seed)} {}

void MatchServer::add_bot(const std::string& name, std::uint32_t seed) {
    Player player;
    player.name = name;
    player.clan = "house";
    const int slot = stage_.world.join(std::move(player), stage_.options.slots);
    if (slot >= 0) bots_.push_back({slot, Bot(stage_.world.state().tiles, seed)});
}

void MatchServer::feed(ByteView datagram, const Endpoint& from, teeworlds::Time now) {
    const teeworlds::Protocol protocol = stage_.options.protocol;
    const std::uint32_t token = teeworlds::peer_token(secret_, from.address);
    if (protocol == teeworlds::Protocol::V07) {
        if (const auto answer = teeworlds::answer_token_request(datagram, token))
            return output_(from, *answer);
    }
    const auto info = protocol == teeworlds::Protocol::V07
                          ? answer_info_07(datagram, token, stage_.facts(), state())
                          : answer_info(datagram, stage_.facts(), state());
    if (info) return output_(from, *info);
    const auto known = sessions_.find(from);
    if (known != sessions_.end()) {
        known->second->feed(datagram, now);
        if (known->second->over(now)) sessions_.erase(known);
        return;
    }
    if (sessions_.size() < kMaxSessions && opens_session(datagram, protocol, token)) {
        auto session = std::make_unique<Session>(
            stage_, token, now, [this, from](ByteView reply) { output_(from, reply); });
        session->feed(datagram, now);
        sessions_.emplace(from, std::move(session));
    }
}

void MatchServer::think() {
    for (HouseBot& bot : bots_)
        stage_.world.set_input(bot.player, bot.brain.think(view_of(state(), bot.player)));
}

void MatchServer::remove_gone(teeworlds::Time now) {
    std::erase_if(
        sessions_, [&](const auto& entry) { return entry.second->over(now); });
}

void MatchServer::tick(teeworlds::Time now) {
    stage_.tick_start = now;
    for (auto& [from, session] : sessions_) session->apply_input(state().tick + 1);
    think();
    stage_.world.step();
    stage_.ids.follow(state(), now);
    const auto fresh = stage_.world.take_snapshot_events();
    snapshot_events_.insert(snapshot_events_.end(), fresh.begin(), fresh.end());
    const auto message_events = stage_.world.take_message_events();
    const bool snapshot_tick = stage_.options.high_bandwidth || state().tick % 2 == 0;
    for (auto& [from, session] : sessions_) {
        session->tell_players(now);
        for (const MessageEvent& event : message_events) session->deliver(event, now);
        if (snapshot_tick) send_snapshot(from, *session, now);
        session->update(now);
    }
    if (snapshot_tick) {
        snapshot_events_.clear();
        stage_.world.forget_triggered();
    }
    remove_gone(now);
}

void MatchServer::send_snapshot(const Endpoint& to, Session& session, teeworlds::Time now) {
    if (watcher_) watcher_(to, state().tick, nullptr);
    const auto sent = session.send_snapshot(snapshot_events_, now);
    if (watcher_) watcher_(to, state().tick, sent.get());
}

void MatchServer::close(std::string_view reason, teeworlds::Time now) {
    for (auto& [from, session] : sessions_) session->close(reason, now);
    sessions_.clear();
}

void MatchServer::change_map(teeworlds::Time now) {
    for (auto& [from, session] : sessions_) session->leave_map();
    std::vector<Player> house;
    for (const HouseBot& bot : bots_)
        house.push_back(*state().players[static_cast<std::size_t>(bot.player)]);
    stage_.world = World(make_arena(), ++stage_.options.seed);
    stage_.ids = {};
    snapshot_events_.clear();
    for (std::size_t i = 0; i < bots_.size(); ++i) {
        house[i].character.reset();
        bots_[i].player = stage_.world.join(std::move(house[i]), stage_.options.slots);
    }
    for (auto& [from, session] : sessions_) session->load_map(now);
}

bool MatchServer::serves(const Endpoint& client) const {
    const auto known = sessions_.find(client);
    return known != sessions_.end() && known->second->playing();
}

int MatchServer::playing() const {
    int count = 0;
    for (const auto& [from, session] : sessions_) count += session->playing() ? 1 : 0;
    return count;
}

}  // namespace tickreel::match
