#include <algorithm>

#include "recorder/recording/datagram_queue.h"
#include "recorder/recording/game_probe.h"
#include "recorder/recording/recording_session.h"
#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
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
    // Messages for people always fit.
    queue.push(QueueItem::Kind::Problem, 0, "late");

    const auto items = queue.pop(0ms);
    REQUIRE(items.size() == taken + 1);
    for (std::size_t i = 0; i < taken; ++i) {
        CHECK(std::ranges::equal(items[i].bytes, bytes));
        CHECK(items[i].lost_before == 0);
    }
    CHECK(items.back().text == "late");

    // The next datagram that fits reports the number missing before it, once.
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
    CHECK(queue.pop(10s).empty());  // immediately
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
    CHECK(is({0x10, 0, 0, 0}) == ClientIntent::Playing);                     // KEEPALIVE
    CHECK(is({0x04, 0, 0, 1, 2, 3, 4, 5, 9, 9, 9, 9}) == ClientIntent::Opening);
    CHECK(is({0, 0, 0, 0, 'P', 'O', 'K', 'E', 0, 2, 0xd2, 0xb0}) == ClientIntent::Opening);
    CHECK(is({0x00, 1, 2, 0x40, 1, 1, 0}) == ClientIntent::Playing);
    CHECK(is({0x80, 1, 2, 0x40, 1, 1, 0}) == ClientIntent::Playing);
    CHECK(is({'h', 'e', 'l', 'l', 'o', ' ', 't', 'h', 'e', 'r', 'e'}) == ClientIntent::Playing);
    CHECK(is({}) == ClientIntent::Playing);
}

TEST_CASE("what does not fit into memory waits on disk, and comes out in its order",
          "[recording]") {
    const tickreel_test::Folder folder;
    DatagramQueue queue(64 * 1024, {folder / "", 64U << 20});
    const auto pushed = [&](std::uint32_t number) {
        ByteWriter out;
        out.u32(number);
        out.bytes(Bytes(number % 1200, 'x'));
        const Bytes bytes = out.take();
        return queue.push(
            number % 3, {Direction::ToClient, std::chrono::nanoseconds(number), bytes}, number * 2);
    };
    constexpr std::uint32_t kMany = 20000;
    std::uint32_t next = 0;
    std::uint32_t gone = 0;
    const auto check = [&](const QueueItem& item) {
        if (item.kind == QueueItem::Kind::ClientGone) {
            CHECK(item.client == 77);
            CHECK(next == kMany / 2);
            ++gone;
            return;
        }
        REQUIRE(item.kind == QueueItem::Kind::Datagram);
        REQUIRE(ByteReader(item.bytes).u32() == next);
        CHECK(item.bytes.size() == 4 + next % 1200);
        CHECK(item.client == next % 3);
        CHECK(item.time.count() == next);
        CHECK(item.place == next * 2);
        CHECK(item.lost_before == 0);
        ++next;
    };
    // Nobody reads: much more comes than there is memory.
    for (std::uint32_t i = 0; i < kMany; ++i) {
        if (i == kMany / 2) queue.push(QueueItem::Kind::ClientGone, 77, {});
        while (!pushed(i)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (queue.bytes() > 200 * 1024) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    CHECK(queue.spilled() > kMany / 2);
    CHECK(folder.names().empty());  // the file has no name
    while (next < kMany)
        for (const QueueItem& item : queue.pop(std::chrono::milliseconds(10))) check(item);
    CHECK(gone == 1);
    // And from memory again, once what writes to the disk has ended.
    const std::uint64_t spilled = queue.spilled();
    for (std::uint32_t i = kMany; i < kMany + 10; ++i) CHECK(pushed(i));
    while (next < kMany + 10)
        for (const QueueItem& item : queue.pop(std::chrono::milliseconds(10))) check(item);
    CHECK(queue.spilled() <= spilled + 10);
    queue.close();
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!queue.closed() && std::chrono::steady_clock::now() < deadline)
        CHECK(queue.pop(std::chrono::milliseconds(1)).empty());
    CHECK(queue.closed());
}

TEST_CASE("a disk that stands still: the oldest are evicted, from what it is to take too",
          "[recording]") {
    const tickreel_test::Folder folder;
    toy::Gate disk;
    disk.close();
    DatagramQueue queue(64 * 1024, {folder / "", 64U << 20, [&disk] { disk.pass(); }});
    constexpr std::uint32_t kMany = 30000;
    std::uint32_t next = 0;
    const auto check = [&](const std::vector<QueueItem>& items) {
        for (const QueueItem& item : items) {
            if (item.kind != QueueItem::Kind::Datagram) continue;
            REQUIRE(ByteReader(item.bytes).u32() == next);
            CHECK(item.lost_before == 0);
            ++next;
        }
    };
    const auto push = [&](std::uint32_t number) {
        ByteWriter out;
        out.u32(number);
        out.bytes(Bytes(100, 'x'));
        return queue.push(1, {Direction::ToClient, {}, out.take()});
    };
    for (std::uint32_t i = 0; i < kMany; ++i) {
        REQUIRE(push(i));
        if (queue.bytes() < 1000 * 1024) continue;
        REQUIRE(queue.nearly_full(5s));
        for (auto items = queue.evict(); !items.empty(); items = queue.evict()) check(items);
    }
    CHECK(queue.spilled() == 0);
    CHECK(next > kMany / 2);
    CHECK(queue.lost() == next);
    CHECK(queue.take_losses().empty());
    // A reader gets the rest, though the disk still stands.
    for (int i = 0; i < 100 && next < kMany; ++i) check(queue.pop(10ms));
    CHECK(next == kMany);
    disk.open();
    queue.close();
    while (!queue.closed()) check(queue.pop(10ms));
    // And what the disk took at last is in nobody's way.
    CHECK(next == kMany);
    CHECK(queue.bytes() == 0);
}

TEST_CASE("a file that is full loses datagrams, by count, and says so once", "[recording]") {
    const tickreel_test::Folder folder;
    DatagramQueue queue(16 * 1024, {folder / "", 32 * 1024});
    std::uint64_t accepted = 0;
    for (int i = 0; i < 5000; ++i)
        accepted += queue.push(1, {Direction::ToClient, {}, Bytes(500, 'x')}) ? 1 : 0;
    queue.close();
    std::uint64_t came = 0;
    std::uint64_t problems = 0;
    while (!queue.closed())
        for (const QueueItem& item : queue.pop(std::chrono::milliseconds(10)))
            ++(item.kind == QueueItem::Kind::Datagram ? came : problems);
    CHECK(came + queue.lost() == 5000);
    CHECK(came <= accepted);  // what the file then did not take is lost as well
    CHECK(queue.lost() > 0);
    CHECK(came > 0);
    CHECK(problems <= 1);
}
