#include <deque>

#include "demos/match/net/bot_client.h"
#include "demos/match/net/game_messages.h"
#include "demos/match/net/match_server.h"
#include "demos/match/net/roster_messages.h"
#include "demos/match/net/snapshot_writer.h"
#include "recorder/games/teeworlds/wire/message_id.h"
#include "recorder/games/teeworlds/wire/packet.h"
#include "tests/catch.h"

using namespace tickreel;
using namespace tickreel::match;
using teeworlds::Time;

namespace {

constexpr Time kStep = std::chrono::milliseconds(20);

// Server and clients connected by queues in memory; can lose and duplicate datagrams.
class Network {
public:
    Network(const ServerOptions& options, int clients, int loss_percent)
        : loss_(loss_percent),
          server_(options, arena_map(), [this](const Endpoint& to, ByteView datagram) {
              post(to_clients_[to.port], datagram);
          }) {
        for (int i = 0; i < clients; ++i) {
            ClientOptions one;
            one.name = "c" + std::to_string(i);
            one.seed = static_cast<std::uint32_t>(i);
            one.chat_every = 2;
            one.protocol = options.protocol;
            clients_.push_back(std::make_unique<BotClient>(
                one, [this, i](ByteView datagram) { post(to_server_[port(i)], datagram); }));
            clients_.back()->connect(now_);
        }
    }

    void run(int ticks) {
        for (int tick = 0; tick < ticks; ++tick) {
            now_ += kStep;
            for (auto& [from, queue] : to_server_)
                for (const Bytes& datagram : std::exchange(queue, {}))
                    server_.feed(datagram, v4_endpoint({127, 0, 0, 1}, from), now_);
            server_.tick(now_);
            for (std::size_t i = 0; i < clients_.size(); ++i) {
                auto& queue = to_clients_[port(static_cast<int>(i))];
                for (const Bytes& datagram : std::exchange(queue, {}))
                    clients_[i]->feed(datagram, now_);
                clients_[i]->update(now_);
            }
        }
    }

    MatchServer& server() { return server_; }
    BotClient& client(std::size_t index) { return *clients_[index]; }
    Time now() const { return now_; }
    const std::deque<Bytes>& waiting_for(std::uint16_t at) { return to_clients_[at]; }

private:
    static std::uint16_t port(int client) { return static_cast<std::uint16_t>(1000 + client); }

    void post(std::deque<Bytes>& queue, ByteView datagram) {
        const int die = static_cast<int>(random_() % 100);
        if (die < loss_) return;
        queue.emplace_back(datagram.begin(), datagram.end());
        if (die < 2 * loss_) queue.push_back(queue.back());
    }

    int loss_;
    std::mt19937_64 random_{5};
    Time now_ = std::chrono::seconds(1);
    std::map<std::uint16_t, std::deque<Bytes>> to_server_;
    std::map<std::uint16_t, std::deque<Bytes>> to_clients_;
    MatchServer server_;
    std::vector<std::unique_ptr<BotClient>> clients_;
};

}  // namespace

TEST_CASE("clients come in, get the map and every second tick") {
    ServerOptions options;
    options.protocol = GENERATE(teeworlds::Protocol::V06, teeworlds::Protocol::V07);
    Network network(options, 4, 0);
    network.run(500);
    CHECK(network.server().playing() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
        const ClientReport report = network.client(i).report();
        CHECK(network.client(i).playing());
        CHECK(report.map_ok);
        CHECK(report.snapshots > 200);
        CHECK(report.bad_checksums == 0);
        CHECK(report.lost_bases == 0);
    }
}

TEST_CASE("on a link that loses and doubles a tenth of all datagrams the match goes on") {
    ServerOptions options;
    options.protocol = GENERATE(teeworlds::Protocol::V06, teeworlds::Protocol::V07);
    Network network(options, 4, 10);
    network.run(1500);
    CHECK(network.server().playing() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
        const ClientReport report = network.client(i).report();
        CHECK(report.map_ok);
        CHECK(report.snapshots > 300);
        CHECK(report.bad_checksums == 0);
    }
}

