// `tickreel import`, the real program on generated captures.

#include <algorithm>
#include <filesystem>
#include <sstream>

#include <nlohmann/json.hpp>

#include "recorder/games/firefall/faucap.h"
#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/recording/synthetic_match.h"

using namespace tickreel_test;

namespace {

std::vector<nlohmann::json> lines_of(const std::string& text) {
    std::vector<nlohmann::json> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(nlohmann::json::parse(line));
    return lines;
}

std::string capture_of(int matches, int snapshots = 50) {
    MatchCapture capture;
    for (int i = 0; i < matches; ++i)
        capture.add_match(40000 + static_cast<unsigned>(i), snapshots + i);
    return capture.text();
}

// As a capture has it.
capture_builder::Packet captured(const tickreel::Datagram& datagram) {
    using namespace capture_builder;
    const bool up = datagram.direction == tickreel::Direction::ToServer;
    const Bytes packet = up ? udp(40000, 8303, datagram.bytes) : udp(8303, 40000, datagram.bytes);
    return {static_cast<std::uint64_t>(datagram.time.count()), ethernet(ipv4(packet, {}, !up))};
}

long newlines(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
}

}  // namespace

TEST_CASE("a capture of one match becomes one reel that verifies", "[import]") {
    const Folder folder;
    write_file(folder / "in.pcap", capture_of(1));
    const Ran ran = run_tickreel(
        {"import", folder / "in.pcap", "-o", folder / "out.reel", "--format", "ndjson"});
    CHECK(ran.err.empty());
    REQUIRE(ran.code == 0);
    const auto rows = lines_of(ran.out);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0]["file"] == folder / "out.reel");
    CHECK(rows[0]["snapshots"] == 50);
    CHECK(rows[0]["wire_checksum"]["ok"] == 50);
    CHECK(rows[0]["wire_checksum"]["mismatch"] == 0);
    CHECK(rows[0]["gaps"] == 0);
    CHECK(folder.names() == std::vector<std::string>{"in.pcap", "out.reel"});
    CHECK(run_tickreel({"verify", folder / "out.reel"}).code == 0);
}

TEST_CASE("several matches are numbered, servers asked for their list are not", "[import]") {
    const Folder folder;
    MatchCapture capture;
    capture.add_pings(39999, 30);
    for (unsigned i = 0; i < 3; ++i) capture.add_match(40000 + i, 40 + static_cast<int>(i));
    write_file(folder / "in", capture.text());  // recognised by content, not by name
    const Ran all = run_tickreel({"import", folder / "in", "-o", folder / "m.reel"});
    REQUIRE(all.code == 0);
    CHECK(folder.names() == std::vector<std::string>{"in", "m-1.reel", "m-2.reel", "m-3.reel"});
    CHECK(newlines(all.out) == 4);  // a header and three rows

    const Ran one = run_tickreel({"import", folder / "in", "-o", folder / "second.reel",
                                  "--connection", "2", "--format", "csv"});
    REQUIRE(one.code == 0);
    CHECK_THAT(one.out, contains("second.reel,2,"));
    CHECK_THAT(one.out, contains(",41,41,0,0,0,"));
    CHECK(run_tickreel({"diff", folder / "second.reel", folder / "m-2.reel"}).code == 0);
    CHECK(run_tickreel({"diff", folder / "second.reel", folder / "m-1.reel"}).code == 1);

    const Ran none =
        run_tickreel({"import", folder / "in", "-o", folder / "x.reel", "--connection", "4"});
    CHECK(none.code == 1);
    CHECK_THAT(none.err, contains("no connection 4"));
}

TEST_CASE("more connections than are decoded at once", "[import]") {
    const Folder folder;
    write_file(folder / "in.pcap", capture_of(70, 5));
    const Ran ran =
        run_tickreel({"import", folder / "in.pcap", "-o", folder / "m.reel", "--format", "ndjson"});
    REQUIRE(ran.code == 0);
    const auto rows = lines_of(ran.out);
    REQUIRE(rows.size() == 70);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        CHECK(rows[i]["connection"] == i + 1);
        CHECK(rows[i]["snapshots"] == 5 + i);
    }
}

