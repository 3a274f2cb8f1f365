#include "recorder/games/teeworlds/decoder.h"

#include <algorithm>

#include "recorder/games/teeworlds/probe.h"
#include "tests/catch.h"
#include "tests/recorder/teeworlds/collecting_sink.h"
#include "tests/recorder/teeworlds/match_script.h"
#include "tickreel/model/wire_proof.h"
#include "tickreel/reel/statistics.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using tickreel_test::character;
using tickreel_test::CollectingSink;
using tickreel_test::MatchScript;
using tickreel_test::WireItem;

namespace {

struct Recorder {
    CollectingSink sink{};
    std::vector<std::string> problems{};
    std::vector<std::string> losses{};  // of those: what the input lacks
    Decoder decoder{};

    void take(const Problem& problem) {
        problems.push_back(problem.message);
        if (problem.loss != InputLoss::None) losses.push_back(problem.message);
    }
    void feed(const Datagram& datagram) {
        decoder.feed(
            datagram, sink, [&](const Problem& p) { take(p); });
    }
    MatchScript::Listener listener() {
        return [this](const Datagram& datagram) { feed(datagram); };
    }
    void finish() {
        decoder.finish(
            sink, [&](const Problem& p) { take(p); });
    }
    std::vector<Tick> ticks() const {
        std::vector<Tick> all;
        for (const Frame& frame : sink.frames) all.push_back(frame.tick);
        return all;
    }
    std::string broadcasts(std::size_t frame) const {
        std::string all;
        for (const Event& event : sink.frames[frame].events)
            if (sink.schema[event.type].name == "Sv_Broadcast")
                all += std::get<std::string>(sink.field("Sv_Broadcast", event.row, "message"));
        return all;
    }
};

std::vector<WireItem> world(std::int32_t x) {
    return {character(0, x, 100), {6, 0, {0, 0, 0, 0, 0, 0, 0, 1}}};
}

// Several parts.
std::vector<WireItem> crowd() {
    std::vector<WireItem> items;
    for (int id = 0; id < 60; ++id) {
        WireItem item = character(id, id * 1000, -id * 1000);
        for (std::size_t k = 3; k < item.ints.size(); ++k)
            item.ints[k] = id * 65537 + static_cast<std::int32_t>(k);
        items.push_back(item);
    }
    return items;
}

void play(MatchScript& match, std::int32_t from, int count) {
    for (int i = 0; i < count; ++i) match.snapshot(from + 2 * i, world(from + i));
}

}  // namespace

TEST_CASE("a match: segment, frames in order, checksums, bases") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.to_client(MatchScript::broadcast("hello"));
    match.enter_game();
    play(match, 100, 50);
    recorder.finish();
    CHECK(recorder.problems.empty());
    REQUIRE(recorder.sink.segments.size() == 1);
    CHECK(recorder.sink.segments[0].map == "arena");
    CHECK(recorder.sink.segments[0].map_crc == "00001234");
    REQUIRE(recorder.sink.frames.size() == 50);
    CHECK(recorder.sink.frames[0].wire.base_tick == kNoTick);
    CHECK(recorder.sink.frames[20].wire.base_tick == 138);
    for (std::size_t i = 0; i < 50; ++i) {
        const Frame& frame = recorder.sink.frames[i];
        CHECK(frame.tick == 100 + 2 * static_cast<Tick>(i));
        CHECK(frame.wire.checksum == WireChecksum::Ok);
        CHECK(frame.wire.expected == frame.wire.computed);
        CHECK(frame.wire.parts == 1);
    }
    CHECK(recorder.broadcasts(0) == "hello");
    CHECK(recorder.sink.properties.at("protocol") == "ddnet 0.6");
    CHECK(recorder.decoder.counters().at("snapshots") == 50);
}

