// What a killed recorder leaves for the next one.

#include "recorder/recording/recovery_log.h"

#include <sys/stat.h>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"

using namespace tickreel;
using tickreel_test::Folder;

namespace {

constexpr std::size_t kSmall = 64UL * 1024;

std::unique_ptr<RecoveryLog> open_log(const std::string& path, std::size_t bytes = kSmall) {
    auto log = RecoveryLog::open(path, bytes);
    INFO((log ? "" : log.error().message));
    REQUIRE(log.ok());
    return *std::move(log);
}

Datagram numbered(Bytes& room, std::uint32_t number, std::size_t size = 100) {
    ByteWriter out;
    out.u32(number);
    out.bytes(Bytes(size, 'x'));
    room = out.take();
    return {number % 2 == 0 ? Direction::ToServer : Direction::ToClient,
            std::chrono::nanoseconds(number), room};
}

std::uint32_t number_in(const KeptDatagram& datagram) {
    return ByteReader(datagram.bytes).u32();
}

}  // namespace

TEST_CASE("the next recorder decodes on from the checkpoint before the last", "[recording]") {
    const RecordedEnd end{"toy", {3, 1022}, std::chrono::nanoseconds(1022), 2, {"map", "5a", "0b"}};
    const Folder folder;
    const std::string path = folder / "ring";
    Bytes room;
    {
        const auto log = open_log(path);
        CHECK(log->left().empty());
        std::uint64_t place = 0;
        for (std::uint32_t i = 0; i < 30; ++i) {
            if (i == 10 || i == 15) log->append_restart();
            if (i == 10 || i == 20)
                log->append(7, {place, std::chrono::nanoseconds(1000 + i), "toy",
                                "reels/" + std::to_string(i), Bytes{static_cast<Byte>(i)}});
            if (i == 22) log->append_end(7, {"reels/20", end});
            if (i == 25) log->append_file(7, "reels/25");
            place = log->append(7, numbered(room, i));
            log->append(8, numbered(room, 100 + i));
            log->append(9, numbered(room, 200 + i));
        }
        log->append_gone(9);
        log->append(9, numbered(room, 999));
    }
    struct stat status {};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777U) == 0600U);
    const RecoveredConnections left = open_log(path)->left();
    REQUIRE(left.size() == 3);
    const RecoveredConnection& seven = left.at(7);
    CHECK(seven.game == "toy");
    CHECK(seven.state == Bytes{10});
    CHECK(seven.written == std::chrono::nanoseconds(1020));
    CHECK(seven.files ==
          std::vector<LeftFile>{{"reels/10", {}}, {"reels/20", end}, {"reels/25", {}}});
    REQUIRE(seven.datagrams.size() == 20);
    for (std::uint32_t i = 0; i < 20; ++i) {
        CHECK(number_in(seven.datagrams[i]) == 10 + i);
        CHECK(seven.datagrams[i].time == std::chrono::nanoseconds(10 + i));
        CHECK((seven.datagrams[i].direction == Direction::ToServer) == (i % 2 == 0));
        CHECK(seven.datagrams[i].restarted == (i == 0 || i == 5));
    }
    REQUIRE(left.at(8).datagrams.size() == 30);
    for (std::uint32_t i = 0; i < 30; ++i)
        CHECK(left.at(8).datagrams[i].restarted == (i == 10 || i == 15));
    CHECK(left.at(8).game.empty());
    REQUIRE(left.at(9).datagrams.size() == 1);
    CHECK(number_in(left.at(9).datagrams[0]) == 999);
}