TEST_CASE("a map change is a segment, or a file with --split map", "[import]") {
    const Folder folder;
    MatchCapture capture;
    capture.add_match(40000, 30, true);
    write_file(folder / "in.pcap", capture.text());
    REQUIRE(run_tickreel({"import", folder / "in.pcap", "-o", folder / "one.reel"}).code == 0);
    REQUIRE(
        run_tickreel({"import", folder / "in.pcap", "-o", folder / "two.reel", "--split", "map"})
            .code == 0);
    CHECK(folder.names() ==
          std::vector<std::string>{"in.pcap", "one.reel", "two-map2.reel", "two.reel"});
    // Parts are named by what makes them.
    REQUIRE(run_tickreel(
                {"import", folder / "in.pcap", "-o", folder / "three.reel", "--split", "match"})
                .code == 0);
    CHECK(std::filesystem::exists(folder / "three-match2.reel"));
    const auto info = lines_of(run_tickreel({"info", folder / "one.reel", folder / "two.reel",
                                             folder / "two-map2.reel", "--format", "ndjson"})
                                   .out);
    REQUIRE(info.size() == 3);
    CHECK(info[0]["snapshots"] == 60);
    CHECK(info[1]["snapshots"] == 30);
    CHECK(info[1]["map"] == "arena");
    CHECK(info[2]["map"] == "tower");
}

TEST_CASE("nothing is overwritten, nothing half-done stays", "[import]") {
    const Folder folder;
    write_file(folder / "in.pcap", capture_of(2));
    write_file(folder / "m-2.reel", "mine");
    const Ran refused = run_tickreel({"import", folder / "in.pcap", "-o", folder / "m.reel"});
    CHECK(refused.code == 1);
    CHECK_THAT(refused.err, contains("m-2.reel"));
    CHECK_THAT(refused.err, contains("--force"));
    CHECK(newlines(refused.err) == 1);
    CHECK(folder.names() == std::vector<std::string>{"in.pcap", "m-2.reel"});
    CHECK(read_file(folder / "m-2.reel") == "mine");

    REQUIRE(run_tickreel({"import", folder / "in.pcap", "-o", folder / "m.reel", "--force"}).code ==
            0);
    CHECK(run_tickreel({"verify", folder / "m-2.reel"}).code == 0);

    // The disk fills up during the import.
    const Ran full = run_shell("trap '' XFSZ; ulimit -f 1; tickreel import '" +
                               (folder / "in.pcap") + "' -o '" + (folder / "full.reel") + "'");
    CHECK(full.code == 1);
    CHECK_THAT(full.err, contains("write"));
    CHECK(folder.names() == std::vector<std::string>{"in.pcap", "m-1.reel", "m-2.reel"});
}

TEST_CASE("a capture cut short keeps what is there and says so with exit 3", "[import]") {
    const Folder folder;
    const std::string whole = capture_of(1);
    write_file(folder / "in.pcap", whole.substr(0, whole.size() / 2));
    const Ran ran = run_tickreel(
        {"import", folder / "in.pcap", "-o", folder / "out.reel", "--format", "ndjson"});
    CHECK(ran.code == 3);
    CHECK_THAT(ran.err, contains("offset"));
    CHECK(newlines(ran.err) == 1);
    const auto rows = lines_of(ran.out);
    REQUIRE(rows.size() == 1);
    const int last = 100 + 2 * (rows[0]["snapshots"].get<int>() - 1);
    CHECK_THAT(ran.err, contains("; the recording ends with tick " + std::to_string(last)));
    CHECK_THAT(ran.err, !contains("may lack"));
    CHECK(rows[0]["snapshots"] > 10);
    CHECK(rows[0]["snapshots"] < 50);
    CHECK(run_tickreel({"verify", folder / "out.reel"}).code == 0);
}

TEST_CASE("a capture of Firefall cut short: that its last tick may be a part is said", "[import]") {
    const Folder folder;
    const std::string part = folder / "part.reel";
    REQUIRE(run_tickreel({"cut", TICKREEL_SOURCE_DIR "/demos/outpost_firefall.reel", "--ticks",
                          "100..140", "-o", part})
                .code == 0);
    REQUIRE(run_tickreel({"export", part, "-o", folder / "a.faucap"}).code == 0);
    const auto faucap = tickreel::open_file(folder / "a.faucap");
    REQUIRE(faucap);
    MatchCapture capture;
    const auto take = [&](unsigned, const tickreel::Datagram& datagram, double) {
        const bool up = datagram.direction == tickreel::Direction::ToServer;
        capture.add(40000, up, datagram.time, datagram.bytes);
        return true;
    };
    REQUIRE(tickreel::firefall::read_faucap(**faucap, take, tickreel::ignore_problems));
    const std::string whole = capture.text();
    write_file(folder / "a.pcap", whole);
    const std::vector<std::string> import{"import", folder / "a.pcap", "-o", folder / "a.reel",
                                          "-f"};
    CHECK_THAT(run_tickreel(import).err, !contains("may lack"));
    write_file(folder / "a.pcap", whole.substr(0, whole.size() / 2));
    const Ran ran = run_tickreel(import);
    CHECK(ran.code == 3);
    CHECK_THAT(ran.err, contains("; the recording ends with tick "));
    CHECK_THAT(ran.err, contains(", which may lack what came later"));
}

