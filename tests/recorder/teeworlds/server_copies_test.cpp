// A server's own .demo, against a model of what DDNet's server 16.4 sends and records: one message
// after the other to each client, with the client's own numbers for who does not know all of them
// (src/engine/server.h, Translate).
#include <algorithm>
#include <array>
#include <random>

#include "tests/recorder/teeworlds/demo_builder.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using tickreel_test::add_snapshot;
using tickreel_test::Imported;
using tickreel_test::wire_snapshot;
using tickreel_test::WireItem;

namespace {

constexpr int kOwnNumbers = 16;
constexpr int kGameInfoNumber = 0x7ffe;
enum class Kind { Old, DDNet, Seven };

struct Client {
    int id = 0;
    Kind kind = Kind::Old;
    std::vector<int> map = std::vector<int>(kOwnNumbers, -1);
};

// What the server means, by tick: kind of message and its numbers.
struct Meant {
    Tick tick = 0;
    std::vector<int> numbers{};
    auto operator<=>(const Meant&) const = default;
};
std::string text_of(const std::vector<Meant>& all) {
    std::string text;
    for (const Meant& one : all) {
        text += std::to_string(one.tick);
        for (const int number : one.numbers) text += ' ' + std::to_string(number);
        text += "\n";
    }
    return text;
}

class Server {
public:
    explicit Server(std::optional<int> version = 8) : version_(version) {}

    void join(int id, Kind kind) {
        Client client{id, kind};
        client.map[0] = id;  // CPlayer::Reset
        clients_.push_back(client);
        std::sort(clients_.begin(), clients_.end(),
                  [](const Client& a, const Client& b) { return a.id < b.id; });
    }
    void leave(int id) {
        std::erase_if(clients_, [id](const Client& client) { return client.id == id; });
        for (Client& client : clients_) std::replace(client.map.begin(), client.map.end(), id, -1);
    }
    // Who is not in a client's numbers gets one, in any order, while there are some.
    void update_maps(std::mt19937& random) {
        for (Client& client : clients_) {
            std::vector<int> others;
            for (const Client& other : clients_)
                if (std::find(client.map.begin(), client.map.end(), other.id) == client.map.end())
                    others.push_back(other.id);
            std::shuffle(others.begin(), others.end(), random);
            for (int& number : std::span(client.map).first(kOwnNumbers - 1))
                if (number == -1 && !others.empty()) {
                    number = others.back();
                    others.pop_back();
                }
        }
    }
    void kill(int killer, int victim, int weapon) {
        for (const Client& client : clients_) {
            const auto number = translated(client, victim);
            if (!number) continue;
            const int by = translated(client, killer).value_or(*number);
            send(client.kind == Kind::Seven ? 5 : 4, {by, *number, weapon, 0});
        }
        deaths_.push_back(victim);
        meant_.push_back({tick_ + 2, {killer, victim, weapon}});
    }
    void emote(int who, int emoticon) {
        for (const Client& client : clients_)
            if (const auto number = translated(client, who)) send(10, {*number, emoticon});
        emotes_.push_back({tick_ + 2, {who, emoticon}});
    }
    void say(int who, const std::string& text) {
        for (const Client& client : clients_) {
            Packer message = begin_game_message(3);
            message.add_int(client.kind == Kind::Seven ? 1 : 0);  // 0.7: to all
            message.add_int(who < 0 ? who : translated(client, who).value_or(kOwnNumbers - 1));
            if (client.kind == Kind::Seven) message.add_int(-1);  // 0.7: to whom
            message.add_string(text);
            REQUIRE(demo_.add_message(message.data()).ok());
        }
        lines_.push_back({tick_ + 2, {who}});
    }
    void pause(int who) { deaths_.push_back(who); }  // looks like a death, and is none
    void tick() {
        tick_ += 2;
        demo_.begin_tick(tick_, true);
        std::vector<WireItem> items;
        if (version_) {
            items.push_back(tickreel_test::extended_type(
                kGameInfoNumber, uuid_from_name("gameinfo@netobj.ddnet.tw")));
            items.push_back({kGameInfoNumber, 0, {0, *version_, 0}});
        }
        for (const Client& client : clients_)
            items.push_back({10, client.id, {0, client.id, 0, 0, 0}});
        for (std::size_t i = 0; i < deaths_.size(); ++i)
            items.push_back({17, static_cast<int>(i), {10, 20, deaths_[i]}});
        deaths_.clear();
        add_snapshot(demo_, wire_snapshot(items));
        for (std::size_t i = 0; i < clients_.size(); ++i) {
            Packer message = begin_system_message(Protocol::V06, SystemMessage::SnapEmpty);
            message.add_int(static_cast<std::int32_t>(tick_));
            message.add_int(-1);
            REQUIRE(demo_.add_message(message.data()).ok());
        }
    }
    Imported recorded() {
        DemoHeader header = tickreel_test::demo_header();
        header.type = "server";
        return tickreel_test::import_bytes(demo_.finish(header, {}));
    }
    const std::vector<Meant>& kills() const { return meant_; }
    const std::vector<Meant>& emotes() const { return emotes_; }
    const std::vector<Meant>& lines() const { return lines_; }

private:
    static std::optional<int> translated(const Client& client, int who) {
        if (client.kind != Kind::Old) return who;
        const auto at = std::find(client.map.begin(), client.map.end(), who);
        if (at == client.map.end()) return std::nullopt;
        return static_cast<int>(at - client.map.begin());
    }
    void send(int message, std::initializer_list<int> numbers) {
        Packer packer = begin_game_message(message);
        for (const int number : numbers) packer.add_int(number);
        REQUIRE(demo_.add_message(packer.data()).ok());
    }