TEST_CASE("an unchanged snapshot equals its base and has its checksum") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.enter_game();
    match.snapshot(100, world(1));
    match.snapshot(102, world(1));
    recorder.finish();
    REQUIRE(recorder.sink.frames.size() == 2);
    CHECK(recorder.sink.frames[1].wire.checksum == WireChecksum::Ok);
    CHECK(is_proven_by_base(recorder.sink.frames[1].wire));
    CHECK_FALSE(is_proven_by_base(recorder.sink.frames[0].wire));
    CHECK(recorder.sink.frames[1].wire.expected == recorder.sink.frames[0].wire.expected);
    CHECK(recorder.sink.frames[1].wire.base_tick == 100);
    CHECK(recorder.sink.frames[1].snapshot == recorder.sink.frames[0].snapshot);
}

TEST_CASE("a snapshot in several parts is one frame") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.enter_game();
    match.snapshot(100, crowd());
    recorder.finish();
    REQUIRE(recorder.sink.frames.size() == 1);
    CHECK(recorder.sink.frames[0].wire.parts > 1);
    CHECK(recorder.sink.frames[0].wire.checksum == WireChecksum::Ok);
    CHECK(recorder.sink.count_items(0, "Character") == 60);
}

TEST_CASE("the clock of a capture may be set, or be wrong for one datagram") {
    const std::chrono::hours step(GENERATE(-1, 1));
    const bool stays = GENERATE(false, true);
    Recorder recorder;
    int fed = 0;
    MatchScript match([&](Datagram datagram) {
        if (++fed == 40 || (stays && fed > 40)) datagram.time += step;
        recorder.feed(datagram);
    });
    match.change_map("one");
    match.enter_game();
    play(match, 100, 40);
    recorder.finish();
    CHECK(fed > 80);
    CHECK(recorder.sink.frames.size() == 40);
    CHECK(recorder.sink.segments.size() == 1);
    CHECK(recorder.sink.gaps.empty());
    CHECK(recorder.problems.empty());
}

TEST_CASE("the last snapshot may be incomplete when a client leaves, not when the map changes") {
    const bool leaves = GENERATE(true, false);
    Recorder recorder;
    int passed = -1;  // so many datagrams more; -1: all
    MatchScript match([&](const Datagram& datagram) {
        if (passed == 0) return;
        if (passed > 0) --passed;
        recorder.feed(datagram);
    });
    match.change_map("one");
    match.enter_game();
    match.snapshot(100, world(1));
    passed = 1;
    match.send_snapshot(102, crowd());
    passed = -1;
    if (leaves) {
        match.close("bye");
    } else {
        match.change_map("two");
        match.enter_game();
        match.snapshot(10, world(1));
    }
    recorder.finish();
    CHECK(recorder.sink.frames.size() == (leaves ? 1 : 2));
    CHECK(recorder.problems.size() == (leaves ? 0 : 1));
    CHECK(recorder.losses.empty());  // the client did not get it either
    REQUIRE(recorder.sink.gaps.size() == (leaves ? 0 : 1));
    if (leaves) return;
    CHECK(recorder.sink.gaps[0].from == 102);
    CHECK_THAT(recorder.sink.gaps[0].reason, tickreel_test::contains("tick 102 has 1 of "));
    CHECK(recorder.problems[0].find("tick 102 has 1 of ") == 0);
}

TEST_CASE("a map change is a new segment, although ticks start again") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("one");
    match.enter_game();
    play(match, 1000, 20);
    match.to_client(MatchScript::broadcast("bye"));
    match.change_map("two");
    match.enter_game();
    play(match, 10, 20);
    recorder.finish();
    REQUIRE(recorder.sink.segments.size() == 2);
    CHECK(recorder.sink.segments[1].map == "two");
    REQUIRE(recorder.sink.frames.size() == 40);
    CHECK(recorder.broadcasts(19) == "bye");
    CHECK(recorder.sink.frames[20].segment == 1);
    CHECK(recorder.sink.frames[20].tick == 10);
    CHECK(recorder.sink.count_events("MAP_CHANGE") == 2);
}

TEST_CASE("a second ENTERGAME on the same map changes nothing") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.enter_game();  // DDNet's dummy does not wait for the map
    match.change_map("arena");
    match.snapshot(100, world(1));
    match.enter_game();
    match.snapshot(102, world(2));
    recorder.finish();
    CHECK(recorder.sink.segments.size() == 1);
    CHECK(recorder.sink.segments[0].map == "arena");
    CHECK(recorder.ticks() == std::vector<Tick>{100, 102});
}

