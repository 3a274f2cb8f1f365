#include "tests/simulation/players.h"

#include "tickreel/base/concat.h"

namespace tickreel::sim {

namespace {

match::ServerOptions options_of(std::uint64_t seed, unsigned generation) {
    Random random(seed + generation, "server");
    match::ServerOptions options;
    options.seed = static_cast<std::uint32_t>(random.next());
    options.clip = random.chance(500);
    options.high_bandwidth = random.chance(200);
    options.secret = Bytes(16, static_cast<Byte>(random.next()));
    return options;
}

}  // namespace

GameServer::GameServer(Schedule& schedule, SimNetwork& network, Truth& truth, std::uint64_t seed,
                       unsigned generation)
    : schedule_(schedule),
      network_(network),
      truth_(truth),
      generation_(generation),
      server_(options_of(seed, generation), match::arena_map(),
              [this](const Endpoint& to, ByteView bytes) {
                  sent_.push_back(network_.send(kServerAt, to, bytes));
              }) {
    server_.watch([this](const Endpoint& to, int tick, const teeworlds::WireSnapshot* snapshot) {
        watch(to, tick, snapshot);
    });
    network_.attach(kServerAt, [this](const Packet& packet) {
        server_.feed(*packet.bytes, packet.from, schedule_.now());
    });
}

void GameServer::watch(const Endpoint& to, int tick, const teeworlds::WireSnapshot* snapshot) {
    // Who comes again from the same port is somebody else.
    std::uint64_t& pauses = pauses_[to.port];
    if (!server_.serves(to)) ++pauses;
    if (snapshot != nullptr)
        truth_.sent(mixed(mixed(generation_ * 65536ULL + to.port) + pauses), tick,
                    Truth::hash_of(*snapshot), sent_);
    sent_.clear();
}

Player::Player(Schedule& schedule, SimNetwork& network, std::uint64_t seed, int index)
    : schedule_(schedule),
      network_(network),
      random_(seed, concat("player ", index)),
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
    match::ClientOptions options;
    options.name = concat("p", index_, "v", visits_);
    options.seed = static_cast<std::uint32_t>(random_.next());
    options.chat_every = 5;
    options.password = concat(kSecret, "-password");
    client_ = std::make_unique<match::BotClient>(
        options, [this](ByteView bytes) { network_.send(at_, kProxyAt, bytes); });
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