// What is held back at the first real checkpoint is not in it, and in no file.
TEST_CASE("with one checkpoint only, decoding begins with the connection", "[recording]") {
    for (const bool overwritten : {false, true}) {
        const Folder folder;
        Bytes room;
        const auto log = open_log(folder / "ring");
        const std::uint64_t begin = log->append(7, numbered(room, 0));
        for (std::uint32_t i = 0; overwritten && i < 1000; ++i) log->append(8, numbered(room, i));
        log->append(7, {begin, {}, "", "", {}});
        std::uint64_t place = 0;
        for (std::uint32_t i = 1; i < 10; ++i) place = log->append(7, numbered(room, i));
        log->append(7, {place, std::chrono::nanoseconds(8), "toy", "reels/1", Bytes{9}});
        log->append(7, numbered(room, 10));
        const RecoveredConnection left = log->left().at(7);
        CHECK(left.game == "toy");
        CHECK(left.written == std::chrono::nanoseconds(8));
        CHECK(left.state == (overwritten ? Bytes{9} : Bytes{}));
        REQUIRE_FALSE(left.datagrams.empty());
        CHECK(number_in(left.datagrams.front()) == (overwritten ? 10 : 0));
        if (!overwritten) CHECK(left.begin == begin);
    }
}

// Its place is where the recorder thread was, which may be far behind what the wire thread appends.
TEST_CASE("a checkpoint from whose place on not all is held is not the one to go on from",
          "[recording]") {
    for (const bool lags : {false, true}) {
        const Folder folder;
        Bytes room;
        const auto log = open_log(folder / "ring");
        std::vector<std::uint64_t> places;
        // The ring has room for some 400 of these.
        for (std::uint32_t i = 0; i < 500; ++i) places.push_back(log->append(7, numbered(room, i)));
        const std::size_t before = lags ? 10 : 300;
        for (const std::size_t i : {before, std::size_t{400}})
            log->append(7, {places[i], std::chrono::nanoseconds(i), "toy", "reels/1",
                            Bytes{static_cast<Byte>(i == 400 ? 2 : 1)}});
        const RecoveredConnection left = log->left().at(7);
        CHECK(left.state == Bytes{static_cast<Byte>(lags ? 2 : 1)});
        REQUIRE_FALSE(left.datagrams.empty());
        CHECK(number_in(left.datagrams.front()) == (lags ? 401 : 301));
        CHECK(number_in(left.datagrams.back()) == 499);
        CHECK_FALSE(left.hole);
        for (std::uint32_t i = 0; i < 500; ++i) log->append(8, numbered(room, i));
        log->append(7, {places[400], {}, "toy", "reels/1", Bytes{2}});
        CHECK(log->left().at(7).hole);
    }
}

// The snapshot before a pause is held back as long as that lasts, and written after it.
TEST_CASE("while no snapshots come, decoding begins before the last that did", "[recording]") {
    const Folder folder;
    Bytes room;
    const auto log = open_log(folder / "ring");
    std::uint64_t place = 0;
    for (std::uint32_t i = 0; i < 60; ++i) {
        const std::chrono::nanoseconds written(std::min(i, 25U));
        if (i % 10 == 0)
            log->append(7, {place, written, "toy", "reels/1", Bytes{static_cast<Byte>(i)}});
        place = log->append(7, numbered(room, i));
        if (i == 45) CHECK(log->left().at(7).state == Bytes{20});
    }
    const RecoveredConnection left = log->left().at(7);
    CHECK(left.state == Bytes{20});
    CHECK(left.written == std::chrono::nanoseconds(25));
    CHECK(number_in(left.datagrams.front()) == 20);
}

TEST_CASE("the ring goes round: the newest datagrams are there, in order", "[recording]") {
    const Folder folder;
    Bytes room;
    for (const std::size_t step : {1U, 7U, 400U, 1391U}) {
        const std::string path = folder / std::to_string(step);
        std::uint32_t next = 0;
        for (int run = 0; run < 3; ++run) {
            const auto log = open_log(path);
            for (std::uint32_t i = 0; i < 2000; ++i, ++next)
                log->append(1, numbered(room, next, (next * step) % 1400));
            const auto left = log->left().at(1).datagrams;
            REQUIRE(left.size() > 30);
            for (std::size_t i = 0; i < left.size(); ++i)
                REQUIRE(number_in(left[i]) == next - left.size() + i);
        }
    }
    const auto log = open_log(folder / "large");
    log->append(1, numbered(room, 1, 60000));  // more than a quarter of the ring
    CHECK(log->left().empty());
}

