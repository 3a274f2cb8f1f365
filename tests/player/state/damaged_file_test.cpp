// The integrity lane for damaged files, compared with `tickreel verify` and with the recording
// before the damage.
#include <filesystem>
#include <fstream>
#include <map>

#include <nlohmann/json.hpp>

#include "tests/player/state/opened.h"
#include "tests/recorder/commands/run_tickreel.h"

using namespace tickreel;
using namespace tickreel_test;
namespace fs = std::filesystem;
using Json = nlohmann::json;
using Ranges = std::vector<std::pair<std::int64_t, std::int64_t>>;  // positions [from, to)

namespace {

std::vector<std::string> recordings() {
    const fs::path demos = fs::path(TICKREEL_SOURCE_DIR) / "demos";
    return {demos / "arena_8_players.reel", demos / "outpost_firefall.reel",
            sample_file("damaged_source.reel")};
}

std::string copy_of(const std::string& path, const std::string& name) {
    return tickreel_test::write_file(name, *read_whole_file(path));
}

void flip_byte(const std::string& path, double share) {
    std::string bytes = read_file(path);
    const auto at = static_cast<std::size_t>(share * static_cast<double>(bytes.size()));
    bytes[at] = static_cast<char>(bytes[at] ^ 0xff);
    std::ofstream(path, std::ios::binary) << bytes;
}

// `verify` names ticks; with one segment a position is a tick relative to the first.
Ranges positions(const PlayerState& state, const Json& ranges) {
    Ranges found;
    const Timeline& timeline = state.session().reader().timeline();
    const Tick first = timeline.first().tick;
    for (const Json& range : ranges) {
        const Tick from = std::max<Tick>(std::stoll(range[0].get<std::string>()), first);
        const Tick to =
            std::min<Tick>(std::stoll(range[1].get<std::string>()), timeline.last().tick + 1);
        if (from < to) found.emplace_back(from - first, to - first);
    }
    return found;
}

Ranges holes(const PlayerState& state, Integrity kind) {
    Ranges found;
    for (const Hole& hole : state.session().scan().holes)
        if (hole.kind == kind && hole.from <= state.playback().length())
            found.emplace_back(hole.from, hole.to);
    return found;
}

std::uint64_t counted(const PlayerState& state, Integrity kind) {
    const std::int64_t all = state.playback().length() + 1;
    return state.session().scan().integrity.count(0, all)[static_cast<std::size_t>(kind)];
}

void open_and_scan(PlayerState& state, const std::string& path) {
    act(state, OpenPath{path});
    wait(state);
    REQUIRE(state.session().ready());
    REQUIRE(state.session().scan().complete);
}

// The status of every snapshot of a recording, by position.
std::map<std::pair<std::uint32_t, Tick>, Integrity> snapshots(const std::string& path) {
    std::map<std::pair<std::uint32_t, Tick>, Integrity> all;
    const auto reel = ReelReader::open(std::move(*open_file(path)));
    REQUIRE(reel.ok());
    const auto read =
        (*reel)->scan((*reel)->everything(), ignore_problems, [&](const Frame& frame) {
            all[{frame.segment, frame.tick}] = integrity_of(frame.wire);
            return true;
        });
    REQUIRE(read.ok());
    return all;
}

// Every original snapshot is either read unchanged or lies in an unreadable stretch.
void check_against_original(const PlayerState& damaged, const std::string& original) {
    const RecordingScan& scan = damaged.session().scan();
    const Timeline& timeline = damaged.session().reader().timeline();
    std::size_t lost = 0;
    for (const auto& [place, integrity] : snapshots(original)) {
        const Moment moment{place.first, place.second};
        if (moment < timeline.first() || moment > timeline.last()) continue;
        const std::int64_t at = timeline.position(moment);
        const Hole* hole = scan.hole_at(at);
        CAPTURE(moment.segment, moment.tick);
        if (scan.integrity.contains(at)) {
            CHECK(scan.worst(at, at + 1) == integrity);
        } else {
            REQUIRE(hole != nullptr);
            CHECK(hole->kind == Integrity::Unreadable);
            CHECK(scan.worst(at, at + 1) == Integrity::Unreadable);
            ++lost;
        }
    }
    CHECK((lost > 0) == !holes(damaged, Integrity::Unreadable).empty());
}

}  // namespace