TEST_CASE("snapshots before the player is in the game are not game") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.snapshot(1234567, world(9));
    CHECK(recorder.decoder.counters().at("early snapshots") == 1);
    match.forget_snapshots();
    match.enter_game();
    play(match, 100, 3);
    recorder.finish();
    CHECK(recorder.ticks() == std::vector<Tick>{100, 102, 104});
}

TEST_CASE("a recording that starts inside a connection waits for a complete snapshot") {
    Recorder recorder;
    bool recording = false;
    MatchScript match([&](const Datagram& datagram) {
        if (recording) recorder.feed(datagram);
    });
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 5);
    recording = true;
    play(match, 110, 5);       // deltas from snapshots that were never seen
    match.forget_snapshots();  // the server starts again with a full one
    play(match, 120, 5);
    recorder.finish();
    CHECK(recorder.ticks() == std::vector<Tick>{120, 122, 124, 126, 128});
    REQUIRE(recorder.sink.gaps.size() == 1);
    CHECK(recorder.sink.gaps[0].from == 110);
    CHECK(recorder.sink.gaps[0].to == 119);
    CHECK(recorder.problems.size() == 5);
    CHECK(recorder.losses.empty());
    CHECK(recorder.decoder.counters().at("snapshots without base") == 5);
}

TEST_CASE("another decoder goes on from a checkpoint as if nothing had happened") {
    Recorder whole;
    Recorder first;
    Recorder second;
    bool killed = false;
    // The clock may have been set meanwhile.
    const auto step = std::chrono::hours(GENERATE(0, 1, -1));
    MatchScript match([&](const Datagram& datagram) {
        whole.feed(datagram);
        Datagram later = datagram;
        later.time += step;
        if (killed)
            second.feed(later);
        else
            first.feed(datagram);
    });
    match.change_map("arena");
    match.to_client(MatchScript::broadcast("hello"));
    match.enter_game();
    play(match, 100, 50);
    const Bytes state = first.decoder.checkpoint();
    REQUIRE_FALSE(state.empty());
    REQUIRE(second.decoder.restore(state));
    killed = true;
    match.to_client(MatchScript::broadcast("on we go"));
    play(match, 200, 50);
    whole.finish();
    second.finish();
    CHECK(second.problems.empty());
    REQUIRE(second.sink.segments.size() == 1);
    CHECK(second.sink.segments[0] == whole.sink.segments[0]);
    CHECK(second.sink.gaps.empty());
    // What was held back at the checkpoint is not in it: at most the last two.
    REQUIRE(second.sink.frames.size() >= 49);
    CHECK(second.sink.properties.at("protocol") == "ddnet 0.6");
    for (const Frame& frame : second.sink.frames) {
        const auto same =
            std::find_if(whole.sink.frames.begin(), whole.sink.frames.end(),
                         [&](const Frame& other) { return other.tick == frame.tick; });
        REQUIRE(same != whole.sink.frames.end());
        CHECK(frame.wire.base_tick == same->wire.base_tick);
        CHECK(frame.wire.computed == same->wire.computed);
        CHECK(frame.wire.checksum == WireChecksum::Ok);
    }

    // Cut or changed bytes are refused, or do no harm.
    for (std::size_t length = 0; length < state.size(); ++length) {
        Decoder other;
        CHECK_FALSE(other.restore(ByteView(state).first(length)));
    }
}