    std::optional<int> version_;
    std::vector<Client> clients_{};
    std::vector<int> deaths_{};
    std::vector<Meant> meant_{}, emotes_{}, lines_{};
    DemoWriter demo_{};
    Tick tick_ = 100;
};

std::vector<Meant> found(const Imported& imported, std::string_view type,
                         const std::vector<std::string>& fields) {
    std::vector<Meant> all;
    for (const Frame& frame : imported.sink.frames)
        for (const Event& event : frame.events) {
            if (imported.sink.schema[event.type].name != type) continue;
            Meant one{frame.tick, {}};
            for (const std::string& field : fields)
                one.numbers.push_back(static_cast<int>(
                    as_number(imported.sink.field(type, event.row, field)).value_or(-1000)));
            all.push_back(one);
        }
    return all;
}
std::vector<Meant> kills_of(const Imported& imported) {
    return found(imported, "Sv_KillMsg", {"killer", "victim", "weapon"});
}

}  // namespace

TEST_CASE("a server's demo has the kills of the server's players, whoever was sent them") {
    for (unsigned seed = 0; seed < 60; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(seed);
        const auto one_of = [&](int number) {
            return static_cast<int>(random() % static_cast<unsigned>(number));
        };
        // All old, some of DDNet, of 0.7; up to 15, whom old ones have numbers for.
        Server server;
        const int players = 2 + one_of(13);
        std::vector<int> ids(40);
        for (int i = 0; i < 40; ++i) ids[static_cast<std::size_t>(i)] = i;
        std::shuffle(ids.begin(), ids.end(), random);
        ids.resize(static_cast<std::size_t>(players));
        const int kinds = 1 + one_of(3);
        for (const int id : ids) server.join(id, static_cast<Kind>(one_of(kinds)));
        server.update_maps(random);
        const auto anybody = [&] { return ids[static_cast<std::size_t>(one_of(players))]; };
        server.tick();
        for (int tick = 0; tick < 60; ++tick) {
            std::vector<int> alive = ids;
            for (int kills = one_of(4); kills > 0 && !alive.empty(); --kills) {
                const auto victim = alive.begin() + one_of(static_cast<int>(alive.size()));
                server.kill(one_of(2) == 0 ? *victim : anybody(), *victim, one_of(3));
                alive.erase(victim);
            }
            if (one_of(20) == 0 && !alive.empty()) server.pause(alive.front());
            server.tick();
        }
        const Imported imported = server.recorded();
        CHECK(imported.problems.empty());
        CHECK(text_of(kills_of(imported)) == text_of(server.kills()));
    }
}

