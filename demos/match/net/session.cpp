#include "demos/match/net/session.h"

#include "tickreel/base/sha256.h"

namespace tickreel::match {
namespace {

using teeworlds::Packer;
using teeworlds::SystemMessage;
using teeworlds::Time;
using teeworlds::Unpacker;

constexpr auto kTickTime = std::chrono::milliseconds(1000 / kTicksPerSecond);
constexpr auto kGrace = std::chrono::seconds(10);  // time to come online
constexpr int kInputWindow = 3 * kTicksPerSecond;  // inputs further ahead are dropped
constexpr std::size_t kMaxChat = 255;
constexpr std::size_t kLaserDamage = 30;  // the place of a tuning value that 0.7 does not have

teeworlds::ConnectionOptions options_with(std::uint32_t token, teeworlds::Protocol protocol) {
    teeworlds::ConnectionOptions options;
    options.protocol = protocol;
    options.endpoint = teeworlds::Endpoint::Server;
    options.tokens = teeworlds::TokenMode::Tail;
    options.token = token;
    return options;
}

// Replaces control characters by spaces; truncates at a whole UTF-8 character.
std::string clean(std::string_view text, std::size_t limit) {
    std::string out(text.substr(0, limit));
    while (text.size() > limit && !out.empty() && (static_cast<Byte>(out.back()) & 0x80U) != 0) {
        const bool lead = (static_cast<Byte>(out.back()) & 0xc0U) == 0xc0U;
        out.pop_back();
        if (lead) break;
    }
    for (char& c : out) c = static_cast<Byte>(c) < 0x20U ? ' ' : c;
    return out;
}

}  // namespace

Session::Session(Stage& stage, std::uint32_t token, Time now, teeworlds::Connection::Output output)
    : stage_(stage),
      connection_(options_with(token, stage.options.protocol), std::move(output)),
      snaps_(stage.options.protocol),
      born_(now) {}

Session::~Session() {
    leave_world();
}

void Session::feed(ByteView datagram, Time now) {
    connection_.feed(datagram, now, [&](const teeworlds::Chunk& chunk) {
        if (connection_.restarts() != restarts_) start_again();
        on_message(chunk.data, now);
    });
    connection_.flush(now);
}

void Session::update(Time now) {
    connection_.update(now);
}

void Session::close(std::string_view reason, Time now) {
    connection_.close(reason, now);
    leave_world();
}

bool Session::over(Time now) const {
    return connection_.state() == teeworlds::Connection::State::Closed ||
           (connection_.state() != teeworlds::Connection::State::Online && now - born_ > kGrace);
}

void Session::start_again() {
    restarts_ = connection_.restarts();
    leave_world();
    snaps_.reset();
    phase_ = Phase::Connected;
}

void Session::leave_world() {
    if (player_ >= 0) {
        stage_.world.leave(player_);
        player_ = -1;
    }
    watched_ = -1;
    roster_.reset();
    inputs_.clear();
    sent_at_.clear();
    last_intended_ = -1;
}

void Session::send(const Packer& message, bool vital, Time now) {
    connection_.send(message.data(), vital, now);
}

void Session::on_message(ByteView message, Time now) {
    Unpacker in(message);
    const auto id = teeworlds::read_message_id(in);
    if (!id || id->uuid) return;  // DDNet's extended messages are not needed for a match
    if (const auto system = teeworlds::system_message(stage_.options.protocol, *id))
        on_system(*system, in, now);
    else if (!id->system)
        on_game(id->id, in, now);
}

void Session::on_system(SystemMessage message, Unpacker& in, Time now) {
    switch (message) {
        case SystemMessage::Info:
            on_info(in, now);
            break;
        case SystemMessage::RequestMapData:
            on_map_request(in, now);
            break;
        case SystemMessage::Ready:
            if (phase_ == Phase::Loading) {
                phase_ = Phase::Naming;
                Packer motd = teeworlds::begin_game_message(kSvMotd);
                motd.add_string(stage_.options.name + "\nEvery tick of this match is recorded.");
                send(motd, true, now);
                send(begin(SystemMessage::ConReady), true, now);
            }
            break;
        case SystemMessage::EnterGame:
            on_enter(now);
            break;
        case SystemMessage::Input:
            on_input(in, now);
            break;
        case SystemMessage::Ping:
            send(begin(SystemMessage::PingReply), true, now);
            break;
        default:
            break;
    }
}

void Session::on_info(Unpacker& in, Time now) {
    if (phase_ != Phase::Connected) return;
    const std::string version(in.get_string());
    if (in.failed() || version != numbers().net_version) {
        close("Wrong version. Server is running '" + std::string(numbers().net_version) + "'", now);
        return;
    }
    tell_map(now);
}

void Session::load_map(Time now) {
    if (phase_ != Phase::Connected) tell_map(now);
}

void Session::tell_map(Time now) {
    phase_ = Phase::Loading;
    const MapFile& map = stage_.map;
    Packer change = begin(SystemMessage::MapChange);
    change.add_string(map.name);
    change.add_int(static_cast<std::int32_t>(map.crc));
    change.add_int(static_cast<std::int32_t>(map.bytes.size()));
    if (is_07()) {
        change.add_int(kMapChunksPerRequest07);
        change.add_int(kMapChunkSize07);
        change.add_raw(sha256(map.bytes));
        map_sent_ = 0;
    }
    send(change, true, now);
}

// The next pieces; their place is their order.
void Session::send_map_07(Time now) {
    const ByteView map = stage_.map.bytes;
    for (int i = 0; i < kMapChunksPerRequest07 && map_sent_ < map.size(); ++i) {
        const std::size_t size = std::min<std::size_t>(kMapChunkSize07, map.size() - map_sent_);
        Packer data = begin(SystemMessage::MapData);
        data.add_raw(map.subspan(map_sent_, size));
        map_sent_ += size;
        send(data, true, now);
    }
}

void Session::on_map_request(Unpacker& in, Time now) {
    if (is_07()) {
        if (phase_ == Phase::Loading) send_map_07(now);
        return;
    }
    const int index = in.get_int();
    const Bytes& map = stage_.map.bytes;
    const std::size_t offset = static_cast<std::size_t>(index) * kMapChunkSize;
    if (in.failed() || index < 0 || phase_ == Phase::Connected || offset >= map.size()) return;
    const std::size_t size = std::min<std::size_t>(kMapChunkSize, map.size() - offset);
    Packer data = begin(SystemMessage::MapData);
    data.add_int(offset + size == map.size() ? 1 : 0);
    data.add_int(static_cast<std::int32_t>(stage_.map.crc));
    data.add_int(index);
    data.add_int(static_cast<std::int32_t>(size));
    data.add_raw(ByteView(map).subspan(offset, size));
    send(data, true, now);
}

void Session::read_profile(Unpacker& in) {
    Player& player = profile_;
    player.name = clean(in.get_string(), 15);
    player.clan = clean(in.get_string(), 11);
    player.country = in.get_int();
    if (is_07()) {
        player.parts = read_parts(in);
    } else {
        player.skin = clean(in.get_string(), 23);
        player.custom_color = in.get_int() != 0;
        player.color_body = in.get_int();
        player.color_feet = in.get_int();
    }
    if (player.name.find_first_not_of(' ') == std::string::npos) player.name = "nameless tee";
}

void Session::on_start_info(Unpacker& in, Time now) {
    if (phase_ != Phase::Naming) return;
    read_profile(in);
    phase_ = Phase::Entering;
    send(teeworlds::begin_game_message(kSvVoteClearOptions), true, now);
    Packer tuning = teeworlds::begin_game_message(kSvTuneParams);
    std::size_t place = 0;
    for (const float value : tuning_values(stage_.world.state().tuning))
        if (place++ != kLaserDamage || !is_07()) tuning.add_int(to_int(value * 100.0F));
    send(tuning, true, now);
    send(teeworlds::begin_game_message(kSvReadyToEnter), true, now);
}

void Session::on_enter(Time now) {
    if (phase_ != Phase::Entering) return;
    player_ = stage_.world.join(profile_, stage_.options.slots);
    if (player_ < 0) {
        close("This server is full", now);
        return;
    }
    snaps_.reset();
    phase_ = Phase::Playing;
    if (is_07()) tell_game_07(now);
}

void Session::tell_game_07(Time now) {
    constexpr int kGameFlags07 = 3;
    const State& state = stage_.world.state();
    const auto [players, clients] = count_clients(state);
    Packer server = begin(SystemMessage::ServerInfo);
    add_server_info_07(server, stage_.facts(), players, clients);
    send(server, true, now);
    Packer settings = teeworlds::begin_game_message(kSvServerSettings);
    for (const int number : {0, 0, 0, 0, 0, stage_.options.slots}) settings.add_int(number);
    send(settings, true, now);
    Packer game = teeworlds::begin_game_message(kSvGameInfo);
    for (const int number : {kGameFlags07, kScoreLimit, 0, 0, state.round}) game.add_int(number);
    send(game, true, now);
    tell_players(now);
}

void Session::tell_players(Time now) {
    if (!is_07() || player_ < 0) return;
    for (const Packer& message : roster_.changes(stage_.world.state(), player_))
        send(message, true, now);
}

void Session::on_input(Unpacker& in, Time now) {
    const int ack_tick = in.get_int();
    const int intended = in.get_int();
    const int size = in.get_int();
    std::array<std::int32_t, 10> words{};
    for (std::int32_t& word : words) word = in.get_int();
    if (in.failed() || size < 40 || phase_ != Phase::Playing) return;
    if (snaps_.acknowledge(ack_tick)) note_latency(ack_tick, now);
    const int tick = stage_.world.state().tick;
    if (intended > last_intended_ && std::abs(intended - tick) < kInputWindow) {
        last_intended_ = intended;
        const Time left = (intended - tick) * kTickTime - (now - stage_.tick_start);
        Packer timing = begin(SystemMessage::InputTiming);
        timing.add_int(intended);
        timing.add_int(static_cast<std::int32_t>(
            std::chrono::duration_cast<std::chrono::milliseconds>(left).count()));
        send(timing, false, now);
    }
    if (std::abs(intended - tick) < kInputWindow)
        inputs_[std::max(intended, tick + 1)] = Input::from_words(words);
}

void Session::note_latency(int ack_tick, Time now) {
    const auto sent = sent_at_.find(ack_tick);
    if (sent == sent_at_.end()) return;
    const auto way = std::chrono::duration_cast<std::chrono::milliseconds>(now - sent->second);
    stage_.world.set_latency(player_, static_cast<int>(way.count()));
    sent_at_.erase(sent_at_.begin(), std::next(sent));
}

void Session::on_say(Unpacker& in) {
    const int mode = in.get_int();
    const bool team_only = is_07() ? mode == kChatTeam : mode != 0;
    if (is_07()) (void)in.get_int();  // to whom it is whispered
    if (is_07() && mode != kChatAll && mode != kChatTeam) return;
    const std::string text = clean(in.get_string(), kMaxChat);
    // A slash starts a command (DDNet clients send some automatically). None are supported, and
    // they may contain secrets.
    if (in.failed() || text.empty() || text.front() == '/') return;
    stage_.world.say(player_, team_only ? 1 : 0, text);
}

void Session::on_game(int id, Unpacker& in, Time now) {
    const Numbers& number = numbers();
    if (id == number.cl_start_info) on_start_info(in, now);
    if (player_ < 0) return;
    if (id == number.cl_say) {
        on_say(in);
    } else if (id == number.cl_set_team) {
        stage_.world.set_team(player_, in.get_int());
    } else if (id == number.cl_set_spectator_mode) {
        const bool somebody = !is_07() || in.get_int() == kSpectatesPlayer;
        const int whom = in.get_int();
        on_watch(somebody ? whom : -1);
    } else if (id == number.cl_change_info) {
        read_profile(in);
        stage_.world.set_profile(player_, profile_);
    } else if (id == number.cl_kill) {
        stage_.world.kill(player_);
    } else if (id == number.cl_emoticon) {
        stage_.world.emoticon(player_, in.get_int());
    }
}

void Session::apply_input(int tick) {
    if (player_ < 0) return;
    while (!inputs_.empty() && inputs_.begin()->first <= tick) {
        stage_.world.set_input(player_, inputs_.begin()->second);
        inputs_.erase(inputs_.begin());
    }
}

void Session::on_watch(int player) {
    const auto& players = stage_.world.state().players;
    const bool exists = player >= 0 && player < kMaxPlayers && player != player_ &&
                        players[static_cast<std::size_t>(player)].has_value();
    watched_ = exists ? player : -1;
}

Vec Session::view_centre() {
    const auto& players = stage_.world.state().players;
    if (players[static_cast<std::size_t>(player_)]->team >= 0) watched_ = -1;
    const auto& player = players[static_cast<std::size_t>(watched_ >= 0 ? watched_ : player_)];
    if (player && player->character) last_place_ = player->character->body.position;
    return last_place_;
}

// Half a part is left for the match. None until the client acknowledged a snapshot, and when it no
// longer does: so it comes back from one that it refuses.
int Session::filler_items(int tick) const {
    const int interval = stage_.options.high_bandwidth ? 1 : 2;
    const int parts = 1 + tick / interval % stage_.options.parts;
    if (parts == 1 || snaps_.state() != teeworlds::SnapSender::State::Full) return 0;
    return (parts * static_cast<int>(teeworlds::kMaxPartSize) - kFillerBytes) / kFillerBytes;
}

std::shared_ptr<const teeworlds::WireSnapshot> Session::send_snapshot(
    const std::vector<SnapshotEvent>& snapshot_events, Time now) {
    const State& state = stage_.world.state();
    if (phase_ != Phase::Playing || player_ < 0 || !snaps_.wants(state.tick)) return nullptr;
    const Vec centre = view_centre();  // also forgets the watched player
    ViewOptions view{stage_.options.protocol, player_, watched_, stage_.options.clip, centre};
    view.improper = stage_.options.improper;
    view.filler = filler_items(state.tick);
    auto snapshot = std::make_shared<const teeworlds::WireSnapshot>(
        write_snapshot(state, stage_.ids, snapshot_events, view));
    for (const Bytes& message : snaps_.send(state.tick, snapshot)) {
        connection_.send(message, false, now);
        connection_.flush(now);
    }
    sent_at_[state.tick] = now;
    while (sent_at_.size() > kInputWindow) sent_at_.erase(sent_at_.begin());
    return snapshot;
}

// In 0.7 a message whose words and sound the client makes, in 0.6 a line of chat.
void Session::deliver_flag(const MessageEvent& event, Time now) {
    if (!is_07()) {
        if (!event.text.empty()) deliver({MessageEventKind::Chat, -1, 0, 0, 0, event.text}, now);
        return;
    }
    constexpr std::array<int, 4> kIds{kGameMsgGrab, kGameMsgDrop, kGameMsgReturn, kGameMsgCapture};
    Packer message = teeworlds::begin_game_message(kSvGameMsg);
    message.add_int(kIds[static_cast<std::size_t>(event.flag.what)]);
    if (event.flag.what == FlagEvent::Grab || event.flag.what == FlagEvent::Capture)
        message.add_int(event.flag.team);
    if (event.flag.what == FlagEvent::Capture) {
        message.add_int(event.player);
        message.add_int(event.flag.carried_ticks);
    }
    send(message, true, now);
}

void Session::deliver(const MessageEvent& event, Time now) {
    if (player_ < 0) return;
    Packer message;
    switch (event.kind) {
        case MessageEventKind::Kill:
            message = teeworlds::begin_game_message(numbers().sv_kill_msg);
            message.add_int(event.player);
            message.add_int(event.other);
            message.add_int(event.weapon);
            message.add_int(event.special);
            break;
        case MessageEventKind::Chat: {
            const auto& players = stage_.world.state().players;
            const auto team_of = [&](int slot) {
                const auto& player = players[static_cast<std::size_t>(slot)];
                return player ? player->team : -1;
            };
            if (event.other == 1 && event.player >= 0 && team_of(event.player) != team_of(player_))
                return;
            message = teeworlds::begin_game_message(kSvChat);
            message.add_int(is_07() ? (event.other == 1 ? kChatTeam : kChatAll) : event.other);
            message.add_int(event.player);
            if (is_07()) message.add_int(-1);  // nobody is whispered to
            message.add_string(event.text);
            break;
        }
        case MessageEventKind::Flag:
            deliver_flag(event, now);
            return;
        case MessageEventKind::Emoticon:
            message = teeworlds::begin_game_message(kSvEmoticon);
            message.add_int(event.player);
            message.add_int(event.other);
            break;
        case MessageEventKind::WeaponPickup:
            if (event.player != player_) return;
            message = teeworlds::begin_game_message(kSvWeaponPickup);
            message.add_int(event.other);
            break;
    }
    send(message, true, now);
}

}  // namespace tickreel::match