TEST_CASE("a capture that begins with the server's packet finds the directions", "[import]") {
    const Folder folder;
    MatchCapture capture;
    std::vector<capture_builder::Packet> packets;
    bool server_seen = false;
    play_match(
        [&](const tickreel::Datagram& datagram) {
            const bool up = datagram.direction == tickreel::Direction::ToServer;
            if (up && !server_seen) return;  // the capture started a moment late
            server_seen = true;
            packets.push_back(captured(datagram));
        },
        50);
    const capture_builder::Bytes bytes = capture_builder::pcap(packets);
    write_file(folder / "in.pcap", {bytes.begin(), bytes.end()});
    const Ran ran = run_tickreel(
        {"import", folder / "in.pcap", "-o", folder / "out.reel", "--format", "ndjson"});
    REQUIRE(ran.code == 0);
    CHECK(lines_of(ran.out)[0]["snapshots"] == 50);
}

TEST_CASE("most snapshots cannot be decoded: exit 3 and how many, and why", "[import]") {
    const Folder folder;
    std::vector<capture_builder::Packet> packets;
    MatchScript match(
        [&](const tickreel::Datagram& datagram) { packets.push_back(captured(datagram)); });
    match.change_map("arena");
    match.enter_game();
    for (int i = 0; i < 60; ++i)  // the capture misses one, which all after it build on
        match.snapshot(100 + 2 * i, small_world(i), i != 20);
    const capture_builder::Bytes bytes = capture_builder::pcap(packets);
    write_file(folder / "in.pcap", {bytes.begin(), bytes.end()});
    const Ran ran = run_tickreel(
        {"import", folder / "in.pcap", "-o", folder / "out.reel", "--format", "ndjson"});
    CHECK(ran.code == 3);
    CHECK(lines_of(ran.out)[0]["snapshots"] == 20);
    CHECK_THAT(ran.err, contains("out.reel: 39 of 59 snapshots could not be decoded: 39 without "
                                 "base"));
}

TEST_CASE("packets that the capture truncated: exit 3, which ticks, and a gap", "[import]") {
    const Folder folder;
    std::vector<capture_builder::Packet> packets;
    MatchScript match(
        [&](const tickreel::Datagram& datagram) { packets.push_back(captured(datagram)); });
    match.change_map("arena");
    match.enter_game();
    for (int i = 0; i < 60; ++i) {
        if (i != 30) {
            match.snapshot(100 + 2 * i, small_world(i));
            continue;
        }
        match.send_snapshot(100 + 2 * i, small_world(i));  // no base: never acknowledged
        capture_builder::Packet& cut = packets.back();
        cut.cut = static_cast<std::uint32_t>(cut.bytes.size() - 50);
        cut.bytes.resize(50);
    }
    const capture_builder::Bytes bytes = capture_builder::pcap(packets);
    write_file(folder / "in.pcap", {bytes.begin(), bytes.end()});
    const Ran ran = run_tickreel(
        {"import", folder / "in.pcap", "-o", folder / "out.reel", "--format", "ndjson"});
    INFO(ran.err);
    CHECK(ran.code == 3);
    const auto rows = lines_of(ran.out);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0]["snapshots"] == 59);
    CHECK(rows[0]["gaps"] == 1);
    CHECK_THAT(ran.err, contains("1 packet was truncated by the capture and skipped (of the server "
                                 "to connection 1: 1 behind tick 156); capture with snaplen 0"));
    CHECK_THAT(run_tickreel({"verify", folder / "out.reel", "--explain"}).out,
               contains("160") && contains("truncated by the capture"));
}

TEST_CASE("what a capture lacks although the client had it: exit 3 and which ticks", "[import]") {
    const Folder folder;
    std::vector<capture_builder::Packet> packets;
    const auto lost = GENERATE(false, true);
    MatchScript match(
        [&](const tickreel::Datagram& datagram) { packets.push_back(captured(datagram)); });
    match.change_map("arena");
    match.enter_game();
    std::size_t damaged = 0;
    for (int i = 0; i < 60; ++i) {
        if (i == 50) damaged = packets.size();
        match.snapshot(100 + 2 * i, small_world(i), !lost || i != 50);
    }
    // A flipped bit in the server's address, and a checksum that says so.
    if (!lost) {
        packets[damaged].bytes[14 + 12] ^= 2;
        packets[damaged].bytes[14 + 10] = 1;
    }
    const capture_builder::Bytes bytes = capture_builder::pcap(packets);
    write_file(folder / "in.pcap", {bytes.begin(), bytes.end()});
    const Ran ran = run_tickreel(
        {"import", folder / "in.pcap", "-o", folder / "out.reel", "--format", "ndjson"});
    CHECK(ran.code == 3);
    const auto rows = lines_of(ran.out);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0]["snapshots"] == (lost ? 50 : 60));
    CHECK(rows[0]["gaps"] == (lost ? 1 : 0));
    CHECK_THAT(ran.err, contains(lost ? "ticks 202..218: 9 snapshots could not be decoded: the "
                                        "first differs from tick 200, which the client had"
                                      : "1 packet has a damaged IP header (first at offset "));
}