TEST_CASE("a server's demo has chat and emoticons once, under the server's numbers") {
    for (unsigned seed = 0; seed < 60; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(seed);
        const auto one_of = [&](int number) {
            return static_cast<int>(random() % static_cast<unsigned>(number));
        };
        Server server;
        const int players = 3 + one_of(12);
        const int kinds = 1 + one_of(3);
        for (int id = 0; id < players; ++id) server.join(id, static_cast<Kind>(one_of(kinds)));
        server.update_maps(random);
        server.tick();
        // Numbers may fit two players, until more is known of the clients: then all are kept.
        for (int id = 0; id < players; ++id) {
            server.emote(id, 3);
            server.tick();
        }
        for (int tick = 0; tick < 60; ++tick) {
            if (one_of(2) == 0) server.emote(one_of(players), one_of(16));
            const int speaker = one_of(4) == 0 ? -1 : one_of(players);  // the server itself
            if (one_of(2) == 0) server.say(speaker, std::to_string(tick));
            server.tick();
        }
        const Imported imported = server.recorded();
        CHECK(imported.problems.empty());
        const auto late = [&](std::vector<Meant> all) {
            const Tick known = 100 + 2 * (players + 1);
            std::erase_if(all, [&](const Meant& one) { return one.tick <= known; });
            return text_of(all);
        };
        const auto emotes = found(imported, "Sv_Emoticon", {"client_id", "emoticon"});
        CHECK(late(emotes) == late(server.emotes()));
        for (const Meant& one : server.emotes())
            CHECK(std::find(emotes.begin(), emotes.end(), one) != emotes.end());
        CHECK(text_of(found(imported, "Sv_Chat", {"client_id"})) == text_of(server.lines()));
    }
}

TEST_CASE("where a client has no number for who was killed, nobody is killed in his place") {
    std::mt19937 random(5);
    Server server;
    for (int id = 0; id < 30; ++id) server.join(id, id % 3 == 0 ? Kind::DDNet : Kind::Old);
    server.update_maps(random);
    server.tick();
    for (int tick = 0; tick < 200; ++tick) {
        server.kill(tick % 30, tick % 30, 3);
        if (tick % 5 == 0) server.kill((tick + 7) % 30, (tick + 7) % 30, 2);
        server.tick();
    }
    std::vector<Meant> meant = server.kills();
    std::vector<Meant> recorded = kills_of(server.recorded());
    std::sort(meant.begin(), meant.end());
    std::sort(recorded.begin(), recorded.end());
    CHECK(text_of(recorded) == text_of(meant));
}

TEST_CASE("what is certain of no copy is kept") {
    DemoHeader header = tickreel_test::demo_header();
    header.type = "server";
    DemoWriter demo;
    const auto kill = [&](int victim) {
        Packer message = begin_game_message(4);
        for (const int value : {victim, victim, 3, 0}) message.add_int(value);
        REQUIRE(demo.add_message(message.data()).ok());
    };
    const auto players = [](int local, bool all_die) {
        std::vector<WireItem> items;
        for (int id = 0; id < 3; ++id)
            items.push_back({10, id, {id == local ? 1 : 0, id, 0, 0, 0}});
        for (int id = 0; all_die && id < 3; ++id) items.push_back({17, id, {0, 0, id}});
        return items;
    };
    std::size_t kills = 3;
    demo.begin_tick(100, true);
    SECTION("a server's demo that was exported again, without its copies") {
        std::vector<WireItem> items = players(-1, false);
        items.push_back(tickreel_test::extended_type(kGameInfoNumber,
                                                     uuid_from_name("gameinfo@netobj.ddnet.tw")));
        items.push_back({kGameInfoNumber, 0, {0, 8, 0}});
        add_snapshot(demo, wire_snapshot(items));
        demo.begin_tick(102, true);
        for (const int victim : {0, 1, 2}) kill(victim);
        for (int id = 0; id < 3; ++id) items.push_back({17, id, {0, 0, id}});
        add_snapshot(demo, wire_snapshot(items));
    }
    SECTION("a server that records each message once: a team dies together") {
        add_snapshot(demo, wire_snapshot(players(-1, false)));
        for (const int victim : {0, 1, 2}) kill(victim);
        demo.begin_tick(102, true);
        add_snapshot(demo, wire_snapshot(players(-1, true)));
    }
    SECTION("what one client was sent, who does not see all deaths") {
        for (const int copy : {0, 0}) kill(copy);
        kills = 4;
        add_snapshot(demo, wire_snapshot(players(1, false)));
        for (const int victim : {0, 1, 2}) kill(victim);
        demo.begin_tick(102, true);
        std::vector<WireItem> near = players(1, false);
        near.push_back({17, 0, {0, 0, 2}});
        add_snapshot(demo, wire_snapshot(near));
    }
    SECTION("a kill without a death") {
        for (const int copy : {0, 0}) kill(copy);
        kills = 4;
        add_snapshot(demo, wire_snapshot(players(-1, false)));
        for (const int victim : {0, 1, 2}) kill(victim);
        demo.begin_tick(102, true);
        add_snapshot(demo, wire_snapshot(players(-1, false)));
    }
    const Imported imported = tickreel_test::import_bytes(demo.finish(header, {}));
    CHECK(kills_of(imported).size() == kills);
}
