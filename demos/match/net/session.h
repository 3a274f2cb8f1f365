#pragma once
// One client of the server, from its first to its last packet: map, name, inputs in; snapshots and
// messages out. Time is passed in, bytes leave through the connection's callback.

#include <map>
#include <memory>

#include "demos/match/net/game_messages.h"
#include "demos/match/net/roster_messages.h"
#include "demos/match/net/stage.h"
#include "recorder/games/teeworlds/wire/connection.h"
#include "recorder/games/teeworlds/wire/message_id.h"
#include "recorder/games/teeworlds/wire/snap_sender.h"

namespace tickreel::match {

class Session {
public:
    Session(Stage& stage, std::uint32_t token, teeworlds::Time now,
            teeworlds::Connection::Output output);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    void feed(ByteView datagram, teeworlds::Time now);
    void update(teeworlds::Time now);
    void close(std::string_view reason, teeworlds::Time now);
    bool over(teeworlds::Time now) const;  // closed, or never came online
    // The map changes: first all leave the old one.
    void leave_map() { leave_world(); }
    void load_map(teeworlds::Time now);
    bool playing() const { return phase_ == Phase::Playing; }

    // Passes the input for this tick to the world. Call before the world's step.
    void apply_input(int tick);
    // What was sent; nullptr: none was due.
    std::shared_ptr<const teeworlds::WireSnapshot> send_snapshot(
        const std::vector<SnapshotEvent>& snapshot_events, teeworlds::Time now);
    void deliver(const MessageEvent& event, teeworlds::Time now);
    void tell_players(teeworlds::Time now);  // 0.7: who came, left or changed its team

private:
    enum class Phase { Connected, Loading, Naming, Entering, Playing };

    void on_message(ByteView message, teeworlds::Time now);
    void on_system(teeworlds::SystemMessage message, teeworlds::Unpacker& in, teeworlds::Time now);
    void on_game(int id, teeworlds::Unpacker& in, teeworlds::Time now);
    void on_info(teeworlds::Unpacker& in, teeworlds::Time now);
    void on_map_request(teeworlds::Unpacker& in, teeworlds::Time now);
    void send_map_07(teeworlds::Time now);
    void tell_game_07(teeworlds::Time now);
    void read_profile(teeworlds::Unpacker& in);
    void on_start_info(teeworlds::Unpacker& in, teeworlds::Time now);
    void on_enter(teeworlds::Time now);
    void on_input(teeworlds::Unpacker& in, teeworlds::Time now);
    void on_say(teeworlds::Unpacker& in);
    void note_latency(int ack_tick, teeworlds::Time now);
    void start_again();
    void leave_world();
    void deliver_flag(const MessageEvent& event, teeworlds::Time now);
    void on_watch(int player);
    bool is_07() const { return stage_.options.protocol == teeworlds::Protocol::V07; }
    const Numbers& numbers() const { return numbers_of(stage_.options.protocol); }
    teeworlds::Packer begin(teeworlds::SystemMessage message) const {
        return teeworlds::begin_system_message(stage_.options.protocol, message);
    }
    Vec view_centre();
    int filler_items(int tick) const;
    void tell_map(teeworlds::Time now);
    void send(const teeworlds::Packer& message, bool vital, teeworlds::Time now);

    Stage& stage_;
    teeworlds::Connection connection_;
    teeworlds::SnapSender snaps_;
    Phase phase_ = Phase::Connected;
    int restarts_ = 0;
    teeworlds::Time born_;
    Player profile_{};
    std::size_t map_sent_ = 0;  // bytes, 0.7
    RosterMessages roster_{};
    int player_ = -1;
    int watched_ = -1;               // as a spectator
    std::map<int, Input> inputs_{};  // by target tick
    int last_intended_ = -1;
    std::map<int, teeworlds::Time> sent_at_{};  // snapshot ticks, for the latency
    Vec last_place_{};
};

}  // namespace tickreel::match
