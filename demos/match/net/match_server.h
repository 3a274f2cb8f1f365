#pragma once
// A 0.6 / DDNet game server without a socket: datagrams in, datagrams out, one call per tick.

#include <map>
#include <memory>

#include "demos/match/bots/bot.h"
#include "demos/match/net/session.h"
#include "recorder/net/endpoint.h"

namespace tickreel::match {

MapFile arena_map();  // the map that servers run

class MatchServer {
public:
    using Output = std::function<void(const Endpoint& to, ByteView datagram)>;

    MatchServer(const ServerOptions& options, MapFile map, Output output);

    void add_bot(const std::string& name, std::uint32_t seed);  // a bot inside the server
    void feed(ByteView datagram, const Endpoint& from, teeworlds::Time now);
    void tick(teeworlds::Time now);
    void close(std::string_view reason, teeworlds::Time now);

    int clients() const { return static_cast<int>(sessions_.size()); }
    int playing() const;
    const State& state() const { return stage_.world.state(); }

private:
    struct HouseBot {
        int player = 0;
        Bot brain;
    };
    void think();
    void remove_gone(teeworlds::Time now);

    Output output_;
    Bytes secret_{};
    Stage stage_;
    std::map<Endpoint, std::unique_ptr<Session>> sessions_;
    std::vector<HouseBot> bots_;
    std::vector<SnapshotEvent> snapshot_events_;  // since the last snapshot tick
};

}  // namespace tickreel::match