TEST_CASE("another decoder goes on while the players load the next map") {
    Recorder first;
    Recorder second;
    bool killed = false;
    MatchScript match([&](const Datagram& datagram) { (killed ? second : first).feed(datagram); });
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 50);
    match.change_map("desert");
    REQUIRE(second.decoder.restore(first.decoder.checkpoint()));
    killed = true;
    const bool still_old = GENERATE(false, true);
    if (still_old) match.snapshot(300, world(7));
    match.enter_game();
    match.forget_snapshots();
    play(match, 20, 30);
    second.finish();
    CHECK(second.problems.empty());
    CHECK(second.sink.gaps.empty());
    REQUIRE(second.sink.segments.size() == (still_old ? 2 : 1));
    if (still_old) CHECK(second.sink.segments.front().map == "arena");
    CHECK(second.sink.segments.back().map == "desert");
    CHECK(second.sink.frames.size() == (still_old ? 31 : 30));
    CHECK(second.sink.frames.back().segment + 1 == second.sink.segments.size());
}

TEST_CASE("a snapshot that the recorder missed is a gap as far as it mattered") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.enter_game();
    match.snapshot(100, world(1));
    match.snapshot(102, world(2), false);
    match.snapshot(104, world(3));  // a delta from 102
    match.to_client(MatchScript::broadcast("between"));
    match.forget_snapshots();
    match.snapshot(110, world(4));
    recorder.finish();
    // The message came after a snapshot that nobody can read: not at the tick of 100.
    CHECK(recorder.sink.frames[1].events.size() == 1);
    CHECK(recorder.sink.frames[1].events[0].before_snapshot);
    CHECK(recorder.ticks() == std::vector<Tick>{100, 110});
    REQUIRE(recorder.sink.gaps.size() == 1);
    CHECK(recorder.sink.gaps[0].from == 102);  // the client had it, so it was sent
    CHECK_THAT(recorder.sink.gaps[0].reason, tickreel_test::contains("102"));
}

TEST_CASE(
    "what the client had and the capture lacks is a loss, told once for all that build on it") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 3);
    match.snapshot(106, world(6), false);
    play(match, 108, 40);
    match.forget_snapshots();
    play(match, 200, 3);
    match.snapshot(206, world(6), false);
    match.snapshot(208, world(7));
    recorder.finish();
    CHECK(recorder.problems == recorder.losses);
    REQUIRE(recorder.losses.size() == 2);
    CHECK(recorder.losses[0] ==
          "ticks 108..186: 40 snapshots could not be decoded: the first differs from tick 106, "
          "which the client had and the capture lacks, the others from those before them");
    CHECK(recorder.losses[1] ==
          "tick 208 could not be decoded: it differs from tick 206, which the client had and the "
          "capture lacks");
    REQUIRE(recorder.sink.gaps.size() == 2);
    CHECK(recorder.sink.gaps[0].from == 106);
    CHECK(recorder.sink.gaps[0].to == 187);
    CHECK(recorder.sink.gaps[1].from == 206);
}

TEST_CASE("a lost base is a gap of its own where snapshots between build on an older one") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 3);
    match.send_snapshot(106, world(6), false);
    match.send_snapshot(108, world(7));  // differs from 104: the client's word is on its way
    match.acknowledge(106);
    match.send_snapshot(110, world(8));
    match.send_snapshot(112, world(9));
    match.acknowledge(108);
    match.send_snapshot(114, world(10));
    recorder.finish();
    CHECK(recorder.ticks() == std::vector<Tick>{100, 102, 104, 108, 114});
    REQUIRE(recorder.sink.gaps.size() == 2);
    CHECK(recorder.sink.gaps[0].from == 106);
    CHECK(recorder.sink.gaps[0].to == 107);
    CHECK_THAT(recorder.sink.gaps[0].reason, tickreel_test::contains("differs from tick 106"));
    CHECK(recorder.sink.gaps[1].from == 110);
    CHECK(recorder.sink.gaps[1].to == 113);
}