TEST_CASE("a flipped byte: the integrity lane and verify say the same of every tick") {
    std::size_t unreadable = 0;
    for (const std::string& original : recordings()) {
        for (const int percent : {20, 35, 50, 65, 80}) {
            CAPTURE(original, percent);
            const std::string path = copy_of(original, "flipped.reel");
            flip_byte(path, percent / 100.0);
            const Ran ran = run_tickreel({"verify", path, "--format", "ndjson"});
            const Json said = Json::parse(ran.out);
            PlayerState state;
            open_and_scan(state, path);
            CHECK(state.session().scan().missing.empty() == (ran.code == 0));
            if (state.session().reader().timeline().segments().size() == 1) {
                CHECK(holes(state, Integrity::Unreadable) == positions(state, said["unreadable"]));
                CHECK(holes(state, Integrity::Gap) == positions(state, said["gaps"]));
            }
            CHECK(counted(state, Integrity::Match) == said["wire_ok"]);
            CHECK(counted(state, Integrity::Mismatch) == said["wire_mismatch"]);
            CHECK(counted(state, Integrity::Absent) == said["wire_absent"]);
            check_against_original(state, original);
            unreadable += holes(state, Integrity::Unreadable).size();
        }
    }
    CHECK(unreadable > 5);
}

TEST_CASE("a file that was cut, with and without a damaged chunk before") {
    for (const std::string& original : recordings()) {
        CAPTURE(original);
        const std::string path = copy_of(original, "cut.reel");
        flip_byte(path, 0.3);
        fs::resize_file(path, fs::file_size(path) * 7 / 10);
        PlayerState state;
        open_and_scan(state, path);
        check_against_original(state, original);
        REQUIRE_FALSE(state.session().scan().holes.empty());
        const Hole& end = state.session().scan().holes.back();
        CHECK(end.kind == Integrity::Unreadable);
        CHECK(end.from > state.playback().length());
    }
}

TEST_CASE("X goes from one problem to the next and names each") {
    const std::string path = copy_of(recordings()[0], "named.reel");
    flip_byte(path, 0.5);
    PlayerState state;
    open_and_scan(state, path);
    const Ranges lost = holes(state, Integrity::Unreadable);
    REQUIRE(lost.size() == 1);
    run(state, "seek.start");
    for (int i = 0; i < 50 && state.playback().position() != lost[0].first; ++i)
        run(state, "seek.next_problem");
    CHECK(state.playback().position() == lost[0].first);
    CHECK_THAT(state.notices().text(), contains("Unreadable"));
    CHECK(state.frames().current() == nullptr);
}

TEST_CASE("Recover writes a sound file beside the damaged one and opens it at this tick") {
    const std::string path = copy_of(recordings()[0], "recoverable.reel");
    fs::remove(fs::path(path).parent_path() / "recoverable-recovered.reel");
    flip_byte(path, 0.5);
    PlayerState state;
    open_and_scan(state, path);
    const Ranges lost = holes(state, Integrity::Unreadable);
    REQUIRE(lost.size() == 1);
    act(state, Jump{lost[0].second + 10});
    const Tick tick = state.moment().tick;
    CHECK(state.apply(Recover{}, default_actions()).has(Part::Jobs));
    REQUIRE(state.session().recovering());
    for (int i = 0; i < 20000 && (state.session().recovering() || state.session().loading()); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        state.poll();
    }
    wait(state);
    CHECK(fs::path(state.session().path()).filename() == "recoverable-recovered.reel");
    CHECK(state.moment().tick == tick);
    CHECK(holes(state, Integrity::Unreadable).empty());
    CHECK(run_tickreel({"verify", state.session().path()}).code == 0);
}

TEST_CASE("another recording under the same path is read anew, whatever its size") {
    const std::string other = recordings()[1];
    for (const bool in_place : {false, true}) {
        CAPTURE(in_place);
        const std::string path = copy_of(recordings()[0], "swapped.reel");
        PlayerState state;
        open_and_scan(state, path);
        const std::uint64_t before = state.session().generation();
        const std::string game = state.session().reader().info().game;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        const std::string bytes = read_file(other);
        const std::string written = in_place ? path : path + ".new";
        std::ofstream(written, std::ios::binary) << bytes;
        if (!in_place) fs::rename(written, path);
        for (int i = 0; i < 20000 && state.session().generation() == before; ++i) {
            state.advance(PlayerState::Seconds(1.1));
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            state.poll();
        }
        wait(state);
        CHECK(state.session().generation() > before);
        CHECK(state.session().reader().info().game != game);
        CHECK(state.session().file_trouble().empty());
    }
}

TEST_CASE("a repaired copy of the same recording is read anew at the same tick") {
    const std::string path = copy_of(recordings()[0], "repaired.reel");
    flip_byte(path, 0.5);
    PlayerState state;
    open_and_scan(state, path);
    REQUIRE_FALSE(holes(state, Integrity::Unreadable).empty());
    act(state, Jump{holes(state, Integrity::Unreadable)[0].first + 1});
    const Tick tick = state.moment().tick;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const std::string sound = read_file(recordings()[0]);
    std::ofstream(path, std::ios::binary) << sound;
    for (int i = 0; i < 20000 && !holes(state, Integrity::Unreadable).empty(); ++i) {
        state.advance(PlayerState::Seconds(1.1));
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        state.poll();
    }
    wait(state);
    CHECK(holes(state, Integrity::Unreadable).empty());
    CHECK(state.moment().tick == tick);
    CHECK(state.frames().current() != nullptr);
}