TEST_CASE("items with values out of range are part of the snapshot, and reach no bot") {
    ServerOptions options;
    options.protocol = GENERATE(teeworlds::Protocol::V06, teeworlds::Protocol::V07);
    options.improper = GENERATE(false, true);
    Network network(options, 2, 0);
    network.run(500);
    for (std::size_t i = 0; i < 2; ++i) {
        const ClientReport report = network.client(i).report();
        CHECK(report.snapshots > 200);
        CHECK(report.improper == (options.improper ? 2 * report.snapshots : 0));
        CHECK(report.bad_checksums == 0);  // deltas are against what was sent
        CHECK(report.lost_bases == 0);
        const auto seen = network.client(i).seen();
        REQUIRE(seen != nullptr);
        KnownPlayers players;
        const BotView view = view_of(*seen, 0, options.protocol, players);
        CHECK(view.flags[0].position != Vec{0.0F, 0.0F});
        for (const auto& other : view.others) CHECK(other.player < 2);
    }
}

TEST_CASE("128 players fit, the next one is told that the server is full") {
    ServerOptions options;
    options.protocol = GENERATE(teeworlds::Protocol::V06, teeworlds::Protocol::V07);
    options.slots = 128;
    Network network(options, 129, 0);
    network.run(60);
    CHECK(network.server().playing() == 128);
    int refused = 0;
    for (std::size_t i = 0; i < 129; ++i) {
        if (network.client(i).closed()) {
            ++refused;
            CHECK_THAT(network.client(i).close_reason(), tickreel_test::contains("full"));
        } else {
            CHECK(network.client(i).report().bad_checksums == 0);
        }
    }
    CHECK(refused == 1);
}

TEST_CASE("who leaves is gone from the world") {
    Network network({}, 2, 0);
    network.run(200);
    REQUIRE(network.server().playing() == 2);
    network.client(0).leave(network.now());
    network.run(5);
    CHECK(network.server().playing() == 1);
    CHECK_FALSE(network.server().state().players[0].has_value());
}

TEST_CASE("who comes, leaves and changes the team is told to clients of 0.7") {
    State state{TileMap(4, 4)};
    const auto put = [&](std::size_t slot, const std::string& name, int team) {
        state.players[slot].emplace();
        state.players[slot]->name = name;
        state.players[slot]->team = team;
    };
    RosterMessages roster;
    // message, player, and of a client info: whether it is the receiver's
    const auto told = [&] {
        std::vector<std::array<int, 3>> all;
        for (const teeworlds::Packer& message : roster.changes(state, 0)) {
            teeworlds::Unpacker in(message.data());
            const int id = teeworlds::read_message_id(in)->id;
            const int player = in.get_int();
            all.push_back({id, player, id == kSvClientInfo ? in.get_int() : 0});
        }
        return all;
    };
    using All = std::vector<std::array<int, 3>>;
    put(0, "own", 0);
    put(2, "other", 1);
    CHECK(told() == All{{kSvClientInfo, 2, 0}, {kSvClientInfo, 0, 1}});
    CHECK(told().empty());
    state.players[2]->team = -1;
    CHECK(told() == All{{kSvTeam, 2, 0}});
    put(2, "another", 1);  // at once in the same place
    CHECK(told() == All{{kSvClientDrop, 2, 0}, {kSvClientInfo, 2, 0}});
    state.players[2].reset();
    CHECK(told() == All{{kSvClientDrop, 2, 0}});
    roster.reset();
    CHECK(told() == All{{kSvClientInfo, 0, 1}});
}