TEST_CASE("a packet that cannot be read, where a snapshot is missing, is that snapshot") {
    const bool missing = GENERATE(true, false);
    const int packets = GENERATE(0, 1, 5);
    Recorder recorder;
    bool damaged = false;
    MatchScript match([&](const Datagram& datagram) {
        if (!damaged) return recorder.feed(datagram);
        Bytes bytes(datagram.bytes.begin(), datagram.bytes.end());
        bytes.pop_back();  // of the token
        for (int i = 0; i < packets; ++i)
            recorder.feed({datagram.direction, datagram.time + Time(i), bytes});
    });
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 10);
    damaged = true;
    if (missing)
        match.send_snapshot(120, world(9));  // the client has not acknowledged it
    else
        match.to_client(MatchScript::broadcast("other"), false);
    damaged = false;
    play(match, missing ? 122 : 120, 5);
    recorder.finish();
    CHECK(recorder.sink.frames.size() == 15);
    // Of five, nothing says which one it was; or that one was.
    const bool known = missing && packets == 1;
    CHECK(recorder.losses.size() == (known ? 1 : 0));
    REQUIRE(recorder.sink.gaps.size() == (known ? 1 : 0));
    if (!known) return;
    CHECK(recorder.losses[0] ==
          "between tick 118 and tick 122: 1 packet of the server could not be read");
    CHECK(recorder.sink.gaps[0].from == 120);
    CHECK(recorder.sink.gaps[0].to == 121);
    CHECK_THAT(recorder.sink.gaps[0].reason, tickreel_test::contains("could not be read"));
}

TEST_CASE("one packet that cannot be read is one snapshot, however long the server pauses then") {
    Recorder recorder;
    bool damaged = false;
    MatchScript match([&](const Datagram& datagram) {
        recorder.feed({datagram.direction, datagram.time,
                       damaged ? datagram.bytes.first(datagram.bytes.size() - 1) : datagram.bytes});
    });
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 10);
    damaged = true;
    match.send_snapshot(120, world(9));
    damaged = false;
    play(match, 168, 5);
    recorder.finish();

    REQUIRE(recorder.losses.size() == 1);
    REQUIRE(recorder.sink.gaps.size() == 1);
    CHECK(recorder.sink.gaps[0].from == 120);
    CHECK(recorder.sink.gaps[0].to == 121);
}

TEST_CASE("a whole snapshot that is no delta is damaged, and told as lost") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.enter_game();
    const std::vector<std::int32_t> delta{0, 9, 0, 5, 0, 7, 8, 1};  // nine items are not there
    const auto messages = write_snap(Protocol::V06, 100, kNoBase, delta, 16);
    REQUIRE(messages);
    Packer message;
    message.add_raw(messages->front());
    match.to_client(message, false);
    recorder.finish();
    CHECK(recorder.sink.frames.empty());
    REQUIRE(recorder.losses.size() == 1);
    CHECK(recorder.losses[0].find("tick 100: ") == 0);
    REQUIRE(recorder.sink.gaps.size() == 1);
    CHECK(recorder.sink.gaps[0].from == 100);
}

TEST_CASE("a wrong checksum is told, and the snapshot kept") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.enter_game();
    const std::vector<std::int32_t> delta{0, 1, 0, 5, 0, 7, 8, 1};
    const auto messages = write_snap(Protocol::V06, 100, kNoBase, delta, 999);
    REQUIRE(messages);
    Packer message;
    message.add_raw(messages->front());
    match.to_client(message, false);
    recorder.finish();
    REQUIRE(recorder.sink.frames.size() == 1);
    CHECK(recorder.sink.frames[0].wire.checksum == WireChecksum::Mismatch);
    CHECK(recorder.sink.frames[0].wire.expected == 999);
    CHECK(recorder.sink.frames[0].wire.computed == 16);
    REQUIRE(recorder.problems.size() == 1);
    CHECK_THAT(recorder.problems[0], tickreel_test::contains("tick 100"));
}

