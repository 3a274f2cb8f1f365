#pragma once
// The server and the players of a simulated match: those of demos/match, on the simulated network.

#include "demos/match/net/bot_client.h"
#include "demos/match/net/match_server.h"
#include "tests/simulation/sim_network.h"

namespace tickreel::sim {

inline constexpr std::string_view kSecret = "SECRET";  // in everything that must not be recorded

inline const Endpoint kServerAt = v4_endpoint({10, 0, 0, 1}, 8303);
inline const Endpoint kProxyAt = v4_endpoint({10, 0, 0, 2}, 8302);

// From its start to its end. Says what it sends.
class GameServer {
public:
    GameServer(Schedule& schedule, SimNetwork& network, Truth& truth, std::uint64_t seed,
               unsigned generation);
    GameServer(const GameServer&) = delete;
    GameServer& operator=(const GameServer&) = delete;
    ~GameServer() { network_.detach(kServerAt); }

    void tick() { server_.tick(schedule_.now()); }
    void change_map() { server_.change_map(schedule_.now()); }
    void say_goodbye() { server_.close("the server is restarted", schedule_.now()); }
    bool serves(const Endpoint& client) const { return server_.serves(client); }

private:
    void watch(const Endpoint& to, int tick, const teeworlds::WireSnapshot* snapshot);

    Schedule& schedule_;
    SimNetwork& network_;
    Truth& truth_;
    unsigned generation_;
    std::map<std::uint16_t, std::uint64_t> pauses_;  // of who plays from a port
    std::vector<std::uint64_t> sent_;                // since the last watch(): ids of packets
    match::MatchServer server_;
};

// A player, who may come several times.
class Player {
public:
    Player(Schedule& schedule, SimNetwork& network, std::uint64_t seed, int index);
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;
    ~Player() { vanish(); }

    enum class From { SamePort, OtherPort, OtherAddress };
    void come(From from);
    void update();
    void vanish();  // without a word
    void leave();
    void talk();
    bool here() const { return client_ != nullptr; }
    bool over() const { return client_ != nullptr && client_->closed(); }
    const Endpoint& at() const { return at_; }

private:
    Schedule& schedule_;
    SimNetwork& network_;
    Random random_;
    int index_;
    int visits_ = 0;
    Endpoint at_{};
    std::unique_ptr<match::BotClient> client_;
};

}  // namespace tickreel::sim