TEST_CASE("the server answers info requests and opens no session for strangers") {
    Network network({}, 0, 0);
    std::mt19937_64 random(9);
    const Endpoint stranger = v4_endpoint({127, 0, 0, 1}, 4000);
    for (int i = 0; i < 2000; ++i) {
        Bytes noise(random() % 60);
        for (Byte& byte : noise) byte = static_cast<Byte>(random());
        noise.insert(noise.begin(), 0x40);  // not a control packet
        network.server().feed(noise, stranger, network.now());
    }
    CHECK(network.server().clients() == 0);

    Bytes request(6, 0xff);
    for (const char c : std::string("\xff\xff\xff\xffgie3\x2a"))
        request.push_back(static_cast<Byte>(c));
    network.server().feed(request, stranger, network.now());
    REQUIRE_FALSE(network.waiting_for(4000).empty());
    const Bytes reply = network.waiting_for(4000).back();
    const std::string text(reply.begin(), reply.end());
    CHECK_THAT(text, tickreel_test::contains("inf3"));
    CHECK_THAT(text, tickreel_test::contains(std::string("42") + '\0' + "0.6.4"));
    CHECK_THAT(text, tickreel_test::contains("tickreel_arena"));
}

TEST_CASE("a server of 0.7 answers who repeats its token, as its own server does") {
    using teeworlds::Protocol;
    ServerOptions options;
    options.protocol = Protocol::V07;
    options.name = "Here";
    Network network(options, 0, 0);
    for (int i = 0; i < 3; ++i) network.server().add_bot("bot" + std::to_string(i), 1);
    const Endpoint asker = v4_endpoint({127, 0, 0, 1}, 4000);
    const auto ask = [&](ByteView datagram) -> std::optional<Bytes> {
        const std::size_t before = network.waiting_for(4000).size();
        network.server().feed(datagram, asker, network.now());
        if (network.waiting_for(4000).size() == before) return std::nullopt;
        return network.waiting_for(4000).back();
    };
    constexpr std::uint32_t kOwn = 0x11223344;
    Bytes question{4, 0, 0, 0xff, 0xff, 0xff, 0xff, 5};
    teeworlds::append_token(question, kOwn);
    CHECK_FALSE(ask(question));  // the answer would be longer
    question.resize(520);
    const auto told = ask(question);
    REQUIRE(told);
    const std::uint32_t token = teeworlds::read_token(ByteView(*told).subspan(8));
    const auto request = [&](std::uint32_t theirs, std::string_view magic, Bytes number) {
        Bytes bytes{0x21};
        teeworlds::append_token(bytes, theirs);
        teeworlds::append_token(bytes, kOwn);
        bytes.insert(bytes.end(), magic.begin(), magic.end());
        bytes.insert(bytes.end(), number.begin(), number.end());
        return bytes;
    };
    constexpr std::string_view kMagic = "\xff\xff\xff\xffgie3";
    CHECK_FALSE(ask(request(token ^ 1, kMagic, {5})));
    CHECK_FALSE(ask(request(token, "\xff\xff\xff\xffgie4", {5})));
    CHECK_FALSE(ask(request(token, kMagic, {})));
    CHECK_FALSE(ask(request(token, kMagic, {0x80})));
    const auto reply = ask(request(token, kMagic, {5}));
    REQUIRE(reply);
    Bytes scratch;
    const auto packet =
        teeworlds::parse_packet(*reply, Protocol::V07, teeworlds::TokenMode::Header, scratch);
    REQUIRE(packet);
    CHECK(packet->kind == teeworlds::PacketKind::Connless);
    CHECK(packet->token == kOwn);
    CHECK(packet->response_token == token);
    teeworlds::Unpacker in(packet->payload.subspan(8));
    CHECK(in.get_int() == 5);
    for (const std::string_view text : {"0.7.5", "Here", "", "tickreel_arena", "CTF"})
        CHECK(in.get_string() == text);
    for (const int number : {0, 1, 3, 16, 3, 16}) CHECK(in.get_int() == number);
    for (int i = 0; i < 3; ++i) {
        CHECK(in.get_string() == "bot" + std::to_string(i));
        CHECK(in.get_string() == "house");
        for (const int number : {-1, 0, 0}) CHECK(in.get_int() == number);
    }
    CHECK_FALSE(in.failed());
    CHECK(in.left() == 0);
    CHECK(network.server().clients() == 0);
}