TEST_CASE("a snapshot with another checksum stays a base once the client acknowledged it") {
    const bool acknowledged = GENERATE(true, false);
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.enter_game();
    const auto send = [&](std::int32_t tick, std::int32_t base, std::int32_t crc) {
        const std::vector<std::int32_t> first{0, 1, 0, 5, 0, 7, 8, 1};
        const std::vector<std::int32_t> next{0, 1, 0, 5, 0, 1, 0, 0};
        const auto messages =
            write_snap(Protocol::V06, tick, base, base == kNoBase ? first : next, crc);
        REQUIRE(messages);
        Packer message;
        message.add_raw(messages->front());
        match.to_client(message, false);
    };
    send(100, kNoBase, 999);  // is 16
    if (acknowledged) match.acknowledge(100);
    send(102, 100, 17);
    send(104, 102, 18);
    recorder.finish();
    CHECK(recorder.sink.frames[0].wire.checksum == WireChecksum::Mismatch);
    if (acknowledged) {
        REQUIRE(recorder.ticks() == std::vector<Tick>{100, 102, 104});
        CHECK(recorder.sink.frames[1].wire.checksum == WireChecksum::Ok);
        CHECK(recorder.sink.frames[2].wire.checksum == WireChecksum::Ok);
        CHECK(recorder.sink.gaps.empty());
    } else {
        CHECK(recorder.ticks() == std::vector<Tick>{100});
        REQUIRE(recorder.sink.gaps.size() == 1);
        CHECK(recorder.sink.gaps[0].from == 102);
        CHECK(recorder.sink.gaps[0].to == 105);
    }
    CHECK(recorder.decoder.counters().at("bases with another checksum") == (acknowledged ? 1 : 0));
}

// INIT: every 10th tick until the first acknowledgement; RECOVER: every 50th when they stop.
TEST_CASE("a server that waits for acknowledgements has lost nothing") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.enter_game();
    const auto run = [&](std::int32_t from, std::int32_t to, bool acknowledged) {
        for (std::int32_t tick = from; tick < to; tick += 2) {
            if (match.wants_snapshot(tick)) match.send_snapshot(tick, world(tick));
            if (acknowledged) match.acknowledge(tick);
        }
    };
    run(100, 148, false);
    match.acknowledge(140);
    run(148, 400, true);
    run(400, 862, false);  // the base is forgotten after 3 s
    match.acknowledge(850);
    run(862, 1000, true);
    recorder.finish();
    StatisticsCounter counter(50);
    Tick longest = 0;
    for (std::size_t i = 0; i < recorder.sink.frames.size(); ++i) {
        counter.add(recorder.sink.frames[i], recorder.sink.schema);
        if (i > 0)
            longest =
                std::max(longest, recorder.sink.frames[i].tick - recorder.sink.frames[i - 1].tick);
    }
    CHECK(recorder.sink.frames[1].tick == 110);
    CHECK(longest == 50);
    CHECK(recorder.sink.gaps.empty());
    CHECK(counter.result({}).gaps.empty());
}

TEST_CASE("nothing secret reaches the recording") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    Packer version = begin_message({true, 0, uuid_from_name("clientver@ddnet.tw")});
    version.add_raw(Bytes(16, 'S'));
    version.add_int(18050);
    version.add_string("DDNet SSSS");
    match.to_server(version);
    Packer info = MatchScript::system(SystemMessage::Info);
    info.add_string("0.6 626fce9a778df4d4");
    info.add_string("SSSSSSSS");
    match.to_server(info);
    Packer auth = MatchScript::system(SystemMessage::RconAuth);
    auth.add_string("SSSSSSSS");
    auth.add_string("SSSSSSSS");
    auth.add_int(1);
    match.to_server(auth);
    Packer line = MatchScript::system(SystemMessage::RconLine);
    line.add_string("SSSSSSSS");
    match.to_client(line);
    Packer say = begin_game_message(17);
    say.add_int(0);
    say.add_string("/timeout SSSSSSSS");
    match.to_server(say);
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 2);
    recorder.finish();
    CHECK(recorder.sink.properties.at("protocol") == "ddnet 0.6 18050");
    CHECK(recorder.decoder.counters().at("withheld messages") == 1);
    for (const Frame& frame : recorder.sink.frames)
        for (const Event& event : frame.events)
            for (const Word word : event.row) CHECK(word != 0x53535353);
    for (const auto& [key, value] : recorder.sink.properties)
        CHECK(value.find("SSSS") == std::string::npos);
}

