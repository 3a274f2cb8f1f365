#include "demos/match/net/bot_client.h"

#include "demos/match/map/arena.h"
#include "demos/match/net/improper_items.h"
#include "demos/match/net/match_server.h"
#include "demos/match/net/roster_messages.h"
#include "tickreel/base/crc32.h"

namespace tickreel::match {
namespace {

using teeworlds::Packer;
using teeworlds::SystemMessage;
using teeworlds::Time;
using teeworlds::Unpacker;

constexpr auto kTickTime = std::chrono::milliseconds(1000 / kTicksPerSecond);
constexpr int kAhead = 2;  // ticks by which inputs are sent early
constexpr std::size_t kLargestMap = 64U << 20U;
constexpr int kStrangeMap = 200;  // tiles, for unknown maps

constexpr const char* kLines[] = {
    "good game",
    "flag carrier on the bridge",
    "need cover",
    "nice shot",
    "who has the red flag?",
    "back to base",
    "that was close",
    "armor is up again",
    "gl hf",
    "on my way",
    "hook me over",
    "wait for the grenade",
};

teeworlds::ConnectionOptions client_options(const ClientOptions& client) {
    teeworlds::ConnectionOptions options;
    options.protocol = client.protocol;
    // Another one for each connection: a server takes the same for the same client.
    const Bytes seed{static_cast<Byte>(client.seed), static_cast<Byte>(client.seed >> 8U),
                     static_cast<Byte>(client.seed >> 16U), static_cast<Byte>(client.seed >> 24U)};
    options.token = teeworlds::peer_token(seed, as_bytes(client.name));
    options.endpoint = teeworlds::Endpoint::Client;
    options.tokens = teeworlds::TokenMode::Tail;
    return options;
}

TileMap known_tiles(std::uint32_t crc) {
    TileMap arena = make_arena();
    return crc == arena_map().crc ? arena : TileMap(kStrangeMap, kStrangeMap);
}

}  // namespace

BotClient::BotClient(const ClientOptions& options, teeworlds::Connection::Output output)
    : options_(options),
      connection_(client_options(options), std::move(output)),
      snaps_(options.protocol, 0),
      random_(options.seed ^ 0x9e3779b9U) {}

void BotClient::connect(Time now) {
    connection_.connect(now);
}

void BotClient::send(const Packer& message, bool vital, Time now) {
    connection_.send(message.data(), vital, now);
}

void BotClient::feed(ByteView datagram, Time now) {
    connection_.feed(datagram, now,
                     [&](const teeworlds::Chunk& chunk) { on_message(chunk.data, now); });
    connection_.flush(now);
}

void BotClient::update(Time now) {
    connection_.update(now);
    if (connection_.state() != teeworlds::Connection::State::Online) return;
    if (!greeted_) {
        greeted_ = true;
        Packer info = begin(SystemMessage::Info);
        info.add_string(numbers().net_version);
        info.add_string(options_.password);
        if (is_07()) info.add_int(kClientVersion07);
        send(info, true, now);
        connection_.flush(now);
    }
    const int tick = predicted_tick(now);
    if (playing_ && tick > last_input_) {
        send_input(tick, now);
        chat(tick, now);
        connection_.flush(now);
    }
}

void BotClient::leave(Time now) {
    connection_.close("", now);
}

int BotClient::predicted_tick(Time now) const {
    if (last_tick_ < 0) return -1;
    return last_tick_ + static_cast<int>((now - last_time_) / kTickTime) + kAhead;
}

void BotClient::on_message(ByteView message, Time now) {
    Unpacker in(message);
    const auto id = teeworlds::read_message_id(in);
    if (!id || id->uuid) return;
    if (const auto system = teeworlds::system_message(options_.protocol, *id))
        on_system(*system, in, now);
    else if (!id->system)
        on_game(id->id, in, now);
}

void BotClient::on_game(int id, Unpacker& in, Time now) {
    if (id == kSvReadyToEnter) {
        snaps_.reset();
        last_tick_ = -1;
        last_input_ = -1;
        playing_ = false;
        players_ = {};
        send(begin(SystemMessage::EnterGame), true, now);
        return;
    }
    if (!is_07() || (id != kSvClientInfo && id != kSvTeam)) return;
    const int player = in.get_int();
    const bool local = id == kSvClientInfo && in.get_int() != 0;
    const int team = in.get_int();
    if (in.failed() || player < 0 || player >= 128) return;
    players_.team_of[static_cast<std::size_t>(player)] = team;
    if (local) players_.own = player;
}

void BotClient::on_system(SystemMessage message, Unpacker& in, Time now) {
    switch (message) {
        case SystemMessage::MapChange:
            on_map_change(in, now);
            break;
        case SystemMessage::MapData:
            on_map_data(in, now);
            break;
        case SystemMessage::ConReady:
            send_start_info(now);
            break;
        case SystemMessage::Ping:
            send(begin(SystemMessage::PingReply), true, now);
            break;
        case SystemMessage::Snap:
        case SystemMessage::SnapSingle:
        case SystemMessage::SnapEmpty:
            if (const auto part = teeworlds::parse_snap(message, in.rest())) {
                snaps_.feed(*part, now);
                while (const auto outcome = snaps_.next(now)) on_snapshot(*outcome, now);
            }
            break;
        default:
            break;
    }
}

void BotClient::on_map_change(Unpacker& in, Time now) {
    Map map;
    map.name = in.get_string();
    map.crc = static_cast<std::uint32_t>(in.get_int());
    map.size = static_cast<std::size_t>(std::max(0, in.get_int()));
    if (is_07()) map.pieces_per_request = std::max(1, in.get_int());
    if (in.failed() || map.size > kLargestMap) {
        connection_.close("map too large", now);
        return;
    }
    playing_ = false;
    map_ok_ = false;
    map_ = std::move(map);
    request_map(now);
}

void BotClient::request_map(Time now) {
    Packer request = begin(SystemMessage::RequestMapData);
    if (!is_07()) request.add_int(map_.pieces);
    send(request, true, now);
}

void BotClient::on_map_data_07(Unpacker& in, Time now) {
    const ByteView data = in.rest();
    if (map_ok_ || map_.bytes.size() + data.size() > map_.size) return;
    ++map_.pieces;
    map_.bytes.insert(map_.bytes.end(), data.begin(), data.end());
    if (map_.bytes.size() == map_.size)
        map_complete(now);
    else if (map_.pieces % map_.pieces_per_request == 0)
        request_map(now);
}

void BotClient::on_map_data(Unpacker& in, Time now) {
    if (is_07()) return on_map_data_07(in, now);
    const bool last = in.get_int() != 0;
    const auto crc = static_cast<std::uint32_t>(in.get_int());
    const int index = in.get_int();
    const int size = in.get_int();
    const ByteView data = in.get_raw(static_cast<std::size_t>(std::max(size, 0)));
    if (in.failed() || crc != map_.crc || map_ok_ || index != map_.pieces ||
        map_.bytes.size() + data.size() > map_.size)
        return;
    ++map_.pieces;
    map_.bytes.insert(map_.bytes.end(), data.begin(), data.end());
    if (last)
        map_complete(now);
    else
        request_map(now);
}

void BotClient::map_complete(Time now) {
    map_ok_ = map_.bytes.size() == map_.size && crc32_ieee(map_.bytes) == map_.crc;
    if (!map_ok_) {
        connection_.close("the map does not have the checksum that was announced", now);
        return;
    }
    tiles_ = known_tiles(map_.crc);
    brain_.emplace(*tiles_, options_.seed);
    send(begin(SystemMessage::Ready), true, now);
}

void BotClient::send_start_info(Time now) {
    Packer info = teeworlds::begin_game_message(numbers().cl_start_info);
    info.add_string(options_.name);
    info.add_string(options_.clan);
    info.add_int(-1);
    if (is_07()) {
        add_parts(info, standard_parts());
        send(info, true, now);
        return;
    }
    info.add_string(options_.skin);
    info.add_int(options_.color >= 0 ? 1 : 0);
    const int color = std::max(options_.color, 0) << 16 | 0x00c040;
    info.add_int(color);
    info.add_int(color);
    send(info, true, now);
}

// In a copy: the next delta is against what the server sent.
std::shared_ptr<const teeworlds::WireSnapshot> BotClient::without_improper(
    std::shared_ptr<const teeworlds::WireSnapshot> snapshot) {
    const std::vector<std::size_t> improper = improper_items(*snapshot, options_.protocol);
    if (improper.empty()) return snapshot;
    auto rest = std::make_shared<teeworlds::WireSnapshot>(*snapshot);
    for (const std::size_t index : improper) rest->invalidate_item(index);
    improper_ += improper.size();
    return rest;
}

void BotClient::on_snapshot(const teeworlds::SnapOutcome& outcome, Time now) {
    // Snapshots before the map has loaded cannot be played.
    if (outcome.failure != teeworlds::SnapFailure::None || !map_ok_) return;
    ++snapshots_;
    last_ = without_improper(outcome.snapshot);
    last_tick_ = outcome.tick;
    last_time_ = now;
    playing_ = true;
}

void BotClient::send_input(int tick, Time now) {
    last_input_ = tick;
    const BotView view = view_of(*last_, last_tick_, options_.protocol, players_);
    match::Input thought = brain_->think(view);
    if (is_07()) thought.player_flags = 0;  // its bits mean something else there
    const auto words = thought.words();
    Packer input = begin(SystemMessage::Input);
    input.add_int(snaps_.last_good_tick());
    input.add_int(tick);
    input.add_int(static_cast<std::int32_t>(words.size() * 4));
    for (const std::int32_t word : words) input.add_int(word);
    if (is_07()) input.add_int(0);  // the correction of the ping
    send(input, false, now);
    ++inputs_;
}

void BotClient::chat(int tick, Time now) {
    const auto pause = [&] {
        const int ticks = options_.chat_every * kTicksPerSecond;
        return ticks / 2 + static_cast<int>(random_() % static_cast<unsigned>(ticks + 1));
    };
    if (options_.chat_every <= 0 || tick < next_chat_) return;
    const bool first = next_chat_ == 0;
    next_chat_ = tick + pause();
    if (first) return;
    if (random_() % 3 == 0) {
        Packer emoticon = teeworlds::begin_game_message(numbers().cl_emoticon);
        emoticon.add_int(static_cast<std::int32_t>(random_() % 16));
        send(emoticon, true, now);
        return;
    }
    say(false, kLines[random_() % std::size(kLines)], now);
}

void BotClient::say(bool team_only, std::string_view text, Time now) {
    Packer say = teeworlds::begin_game_message(numbers().cl_say);
    if (is_07()) {
        say.add_int(team_only ? kChatTeam : kChatAll);
        say.add_int(-1);  // whispered to nobody
    } else {
        say.add_int(team_only ? 1 : 0);
    }
    say.add_string(text);
    send(say, true, now);
}

ClientReport BotClient::report() const {
    const auto& counters = snaps_.counters();
    return {snapshots_,
            counters.crc_mismatches,
            counters.base_missing,
            inputs_,
            improper_,
            map_.bytes.size(),
            map_ok_};
}

}  // namespace tickreel::match
