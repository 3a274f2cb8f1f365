#pragma once
// A headless player: connects, downloads the map, enters, acknowledges every snapshot and plays. No
// socket, no clock: datagrams and times come in, datagrams go out through a callback. Works with
// any 0.6 / DDNet or 0.7 server; on an unknown map it moves around without a goal.

#include <optional>

#include "demos/match/bots/bot.h"
#include "demos/match/net/game_messages.h"
#include "demos/match/net/snapshot_view.h"
#include "recorder/games/teeworlds/wire/connection.h"
#include "recorder/games/teeworlds/wire/message_id.h"
#include "recorder/games/teeworlds/wire/snap_receiver.h"

namespace tickreel::match {

struct ClientOptions {
    std::string name = "tee";
    std::string clan = "reel";
    std::string skin = "default";
    int color = -1;  // hue of body and feet, 0..255; -1 the skin's own colours
    std::string password{};
    teeworlds::Protocol protocol = teeworlds::Protocol::V06;
    std::uint32_t seed = 1;
    int chat_every = 20;  // mean seconds between two chat lines; 0: never
};

struct ClientReport {
    std::uint64_t snapshots = 0;
    std::uint64_t bad_checksums = 0;
    std::uint64_t lost_bases = 0;
    std::uint64_t inputs = 0;
    std::uint64_t improper = 0;  // items with values out of range: not taken
    std::size_t map_bytes = 0;
    bool map_ok = false;  // its checksum is the announced one
};

class BotClient {
public:
    BotClient(const ClientOptions& options, teeworlds::Connection::Output output);

    void connect(teeworlds::Time now);
    void feed(ByteView datagram, teeworlds::Time now);
    void update(teeworlds::Time now);  // call at least every 20 ms: one frame
    void say(bool team_only, std::string_view text, teeworlds::Time now);
    void leave(teeworlds::Time now);

    bool playing() const { return playing_; }
    bool closed() const { return connection_.state() == teeworlds::Connection::State::Closed; }
    const std::string& close_reason() const { return connection_.close_reason(); }
    const std::string& name() const { return options_.name; }
    ClientReport report() const;
    // The newest snapshot, without items that are out of range; null before the first.
    std::shared_ptr<const teeworlds::WireSnapshot> seen() const { return last_; }

private:
    struct Map {
        std::string name{};
        std::uint32_t crc = 0;
        std::size_t size = 0;
        Bytes bytes{};
        int pieces = 0;  // received in order
        int pieces_per_request = 1;
    };

    void on_message(ByteView message, teeworlds::Time now);
    void on_system(teeworlds::SystemMessage message, teeworlds::Unpacker& in, teeworlds::Time now);
    void on_map_change(teeworlds::Unpacker& in, teeworlds::Time now);
    void on_map_data(teeworlds::Unpacker& in, teeworlds::Time now);
    void on_map_data_07(teeworlds::Unpacker& in, teeworlds::Time now);
    void on_game(int id, teeworlds::Unpacker& in, teeworlds::Time now);
    void request_map(teeworlds::Time now);
    void map_complete(teeworlds::Time now);
    std::shared_ptr<const teeworlds::WireSnapshot> without_improper(
        std::shared_ptr<const teeworlds::WireSnapshot> snapshot);
    void on_snapshot(const teeworlds::SnapOutcome& outcome, teeworlds::Time now);
    void send_start_info(teeworlds::Time now);
    void send_input(int tick, teeworlds::Time now);
    void chat(int tick, teeworlds::Time now);
    void send(const teeworlds::Packer& message, bool vital, teeworlds::Time now);
    int predicted_tick(teeworlds::Time now) const;
    bool is_07() const { return options_.protocol == teeworlds::Protocol::V07; }
    const Numbers& numbers() const { return numbers_of(options_.protocol); }
    teeworlds::Packer begin(teeworlds::SystemMessage message) const {
        return teeworlds::begin_system_message(options_.protocol, message);
    }

    ClientOptions options_;
    teeworlds::Connection connection_;
    teeworlds::SnapReceiver snaps_;
    bool greeted_ = false;
    bool playing_ = false;
    Map map_{};
    bool map_ok_ = false;
    std::optional<TileMap> tiles_{};
    std::optional<Bot> brain_{};
    std::mt19937 random_;
    std::shared_ptr<const teeworlds::WireSnapshot> last_{};
    int last_tick_ = -1;
    teeworlds::Time last_time_{};
    int last_input_ = -1;
    KnownPlayers players_{};
    int next_chat_ = 0;
    std::uint64_t snapshots_ = 0;
    std::uint64_t inputs_ = 0;
    std::uint64_t improper_ = 0;
};

}  // namespace tickreel::match