TEST_CASE("a map sent in the connection is attached to its segment") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    Packer change = MatchScript::system(SystemMessage::MapChange);
    change.add_string("tiny");
    change.add_int(static_cast<std::int32_t>(0xd87f7e0c));  // CRC-32 of "test"
    change.add_int(4);
    match.to_client(change);
    Packer data = MatchScript::system(SystemMessage::MapData);
    data.add_int(1);
    data.add_int(static_cast<std::int32_t>(0xd87f7e0c));
    data.add_int(0);
    data.add_int(4);
    data.add_raw(as_bytes("test"));
    match.to_client(data);
    match.enter_game();
    play(match, 100, 2);
    recorder.finish();
    REQUIRE(recorder.sink.attachments.size() == 1);
    CHECK(recorder.sink.attachments[0].name == "maps/tiny.map");
    CHECK(recorder.sink.attachments[0].bytes.size() == 4);
}

TEST_CASE("a reconnection on the same address goes on in a new segment") {
    Recorder recorder;
    for (int i = 0; i < 2; ++i) {
        MatchScript match(recorder.listener());
        match.change_map("arena");
        match.enter_game();
        CHECK_FALSE(recorder.decoder.closed());
        play(match, 100, 4);
        match.close("bye");
        CHECK(recorder.decoder.closed());
    }
    recorder.finish();
    CHECK(recorder.sink.segments.size() == 2);
    CHECK(recorder.sink.frames.size() == 8);
}

TEST_CASE("names from the server list are taken, addresses are not") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    Packer reply;
    reply.add_raw(Bytes(10, 0xff));
    reply.add_raw(as_bytes("inf3"));
    for (const std::string_view text : {"-1", "0.6.4, 17", "My\nServer", "dm1", "DM"})
        reply.add_string(text);
    recorder.feed({Direction::ToClient, std::chrono::hours(500001), reply.data()});
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 2);
    recorder.finish();
    CHECK(recorder.sink.properties.at("server_name") == "My Server");
    CHECK(recorder.sink.properties.at("game_type") == "DM");
}

TEST_CASE("garbage between the packets changes nothing") {
    Recorder clean;
    Recorder dirty;
    std::uint32_t noise = 1;
    const auto both = [&](const Datagram& datagram) {
        clean.feed(datagram);
        Bytes garbage(noise % 60);
        for (Byte& byte : garbage)
            byte = static_cast<Byte>((noise = noise * 1664525 + 1013904223) >> 24);
        if (!garbage.empty()) garbage[0] = static_cast<Byte>(garbage[0] & ~0x20);  // no server list
        dirty.feed({datagram.direction, datagram.time, garbage});
        dirty.feed(datagram);
        noise = noise * 1664525 + 1013904223;
    };
    MatchScript match(both);
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 60);
    clean.finish();
    dirty.finish();
    REQUIRE(clean.sink.frames.size() == 60);
    CHECK(dirty.ticks() == clean.ticks());
}

TEST_CASE("probe: Teeworlds in the right direction, nothing else") {
    std::vector<std::pair<Datagram, Bytes>> kept;
    MatchScript match([&](const Datagram& datagram) {
        kept.emplace_back(datagram, Bytes(datagram.bytes.begin(), datagram.bytes.end()));
    });
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 20);
    const auto datagrams = [&](bool reversed, std::size_t from) {
        std::vector<Datagram> all;
        for (std::size_t i = from; i < kept.size(); ++i) {
            Datagram datagram{kept[i].first.direction, kept[i].first.time, kept[i].second};
            if (reversed)
                datagram.direction = datagram.direction == Direction::ToServer
                                         ? Direction::ToClient
                                         : Direction::ToServer;
            all.push_back(datagram);
        }
        return all;
    };
    CHECK(probe(datagrams(false, 0)) == 100);
    CHECK(probe(datagrams(true, 0)) == 0);
    CHECK(probe(datagrams(false, 10)) > 50);  // starting in the middle
    CHECK(probe({}) == 0);
    const Bytes dns{0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 3, 'w', 'w', 'w', 0, 0, 1, 0, 1};
    const std::vector<Datagram> other{{Direction::ToServer, {}, dns},
                                      {Direction::ToClient, {}, dns}};
    CHECK(probe(other) == 0);
}
