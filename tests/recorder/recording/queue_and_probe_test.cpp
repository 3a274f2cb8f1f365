#include "recorder/recording/datagram_queue.h"
#include "recorder/recording/game_probe.h"
#include "recorder/recording/recording_session.h"
#include "tests/catch.h"
#include "tests/recorder/recording/toy_game.h"

using namespace tickreel;
using namespace std::chrono_literals;

TEST_CASE("the queue keeps the order and never grows beyond its limit", "[recording]") {
    DatagramQueue queue(64 * 1024);
    const Bytes bytes(1000, 7);
    std::uint64_t taken = 0;
    while (queue.push(1, toy::from_server(bytes))) ++taken;
    CHECK(taken > 30);
    CHECK(taken < 64);
    for (int i = 0; i < 9; ++i) CHECK_FALSE(queue.push(1, toy::from_server(bytes)));
    CHECK_FALSE(queue.push(2, toy::from_server(bytes)));
    CHECK(queue.lost() == 11);
    // What people must hear always fits.
    queue.push(QueueItem::Kind::Problem, 0, "late");

    const auto items = queue.pop(0ms);
    REQUIRE(items.size() == taken + 1);
    for (std::size_t i = 0; i < taken; ++i) {
        CHECK(items[i].bytes == bytes);
        CHECK(items[i].lost_before == 0);
    }
    CHECK(items.back().text == "late");

    // The next datagram that fits tells what is missing before it, once.
    REQUIRE(queue.push(1, toy::from_server(bytes)));
    REQUIRE(queue.push(1, toy::from_server(bytes)));
    const auto next = queue.pop(0ms);
    REQUIRE(next.size() == 2);
    CHECK(next[0].lost_before == 10);
    CHECK(next[1].lost_before == 0);
    const auto rest = queue.take_losses();
    REQUIRE(rest.size() == 1);
    CHECK(rest.at(2) == 1);
}

TEST_CASE("a closed queue still hands out what waits", "[recording]") {
    DatagramQueue queue(1 << 20);
    CHECK(queue.pop(1ms).empty());
    REQUIRE(queue.push(1, toy::from_server(toy::ping())));
    queue.close();
    CHECK_FALSE(queue.closed());
    CHECK(queue.pop(10s).size() == 1);
    CHECK(queue.closed());
    CHECK(queue.pop(10s).empty());  // at once
}

TEST_CASE("a game is found behind any number of pings, with a bounded window", "[recording]") {
    const std::array<const Game*, 1> games{&toy::game()};
    GameProbe probe(games);
    for (int i = 0; i < 5000; ++i) probe.add(toy::from_server(toy::ping()));
    CHECK(probe.guess().game == nullptr);
    CHECK(probe.kept().size() == 64);
    for (int i = 0; i < 16 && probe.guess().score < kSureOfGame; ++i)
        probe.add(toy::from_server(toy::frame(i, i)));
    CHECK(probe.guess().game == &toy::game());
    CHECK_FALSE(probe.guess().swapped);
    std::size_t bytes = 0;
    for (int i = 0; i < 100; ++i) probe.add(toy::from_server(Bytes(60000, 1)));
    for (const KeptDatagram& kept : probe.kept()) bytes += kept.bytes.size();
    CHECK(bytes <= 64 * 1024);
}

TEST_CASE("directions that were assumed the wrong way round are noticed", "[recording]") {
    const std::array<const Game*, 1> games{&toy::game()};
    GameProbe probe(games, true);
    const Bytes bytes = toy::frame(1, 1);
    for (int i = 0; i < 3; ++i) probe.add({Direction::ToServer, 0s, bytes});
    CHECK(probe.guess().game == &toy::game());
    CHECK(probe.guess().swapped);
}

TEST_CASE("what a client's datagram shows, of whatever game", "[recording]") {
    const auto intent = client_intents(nullptr);
    const auto is = [&](Bytes bytes) { return intent(bytes); };
    Bytes query(10, 0xff);
    for (const char letter : std::string("gie3")) query.push_back(static_cast<Byte>(letter));
    CHECK(is(query) == ClientIntent::Query);
    query[0] = 'x', query[1] = 'e', query[2] = 7, query[3] = 9;
    CHECK(is(query) == ClientIntent::Query);
    CHECK(is({0x21, 1, 2, 3, 4, 5, 6, 7, 8, 0xff}) == ClientIntent::Query);  // 0.7
    CHECK(is({0x10, 0, 0, 1}) == ClientIntent::Opening);                     // CONNECT
    CHECK(is({0x04, 0, 0, 1, 2, 3, 4, 5, 9, 9, 9, 9}) == ClientIntent::Opening);
    CHECK(is({0, 0, 0, 0, 'P', 'O', 'K', 'E', 0, 2, 0xd2, 0xb0}) == ClientIntent::Opening);
    CHECK(is({0x00, 1, 2, 0x40, 1, 1, 0}) == ClientIntent::Playing);
    CHECK(is({0x80, 1, 2, 0x40, 1, 1, 0}) == ClientIntent::Playing);
    CHECK(is({'h', 'e', 'l', 'l', 'o', ' ', 't', 'h', 'e', 'r', 'e'}) == ClientIntent::Playing);
    CHECK(is({}) == ClientIntent::Playing);
}
