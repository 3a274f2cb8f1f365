#pragma once
// The server and the players of a simulated match: those of demos/, on the simulated network.

#include "tests/simulation/plan.h"
#include "tests/simulation/sim_network.h"

namespace tickreel::sim {

inline constexpr std::string_view kSecret = "SECRET";  // in everything that must not be recorded

inline const Endpoint kServerAt = v4_endpoint({10, 0, 0, 1}, 8303);
inline const Endpoint kProxyAt = v4_endpoint({10, 0, 0, 2}, 8302);

// From its start to its end. Says what it sends.
class GameServer {
public:
    virtual ~GameServer() = default;
    virtual void tick() = 0;  // every 20 ms
    virtual void change_map() = 0;
    virtual void say_goodbye() = 0;
    virtual bool serves(const Endpoint& client) const = 0;
};

// What a player's computer runs, from coming to leaving.
class GameClient {
public:
    virtual ~GameClient() = default;
    virtual void connect(Nanos now) = 0;
    virtual void feed(ByteView datagram, Nanos now) = 0;
    virtual void update(Nanos now) = 0;
    virtual void leave(Nanos now) = 0;
    virtual void say(bool team_only, std::string_view text, Nanos now) = 0;
    virtual bool playing() const = 0;
    virtual bool closed(Nanos now) const = 0;
};

// To one of the server's ports.
using ToServer = std::function<void(std::uint16_t port, ByteView datagram)>;

std::unique_ptr<GameServer> start_teeworlds(Schedule& schedule, SimNetwork& network, Truth& truth,
                                            Kind kind, std::uint64_t seed, unsigned generation);
std::unique_ptr<GameClient> teeworlds_client(Kind kind, const std::string& name, std::uint32_t seed,
                                             const ToServer& send);

// A player, who may come several times.
class Player {
public:
    Player(Schedule& schedule, SimNetwork& network, Kind kind, std::uint64_t seed, int index);
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
    bool over() const { return client_ != nullptr && client_->closed(schedule_.now()); }
    const Endpoint& at() const { return at_; }

private:
    Schedule& schedule_;
    SimNetwork& network_;
    Random random_;
    Kind kind_;
    int index_;
    int visits_ = 0;
    Endpoint at_{};
    std::unique_ptr<GameClient> client_;
};

}  // namespace tickreel::sim