TEST_CASE("a full server of 0.7 lists as many clients as it says") {
    ServerOptions options;
    options.protocol = teeworlds::Protocol::V07;
    options.slots = kMaxPlayers;
    Network network(options, 0, 0);
    for (int i = 0; i < kMaxPlayers; ++i)
        network.server().add_bot("quite a long one" + std::to_string(i), 1);
    const auto reply = [&] {
        Bytes request{0x21};
        teeworlds::append_token(request, 77);
        teeworlds::append_token(request, 88);
        for (const char c : std::string("\xff\xff\xff\xffgie3\x05"))
            request.push_back(static_cast<Byte>(c));
        return answer_info_07(request, 77, {"N", "M", kMaxPlayers}, network.server().state());
    }();
    REQUIRE(reply);
    CHECK(reply->size() <= 1400);
    teeworlds::Unpacker in(ByteView(*reply).subspan(17));
    (void)in.get_int();
    for (int i = 0; i < 5; ++i) (void)in.get_string();
    for (int i = 0; i < 4; ++i) (void)in.get_int();
    const int clients = in.get_int();
    (void)in.get_int();
    CHECK(clients > 16);
    for (int i = 0; i < clients; ++i) {
        for (int j = 0; j < 2; ++j) (void)in.get_string();
        for (int j = 0; j < 3; ++j) (void)in.get_int();
    }
    CHECK_FALSE(in.failed());
    CHECK(in.left() == 0);
}

TEST_CASE("what a client of 0.7 hears and shows by itself is not sent as an item") {
    State state{TileMap(4, 4)};
    state.players[0].emplace();
    state.players[0]->character.emplace();
    state.players[0]->character->triggered = 1 | 8;
    EntityIds ids;
    std::vector<SnapshotEvent> happened;
    for (const int sound : {kSoundJump, kSoundAirJump, kSoundHookGround, kSoundHookPlayer,
                            kSoundHookNothing, kSoundGunFire})
        happened.push_back({SnapshotEventKind::SoundWorld, {}, sound});
    happened.push_back({SnapshotEventKind::SoundGlobal, {}, kSoundFlagDrop});
    for (int i = 0; i < 3; ++i)
        happened.push_back({SnapshotEventKind::Damage,
                            {},
                            i,
                            0,
                            i == 0 ? std::optional(Hit{2, 1, true}) : std::nullopt});
    const auto rows = [&](teeworlds::Protocol protocol, int type) {
        std::vector<std::vector<std::int32_t>> found;
        const auto snapshot = write_snapshot(state, ids, happened, {protocol, 0, -1, false, {}});
        for (std::size_t i = 0; i < snapshot.num_items(); ++i) {
            const teeworlds::SnapItem item = snapshot.get_item(i);
            if (item.type == type) found.emplace_back(item.ints.begin(), item.ints.end());
        }
        return found;
    };
    using Rows = std::vector<std::vector<std::int32_t>>;
    const auto v07 = teeworlds::Protocol::V07;
    const auto v06 = teeworlds::Protocol::V06;
    CHECK(rows(v07, kNumbers07.sound_world) == Rows{{0, 0, kSoundGunFire}});
    CHECK(rows(v07, kNumbers07.damage) == Rows{{0, 0, 0, -402, 2, 1, 1}});
    REQUIRE(rows(v07, kNumbers07.character).size() == 1);
    CHECK(rows(v07, kNumbers07.character)[0].back() == 9);
    CHECK(rows(v06, kNumbers06.sound_world).size() == 6);
    CHECK(rows(v06, kNumbers06.damage).size() == 3);
    CHECK(rows(v06, kItemSoundGlobal).size() == 1);
}