TEST_CASE("the last snapshots are missing, which the client acknowledged: exit 3 and a gap",
          "[import]") {
    const Folder folder;
    std::vector<capture_builder::Packet> packets;
    MatchScript match(
        [&](const tickreel::Datagram& datagram) { packets.push_back(captured(datagram)); });
    match.change_map("arena");
    match.enter_game();
    for (int i = 0; i < 60; ++i) {
        match.pass_time(std::chrono::milliseconds(28));
        match.snapshot(100 + 2 * i, small_world(i), i < 40);
    }
    const capture_builder::Bytes bytes = capture_builder::pcap(packets);
    write_file(folder / "in.pcap", {bytes.begin(), bytes.end()});
    const Ran ran = run_tickreel(
        {"import", folder / "in.pcap", "-o", folder / "out.reel", "--format", "ndjson"});
    CHECK(ran.code == 3);
    CHECK(lines_of(ran.out)[0]["snapshots"] == 40);
    CHECK(lines_of(ran.out)[0]["gaps"] == 1);
    CHECK_THAT(
        ran.err,
        contains("ticks 180..218: the client acknowledged snapshots that the capture lacks"));
    CHECK_THAT(run_tickreel({"verify", folder / "out.reel", "--explain"}).out,
               contains("180..218: the client acknowledged snapshots that did not arrive"));
}

TEST_CASE("pipes: standard input and standard output", "[import]") {
    const Folder folder;
    write_file(folder / "in.pcap", capture_of(1));
    const Ran ran = run_shell("tickreel import - -o - < '" + (folder / "in.pcap") + "' > '" +
                              (folder / "out.reel") + "'");
    CHECK(ran.code == 0);
    CHECK(ran.err.empty());
    CHECK(run_tickreel({"verify", folder / "out.reel"}).code == 0);
    write_file(folder / "two.pcap", capture_of(2));
    const Ran two = run_shell("tickreel import '" + (folder / "two.pcap") + "' -o - > /dev/null");
    CHECK(two.code == 1);
    CHECK_THAT(two.err, contains("--connection"));
}

TEST_CASE("bad input: one clear line and exit 1", "[import]") {
    const Folder folder;
    write_file(folder / "empty.pcap", "");
    write_file(folder / "text.txt", "hello, this is no capture");
    write_file(folder / "bad.demo", "hello, this is no demo either, but it is called one");
    MatchCapture pings;
    pings.add_pings(40000, 20);
    write_file(folder / "pings.pcap", pings.text());
    const auto fails = [&](const std::string& name, const std::string& what) {
        INFO(name);
        const Ran ran = run_tickreel({"import", folder / name, "-o", folder / "out.reel"});
        CHECK(ran.code == 1);
        CHECK(ran.out.empty());
        CHECK(newlines(ran.err) == 1);
        CHECK_THAT(ran.err, contains("tickreel import: " + (folder / name)));
        CHECK_THAT(ran.err, contains(what));
    };
    fails("empty.pcap", "empty");
    fails("text.txt", ".pcap, .pcapng, .demo");
    fails("bad.demo", "demo");
    fails("pings.pcap", "no game found");
    fails("missing.pcap", "No such file");
    CHECK(run_tickreel({"import"}).code == 2);
    CHECK(run_tickreel({"import", folder / "pings.pcap"}).code == 2);
    CHECK(run_tickreel({"import", "x", "-o", "y", "--connection", "0"}).code == 2);
    CHECK(run_tickreel({"import", "x", "-o", "y", "--protocol", "chess"}).code == 2);
    const Ran nowhere =
        run_tickreel({"import", folder / "text.txt", "-o", folder / "no/such/out.reel"});
    CHECK(nowhere.code == 1);
    CHECK_THAT(nowhere.err, contains("folder does not exist"));
}

TEST_CASE("help ends with two examples", "[import]") {
    for (const char* verb : {"import", "record"}) {
        const Ran ran = run_tickreel({verb, "--help"});
        CHECK(ran.code == 0);
        const std::size_t examples = ran.out.find("Examples:");
        REQUIRE(examples != std::string::npos);
        const std::string tail = ran.out.substr(examples);
        const std::size_t first = tail.find("  tickreel ");
        REQUIRE(first != std::string::npos);
        CHECK(tail.find("  tickreel ", first + 1) != std::string::npos);
    }
}