TEST_CASE("who said goodbye is known as long as it is said again", "[recording]") {
    const Folder folder;
    const auto log = open_log(folder / "ring");
    Bytes room;
    const auto flood = [&] {
        for (std::uint32_t i = 0; i < 1000; ++i) log->append(9, numbered(room, i));
    };
    for (const std::uint64_t client : {7U, 8U}) {
        log->append(client, numbered(room, 1));
        log->append_goodbye(client);
    }
    log->append(8, numbered(room, 2));  // he plays again
    CHECK(log->left().at(7).said_goodbye);
    CHECK_FALSE(log->left().at(8).said_goodbye);
    flood();
    CHECK(log->left().count(7) == 0);
    log->append_goodbye(7);
    CHECK(log->left().at(7).said_goodbye);
    log->append_gone(7);
    CHECK(log->left().count(7) == 0);
}

TEST_CASE("a file of another kind is refused, a damaged one gives what is whole", "[recording]") {
    const Folder folder;
    tickreel_test::write_file(folder / "mine", "precious");
    CHECK_FALSE(RecoveryLog::open(folder / "mine", kSmall).ok());
    CHECK(tickreel_test::read_file(folder / "mine") == "precious");
    // Killed, or the disk was full, before its first bytes.
    tickreel_test::write_file(folder / "room", std::string(70000, '\0'));
    CHECK(open_log(folder / "room")->left().empty());
    CHECK(open_log(folder / "room")->problem().empty());  // emptied by a good end, or so
    Bytes room;
    {
        const auto log = open_log(folder / "ring");
        for (std::uint32_t i = 0; i < 20; ++i) log->append(1, numbered(room, i));
    }
    const std::string good = tickreel_test::read_file(folder / "ring");
    // A record in the middle is nonsense.
    std::string bad = good;
    bad[4096 + 10 * 136 + 8] = 'z';
    tickreel_test::write_file(folder / "ring", bad);
    const auto log = open_log(folder / "ring");
    CHECK_THAT(log->problem(), tickreel_test::contains("is damaged"));
    CHECK(log->left().at(1).datagrams.size() == 10);
    log->append(1, numbered(room, 77));
    CHECK(number_in(log->left().at(1).datagrams.back()) == 77);
    CHECK(open_log(folder / "ring")->problem().empty());
    tickreel_test::write_file(folder / "cut", good.substr(0, good.size() / 2));
    CHECK_THAT(open_log(folder / "cut")->problem(), tickreel_test::contains("was cut"));
    // Another size begins anew.
    CHECK(open_log(folder / "ring", 2 * kSmall)->left().empty());
    for (const std::size_t length : {0U, 5U, 4096U, 70000U})
        CHECK(read_recovery_log(Bytes(length, 0xff)).empty());
}

TEST_CASE("of what was received nothing stays in a log that is cleared", "[recording]") {
    const Folder folder;
    const std::string path = folder / "ring";
    Bytes room;
    const auto holds = [&] {
        return tickreel_test::read_file(path).find("xxxx") != std::string::npos;
    };
    const auto log = open_log(path);
    for (std::uint32_t i = 0; i < 2000; ++i) log->append(7, numbered(room, i));  // some laps
    CHECK(holds());
    log->clear();
    CHECK_FALSE(holds());
    CHECK(log->left().empty());
    log->append(8, {0, {}, "toy", "", {}});
    log->append(8, numbered(room, 1));
    CHECK(log->left().at(8).datagrams.size() == 1);
    CHECK(open_log(path)->left().size() == 1);
}
