#pragma once
// A 0.6 / DDNet or 0.7 game server without a socket: datagrams in, datagrams out, one call per
// tick.

#include <map>
#include <memory>

#include "demos/match/bots/bot.h"
#include "demos/match/net/session.h"
#include "recorder/net/endpoint.h"

namespace tickreel::match {

const MapFile& arena_map();  // the map that servers run; made once, which takes its time

class MatchServer {
public:
    using Output = std::function<void(const Endpoint& to, ByteView datagram)>;

    MatchServer(const ServerOptions& options, MapFile map, Output output);

    void add_bot(const std::string& name, std::uint32_t seed);  // a bot inside the server
    void feed(ByteView datagram, const Endpoint& from, teeworlds::Time now);
    void tick(teeworlds::Time now);
    void close(std::string_view reason, teeworlds::Time now);
    void change_map(teeworlds::Time now);  // the same one again: everybody loads and enters it
    void begin_match() { stage_.world.end_round(); }
    // Told what every client is sent: nullptr before a snapshot's datagrams leave, the snapshot (or
    // nullptr, if none was due) after them.
    using Watcher =
        std::function<void(const Endpoint& to, int tick, const teeworlds::WireSnapshot* snapshot)>;
    void watch(Watcher watcher) { watcher_ = std::move(watcher); }

    int clients() const { return static_cast<int>(sessions_.size()); }
    int playing() const;
    bool serves(const Endpoint& client) const;  // it plays
    const State& state() const { return stage_.world.state(); }

private:
    struct HouseBot {
        int player = 0;
        Bot brain;
    };
    void think();
    void remove_gone(teeworlds::Time now);
    void send_snapshot(const Endpoint& to, Session& session, teeworlds::Time now);

    Output output_;
    Watcher watcher_{};
    Bytes secret_{};
    Stage stage_;
    std::map<Endpoint, std::unique_ptr<Session>> sessions_;
    std::vector<HouseBot> bots_;
    std::vector<SnapshotEvent> snapshot_events_;  // since the last snapshot tick
};

}  // namespace tickreel::match
