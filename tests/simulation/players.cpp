#include "tests/simulation/players.h"

#include "demos/match/net/bot_client.h"
#include "demos/match/net/match_server.h"
#include "tests/simulation/firefall_kind.h"
#include "tickreel/base/concat.h"

namespace tickreel::sim {

namespace {

teeworlds::Protocol protocol_of(Kind kind) {
    return kind == Kind::Teeworlds07 ? teeworlds::Protocol::V07 : teeworlds::Protocol::V06;
}

match::ServerOptions options_of(Kind kind, std::uint64_t seed, unsigned generation) {
    Random random(seed + generation, "server");
    match::ServerOptions options;
    options.protocol = protocol_of(kind);
    options.seed = static_cast<std::uint32_t>(random.next());
    options.clip = random.chance(500);
    options.high_bandwidth = random.chance(200);
    options.secret = Bytes(16, static_cast<Byte>(random.next()));
    return options;
}

class TeeServer final : public GameServer {
public:
    TeeServer(Schedule& schedule, SimNetwork& network, Truth& truth, Kind kind, std::uint64_t seed,
              unsigned generation)
        : schedule_(schedule),
          network_(network),
          truth_(truth),
          generation_(generation),
          server_(options_of(kind, seed, generation), match::arena_map(),
                  [this](const Endpoint& to, ByteView bytes) {
                      sent_.push_back(network_.send(kServerAt, to, bytes));
                  }) {
        server_.watch(
            [this](const Endpoint& to, int tick, const teeworlds::WireSnapshot* snapshot) {
                watch(to, tick, snapshot);
            });
        network_.attach(kServerAt, [this](const Packet& packet) {
            const bool served = server_.serves(packet.from);
            server_.feed(*packet.bytes, packet.from, schedule_.now());
            if (!served && server_.serves(packet.from)) entered_[packet.from.port] = packet.id;
        });
    }
    TeeServer(const TeeServer&) = delete;
    TeeServer& operator=(const TeeServer&) = delete;
    ~TeeServer() override { network_.detach(kServerAt); }

    void tick() override { server_.tick(schedule_.now()); }
    void change_map() override { server_.change_map(schedule_.now()); }
    void say_goodbye() override {
        sent_.clear();
        server_.close("the server is restarted", schedule_.now());
        truth_.said_goodbye(sent_);
    }
    bool serves(const Endpoint& client) const override { return server_.serves(client); }

private:
    void watch(const Endpoint& to, int tick, const teeworlds::WireSnapshot* snapshot) {
        // Who comes again from the same port is somebody else.
        std::uint64_t& pauses = pauses_[to.port];
        if (!server_.serves(to)) ++pauses;
        if (snapshot != nullptr)
            truth_.sent(mixed(mixed(generation_ * 65536ULL + to.port) + pauses), tick,
                        Truth::hash_of(*snapshot), sent_, entered_[to.port]);
        sent_.clear();
    }

    Schedule& schedule_;
    SimNetwork& network_;
    Truth& truth_;
    unsigned generation_;
    std::map<std::uint16_t, std::uint64_t> pauses_;   // of who plays from a port
    std::map<std::uint16_t, std::uint64_t> entered_;  // with which packet
    std::vector<std::uint64_t> sent_;                 // since the last watch(): ids of packets
    match::MatchServer server_;
};

class TeePlayer final : public GameClient {
public:
    TeePlayer(const match::ClientOptions& options, const ToServer& send)
        : client_(options, [send](ByteView bytes) { send(0, bytes); }) {}
    void connect(Nanos now) override { client_.connect(now); }
    void feed(ByteView datagram, Nanos now) override { client_.feed(datagram, now); }
    void update(Nanos now) override { client_.update(now); }
    void leave(Nanos now) override { client_.leave(now); }
    void say(bool team_only, std::string_view text, Nanos now) override {
        client_.say(team_only, text, now);
    }
    bool playing() const override { return client_.playing(); }
    bool closed(Nanos) const override { return client_.closed(); }

private:
    match::BotClient client_;
};

}  // namespace

std::unique_ptr<GameServer> start_teeworlds(Schedule& schedule, SimNetwork& network, Truth& truth,
                                            Kind kind, std::uint64_t seed, unsigned generation) {
    return std::make_unique<TeeServer>(schedule, network, truth, kind, seed, generation);
}

std::unique_ptr<GameClient> teeworlds_client(Kind kind, const std::string& name, std::uint32_t seed,
                                             const ToServer& send) {
    match::ClientOptions options;
    options.protocol = protocol_of(kind);
    options.name = name;
    options.seed = seed;
    options.chat_every = 5;
    options.password = concat(kSecret, "-password");
    return std::make_unique<TeePlayer>(options, send);
}

Player::Player(Schedule& schedule, SimNetwork& network, Kind kind, std::uint64_t seed, int index)
    : schedule_(schedule),
      network_(network),
      random_(seed, concat("player ", index)),
      kind_(kind),
      index_(index),
      at_(v4_endpoint({10, 1, 0, static_cast<std::uint8_t>(index + 1)}, 50000)) {}

void Player::come(From from) {
    vanish();
    if (from == From::OtherPort) ++at_.port;
    if (from == From::OtherAddress)
        at_ = v4_endpoint(
            {10, 2, static_cast<std::uint8_t>(visits_ + 1), static_cast<std::uint8_t>(index_ + 1)},
            50000);
    ++visits_;
    const ToServer send = [this](std::uint16_t port, ByteView bytes) {
        Endpoint to = kProxyAt;
        if (port != 0) to.port = port;
        network_.send(at_, to, bytes);
    };
    const std::string name = concat("p", index_, "v", visits_);
    const auto seed = static_cast<std::uint32_t>(random_.next());
    client_ =
        kind_ == Kind::Firefall ? firefall_client(send) : teeworlds_client(kind_, name, seed, send);
    network_.attach(
        at_, [this](const Packet& packet) { client_->feed(*packet.bytes, schedule_.now()); });
    client_->connect(schedule_.now());
}

void Player::update() {
    if (client_) client_->update(schedule_.now());
}

void Player::vanish() {
    network_.detach(at_);
    client_.reset();
}

void Player::leave() {
    if (client_) client_->leave(schedule_.now());
    vanish();
}

void Player::talk() {
    if (!client_ || !client_->playing()) return;
    const bool team = random_.chance(500);
    const std::string text = team ? concat(kSecret, "-team") : std::string("hello all");
    if (random_.chance(300))
        client_->say(false, concat("/w p0v1 ", kSecret, "-whisper"), schedule_.now());
    else
        client_->say(team, text, schedule_.now());
}

}  // namespace tickreel::sim