TEST_CASE("clipping leaves out what is far, never the receiver himself") {
    const auto protocol = GENERATE(teeworlds::Protocol::V06, teeworlds::Protocol::V07);
    const Numbers& numbers = numbers_of(protocol);
    TileMap wide(200, 20);
    wide.fill(0, 18, 200, 2, kSolid);
    wide.set(5, 17, kSpawnRed);
    wide.set(190, 17, kSpawnBlue);
    wide.set(100, 17, kHealth);
    World world(wide, 1);
    world.join({}, 2);
    world.join({}, 2);
    world.step();
    EntityIds ids;
    ids.follow(world.state(), {});
    const auto count = [&](int viewer, bool clip) {
        const auto& body = world.state().players[static_cast<std::size_t>(viewer)]->character->body;
        const auto snapshot =
            write_snapshot(world.state(), ids, {}, {protocol, viewer, -1, clip, body.position});
        CHECK(snapshot.find_item(numbers.character, viewer));
        CHECK(snapshot.find_item(numbers.player_info, 1 - viewer));
        const bool other = snapshot.find_item(numbers.character, 1 - viewer).has_value();
        const bool heart = snapshot.find_item(kItemPickup, 0).has_value();
        return (other ? 1 : 0) + (heart ? 1 : 0);
    };
    CHECK(count(0, false) == 2);
    CHECK(count(0, true) == 0);
    CHECK(count(1, true) == 0);
}

TEST_CASE("in a running match ids come back, each after five seconds") {
    Network network({}, 1, 0);
    for (std::uint32_t i = 0; i < 8; ++i) network.server().add_bot("b" + std::to_string(i), i);
    struct Seen {
        int tick = 0;
        int type = 0;
        int start_tick = 0;  // of a projectile; a beam's changes as it bounces
    };
    std::map<int, Seen> seen;
    int reused = 0;
    int shortest = 1 << 30;
    int last = -1;
    network.server().watch([&](const Endpoint&, int tick, const teeworlds::WireSnapshot* sent) {
        if (sent == nullptr) return;
        for (std::size_t i = 0; i < sent->num_items(); ++i) {
            const teeworlds::SnapItem item = sent->get_item(i);
            if (item.type != kItemProjectile && item.type != kItemLaser) continue;
            const Seen now{tick, item.type, item.type == kItemProjectile ? item.ints[5] : 0};
            const auto [known, fresh] = seen.try_emplace(item.id, now);
            const Seen before = std::exchange(known->second, now);
            if (fresh || (before.tick >= last && before.type == now.type &&
                          before.start_tick == now.start_tick))
                continue;
            ++reused;
            shortest = std::min(shortest, tick - before.tick);
        }
        last = tick;
    });
    network.run(2500);
    CHECK(reused > 20);
    CHECK(shortest >= 5 * kTicksPerSecond);
    CHECK(shortest < 6 * kTicksPerSecond);  // not much longer either
}

TEST_CASE("an entity keeps its id for life, and a freed id rests") {
    State state{TileMap(4, 4)};
    EntityIds ids;
    state.projectiles.push_back({1, {}, {}, kGun, 0, 0});
    state.projectiles.push_back({2, {}, {}, kGun, 0, 0});
    ids.follow(state, Time{});
    const auto second = ids.id_of(2);
    REQUIRE(second);
    CHECK(ids.id_of(1) != second);
    state.projectiles.erase(state.projectiles.begin());
    state.projectiles.push_back({3, {}, {}, kGun, 0, 0});
    ids.follow(state, kStep);
    CHECK(ids.id_of(2) == second);
    CHECK_FALSE(ids.id_of(1));
    CHECK(ids.id_of(3) != std::optional<int>(0));  // the id of 1 is not reusable yet
}
