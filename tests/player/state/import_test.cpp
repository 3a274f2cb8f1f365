// Files of other formats open as recordings; nothing is written without being requested.
#include <filesystem>

#include "player/state/connections.h"
#include "player/state/marker_file.h"
#include "tests/bench/lengthen.h"
#include "tests/player/state/opened.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/recording/synthetic_match.h"
#include "tickreel/base/concat.h"

using namespace tickreel;
using namespace tickreel_test;
namespace fs = std::filesystem;

namespace {

std::unique_ptr<ReelReader> opened_reel(const std::string& path) {
    auto reel = ReelReader::open(std::move(*open_file(path)));
    REQUIRE(reel.ok());
    return *std::move(reel);
}

// The sample match, repeated to fill so many hours.
std::string demo_in(const Folder& folder, double hours = 0) {
    std::string arena = (fs::path(TICKREEL_SOURCE_DIR) / "demos/arena_8_players.reel").string();
    const std::string demo = folder / "match.demo";
    const Folder other;
    if (hours > 0) {
        REQUIRE(lengthen(*opened_reel(arena), hours, other / "long.reel").ok());
        arena = other / "long.reel";
    }
    REQUIRE(run_tickreel({"export", arena, "-o", demo}).code == 0);
    return demo;
}

// A match file of two views of the sample match, which have a part of it in common.
std::string match_file_in(const Folder& folder, const std::string& name) {
    const std::string arena =
        (fs::path(TICKREEL_SOURCE_DIR) / "demos/arena_8_players.reel").string();
    for (const char* ticks : {"20..1500", "500..3000"})
        REQUIRE(run_tickreel({"cut", arena, "-q", "--ticks", ticks, "-o",
                              folder / (ticks[0] == '2' ? "a.reel" : "b.reel")})
                    .code == 0);
    REQUIRE(run_tickreel(
                {"merge", "--views", folder / "a.reel", folder / "b.reel", "-o", folder / name})
                .code == 0);
    return folder / name;
}

// A short match in packets, as pcap and as pcapng.
void write_captures(const std::string& pcap, const std::string& pcapng) {
    using namespace capture_builder;
    std::vector<Packet> packets;
    Pcapng blocks;
    blocks.interface(1);
    play_match(
        [&](const Datagram& datagram) {
            const bool up = datagram.direction == Direction::ToServer;
            const auto payload =
                up ? udp(40000, 8303, datagram.bytes) : udp(8303, 40000, datagram.bytes);
            const auto time = static_cast<std::uint64_t>(datagram.time.count());
            packets.push_back({time, ethernet(ipv4(payload, {}, !up))});
            blocks.packet(0, time / 1000, packets.back().bytes);
        },
        40);
    const auto whole = capture_builder::pcap(packets);
    tickreel_test::write_file(pcap, std::string(whole.begin(), whole.end()));
    tickreel_test::write_file(pcapng, std::string(blocks.data().begin(), blocks.data().end()));
}

void finish(PlayerState& state) {
    for (int i = 0; i < 6000 && (state.session().loading() || state.session().keeping() ||
                                 state.markers().writing());
         ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        state.poll();
    }
    wait(state);
}

}  // namespace

TEST_CASE("a demo opens as a recording, leaves nothing behind, and is kept when asked") {
    const Folder folder;
    const std::string demo = demo_in(folder);
    const std::vector<std::string> before = folder.names();
    std::string temporary;
    {
        PlayerState state;
        act(state, OpenPath{demo, "50%"});
        CHECK(state.session().importing());
        finish(state);
        REQUIRE(state.session().open_error() == "");
        REQUIRE(state.session().ready());
        CHECK(state.session().imported());
        CHECK(state.session().source_path() == demo);
        CHECK(state.playback().position() > 0);
        CHECK(state.frames().current() != nullptr);
        temporary = state.session().path();
        CHECK(fs::exists(temporary));
        // What is exported must outlive it.
        CHECK(state.session().export_plan().recording == temporary);
        CHECK(export_output(state.session().export_plan()) == folder / "match.reel");
        CHECK(folder.names() == before);
        const Tick tick = state.moment().tick;
        act(state, KeepImport{});
        finish(state);
        CHECK(state.session().path() == folder / "match.reel");
        CHECK_FALSE(state.session().imported());
        CHECK(state.moment().tick == tick);
        CHECK_FALSE(fs::exists(temporary));
    }
    CHECK(run_tickreel({"verify", folder / "match.reel"}).code == 0);
}

TEST_CASE(
    "what a person types to export what was imported makes the same of the file they opened") {
    const Folder folder;
    const std::string match = match_file_in(folder, "views.reel");
    const std::string demo = demo_in(folder);
    constexpr std::size_t kReel = 0;
    constexpr std::size_t kCsv = 2;
    const std::size_t film = export_formats().size() - 1;
    for (const auto& [file, view, format, range, commands] :
         {std::tuple(demo, "", kCsv, "s0:600..s0:700", 2U),
          std::tuple(demo, "", kReel, "s0:600..s0:700", 2U), std::tuple(demo, "", film, "", 1U),
          std::tuple(match, "2", kCsv, "s0:600..s0:700", 1U),
          std::tuple(match, "union", kCsv, "", 1U),
          std::tuple(match, "2", kReel, "s0:600..s0:700", 2U),
          std::tuple(match, "2", film, "", 1U)}) {
        PlayerState state;
        act(state, OpenPath{file, "", view});
        finish(state);
        REQUIRE(state.session().open_error() == "");
        ExportPlan plan = state.session().export_plan();
        plan.format = format;
        plan.range = range;
        plan.output = export_output(plan);
        const auto words = export_words(plan);
        const auto typed = typed_words(plan, words);
        std::string text;
        for (const auto& command : typed) text += "tickreel " + command_text(command) + '\n';
        INFO(text);
        CHECK(typed.size() == commands);
        CHECK_THAT(text, contains(file) && !contains(fs::path(plan.recording).parent_path()));
        if (format == film) continue;  // as others of these words
        REQUIRE(run_tickreel(words).code == 0);
        const std::string made = read_file(plan.output);
        fs::remove(plan.output);
        for (const auto& command : typed) CHECK(run_tickreel(command).code == 0);
        const bool same = format == kReel
                              ? run_tickreel({"info", plan.output, "--format", "ndjson"}).code == 0
                              : read_file(plan.output) == made;
        CHECK(same);
        CHECK_FALSE(made.empty());
        fs::remove(plan.output);
    }
}

TEST_CASE(
    "a match file opens as its views and their union, which follow one another at the same tick") {
    const Folder folder;
    const std::string match = match_file_in(folder, "match.reel");
    PlayerState state;
    act(state, OpenPath{match, "1000"});
    finish(state);
    REQUIRE(state.session().open_error() == "");
    CHECK(state.session().imported());
    CHECK(state.session().source_path() == match);
    CHECK(state.moment().tick == 1000);
    const auto all = captured_connections(match, state.session().path());
    REQUIRE(all.size() == 3);
    CHECK(all[0].path == state.session().path());
    CHECK(all[2].player == "union");
    std::vector<Tick> last;
    for (const CapturedConnection& one : all) {
        CHECK(state.session().path() == one.path);
        CHECK(state.moment().tick == 1000);
        last.push_back(state.session().reader().timeline().last().tick);
        act(state, OpenNeighbour{+1});
        finish(state);
    }
    CHECK(last == std::vector<Tick>{1498, 2998, 2998});
    CHECK(state.session().path() == all[0].path);
    for (const auto& [name, number] :
         {std::pair("2", 2U), std::pair("B", 2U), std::pair("UNION", 3U)}) {
        PlayerState other;
        act(other, OpenPath{match, "1000", name});
        finish(other);
        REQUIRE(other.session().open_error() == "");
        CHECK(other.session().match()->number() == number);
        CHECK(other.moment().tick == 1000);
    }
    PlayerState none;
    act(none, OpenPath{match, "", "zoe"});
    finish(none);
    CHECK(none.session().open_error() ==
          match + ": no view 'zoe'; it has 1 (a, player Clover), 2 (b, player Clover), and union");
}

TEST_CASE("an import is shown while it grows, and stays open as what it became") {
    const Folder folder;
    const std::string demo = demo_in(folder, 0.1);
    std::size_t grown = 0;
    PlayerState state;
    act(state, OpenPath{demo});
    for (int i = 0; i < 6000 && !state.session().ready(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        state.poll();
    }
    REQUIRE(state.session().ready());
    REQUIRE(state.session().importing());
    CHECK(state.session().live());
    CHECK(state.session().imported());
    CHECK(state.session().source_path() == demo);
    CHECK(state.playback().position() == 0);
    CHECK(state.frames().current() != nullptr);
    const std::uint64_t generation = state.session().generation();
    const std::string unfinished = state.session().path();
    std::int64_t length = state.playback().length();
    for (int i = 0; i < 6000 && state.session().loading(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        state.poll();
        state.advance(PlayerState::Seconds(0.5));
        REQUIRE(state.session().file_trouble() == "");
        grown += state.playback().length() > length ? 1 : 0;
        length = state.playback().length();
    }
    finish(state);
    CHECK(grown >= 1);
    CHECK_FALSE(state.session().live());
    CHECK(state.session().generation() == generation);
    CHECK(state.session().path() != unfinished);
    CHECK(fs::exists(state.session().path()));
    CHECK(state.session().file_trouble() == "");
    CHECK(state.session().open_error() == "");
    const Folder other;
    REQUIRE(run_tickreel({"import", demo, "-o", other / "made.reel"}).code == 0);
    const auto made = opened_reel(other / "made.reel");
    CHECK(state.playback().length() == made->timeline().length());
    CHECK(state.session().reader().statistics()->snapshots == made->statistics()->snapshots);
    CHECK(state.session().scan().complete);
    std::uint64_t scanned = 0;
    for (const std::uint64_t count :
         state.session().scan().integrity.count(0, state.playback().length() + 1))
        scanned += count;
    CHECK(scanned == made->statistics()->snapshots);
    // What is opened here is gone when it is closed: a marker goes beside the demo.
    act(state, AddMarker{{{0, state.moment().tick}, "here"}});
    REQUIRE(state.view().shows(Dialog::MarkerHome));
    act(state, DecideMarkers{MarkerHome::Beside});
    finish(state);
    CHECK(fs::exists(marker_file_of(demo)));
    PlayerState again;
    act(again, OpenPath{demo});
    finish(again);
    REQUIRE(again.markers().all().size() == 1);
    CHECK(again.markers().all()[0].moment == Moment{0, state.moment().tick});
    CHECK_FALSE(again.view().any_dialog());
    // One about which a question is open is in what is kept, too.
    act(again, AddMarker{{{0, again.moment().tick}, "there"}});
    act(again, KeepImport{});
    finish(again);
    CHECK_THAT(run_tickreel({"list", folder / "match.reel", "markers"}).out,
               contains("here") && contains("there"));
}

TEST_CASE("a match file that opens has views and the union, a capture connections") {
    const Folder folder;
    const std::string match = match_file_in(folder, "views.reel");
    PlayerState state;
    act(state, OpenPath{match});
    finish(state);
    const std::size_t all = captured_connections(match, state.session().path()).size();
    CHECK_THAT(state.notices().text(),
               contains(concat(all - 1, " views and the union: Ctrl+Tab shows the next one")));
}

TEST_CASE("markers of a view of a match file are beside it, and only of that view") {
    const Folder folder;
    const std::string match = match_file_in(folder, "views.reel");
    const auto open_view = [&](PlayerState& state, const char* view) {
        act(state, OpenPath{match, "s0:600", view});
        finish(state);
        REQUIRE(state.session().open_error() == "");
    };
    for (const char* view : {"1", "2", "union"}) {
        PlayerState state;
        open_view(state, view);
        run(state, "marker.add");
        REQUIRE(state.view().shows(Dialog::MarkerHome));
        act(state, DecideMarkers{MarkerHome::Beside});
        act(state, EditMarker{0, {{0, 600}, std::string("of ") + view}});
        finish(state);
    }
    for (const char* view : {"1", "2", "union"}) {
        PlayerState state;
        open_view(state, view);
        act(state, CopyLink{});
        CHECK((state.notices().text().find("; it opens the first view") == std::string::npos) ==
              (view[0] == '1'));
        REQUIRE(state.markers().all().size() == 1);
        CHECK(state.markers().all()[0] == Marker{{0, 600}, std::string("of ") + view});
    }
    CHECK(fs::exists(match + ".markers"));
    CHECK(fs::exists(match + ".2.markers"));
}

TEST_CASE("what cannot be kept says why, and its markers are still asked about") {
    const Folder folder;
    const std::string demo = demo_in(folder);
    PlayerState state;
    act(state, OpenPath{demo, "50%"});
    finish(state);
    act(state, AddMarker{{{0, state.moment().tick}, "here"}});
    const std::string place = fs::path(demo).parent_path().string();
    fs::rename(place, place + "-away");
    act(state, KeepImport{});
    CHECK_FALSE(state.view().any_dialog());
    finish(state);
    fs::rename(place + "-away", place);
    CHECK_THAT(state.notices().text(), contains("Not kept: ") && contains("match.reel"));
    CHECK(folder.names() == std::vector<std::string>{"match.demo"});
    CHECK(state.view().shows(Dialog::MarkerHome));
    CHECK(act(state, Quit{}).tasks.empty());
    CHECK(state.markers().asks());
    // Then it can be.
    act(state, KeepImport{});
    finish(state);
    CHECK(state.session().path() == folder / "match.reel");
    CHECK_FALSE(state.view().any_dialog());
    CHECK(act(state, Quit{}).tasks.size() == 1);
    REQUIRE(state.markers().all().size() == 1);
    CHECK(state.markers().all()[0].text == "here");
}

TEST_CASE("while a file is imported the one that is shown takes markers") {
    const Folder folder;
    const std::string demo = demo_in(folder, 0.1);
    PlayerState state;
    open(state, "1100");
    act(state, DecideMarkers{MarkerHome::File});
    act(state, OpenPath{demo});
    REQUIRE(state.session().importing());
    const std::size_t before = state.markers().all().size();
    const std::string path = state.session().path();
    act(state, AddMarker{{{0, 1200}, "meanwhile"}});
    CHECK(state.notices().text() == "Marker set");
    finish(state);
    CHECK(state.session().source_path() == demo);
    PlayerState again;
    act(again, OpenPath{path});
    finish(again);
    CHECK(again.markers().all().size() == before + 1);
}

TEST_CASE("a marker waits until all is imported, and says so") {
    const Folder folder;
    const std::string demo = demo_in(folder);
    PlayerState state;
    act(state, OpenPath{demo});
    for (int i = 0; i < 6000 && !state.session().ready(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        state.poll();
    }
    REQUIRE(state.session().importing());
    run(state, "marker.add");
    CHECK_FALSE(state.view().any_dialog());
    CHECK_THAT(state.notices().text(), contains("when all is imported"));
    act(state, KeepImport{});  // it would be the beginning only
    CHECK_FALSE(state.session().keeping());
    CHECK_THAT(state.notices().text(), contains("when all is imported"));
    finish(state);
    run(state, "marker.add");
    CHECK(state.view().shows(Dialog::MarkerHome));
}

TEST_CASE("an import that ends is scanned whole before anything rests, also while no time passes") {
    const Folder folder;
    const std::string demo = demo_in(folder, 0.1);
    PlayerState state;
    act(state, OpenPath{demo});
    for (int i = 0; i < 6000 && !state.session().ready(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        state.poll();
    }
    REQUIRE(state.session().importing());
    for (int i = 0; i < 6000 && (state.session().loading() || state.session().scanning()); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        state.poll();
    }
    CHECK(state.session().scan().complete);
    CHECK(state.session().scan().totals.snapshots ==
          state.session().reader().statistics()->snapshots);
}

TEST_CASE("a place that is not imported yet is gone to as soon as it is") {
    const Folder folder;
    const std::string demo = demo_in(folder, 0.1);
    const auto begin = [&demo](PlayerState& state, const char* place) {
        act(state, OpenPath{demo, place});
        for (int i = 0; i < 6000 && !state.session().ready(); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            state.poll();
        }
        REQUIRE(state.session().importing());
        CHECK(state.session().awaited_place() == place);
        CHECK(state.playback().position() == 0);
        CHECK(state.frames().current() != nullptr);
    };
    const auto end = [](PlayerState& state) {
        for (int i = 0; i < 6000 && state.session().loading(); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            state.poll();
            state.advance(PlayerState::Seconds(0.5));
        }
        CHECK(state.session().awaited_place() == "");
    };
    PlayerState share;
    begin(share, "90%");
    end(share);
    const auto length = static_cast<double>(share.playback().length());
    CHECK(static_cast<double>(share.playback().position()) == Approx(0.9 * length).margin(1));
    PlayerState time;
    begin(time, "5:30");
    end(time);
    CHECK(time.playback().position() == 330 * 50);
    PlayerState moved;  // somebody who looks at something else is not taken away from it
    begin(moved, "90%");
    act(moved, Move{25});
    end(moved);
    CHECK(moved.playback().position() == 25);
}

TEST_CASE("every kind of file opens as what the headless program makes of it") {
    const Folder folder;
    const std::string outpost =
        (fs::path(TICKREEL_SOURCE_DIR) / "demos/outpost_firefall.reel").string();
    std::vector<std::string> files = {demo_in(folder), folder / "views.faucap", folder / "a.pcap",
                                      folder / "b.pcapng"};
    REQUIRE(run_tickreel({"export", outpost, "-o", files[1]}).code == 0);
    write_captures(files[2], files[3]);
    for (const std::string& file : files) {
        CAPTURE(file);
        const std::vector<std::string> before = folder.names();
        PlayerState state;
        act(state, OpenPath{file});
        finish(state);
        REQUIRE(state.session().open_error() == "");
        REQUIRE(state.session().ready());
        CHECK(state.session().source_path() == file);
        CHECK(folder.names() == before);
        const Folder other;
        REQUIRE(run_tickreel({"import", file, "-o", other / "made.reel"}).code == 0);
        const auto made = opened_reel(other / "made.reel");
        const ReelReader& shown = state.session().reader();
        CHECK(made->timeline().length() > 0);
        CHECK(shown.timeline().length() == made->timeline().length());
        CHECK(shown.statistics()->snapshots == made->statistics()->snapshots);
        CHECK(shown.info().game == made->info().game);
    }
}

TEST_CASE("what cannot be imported says why and leaves the open recording alone") {
    const Folder folder;
    write_file(folder / "junk.PCAP", std::string("no capture at all"));
    PlayerState state;
    open(state);
    const std::string path = state.session().path();
    act(state, OpenPath{folder / "junk.PCAP"});
    finish(state);
    CHECK_THAT(state.session().open_error(), contains("junk.PCAP"));
    CHECK(state.session().path() == path);
    CHECK(folder.names() == std::vector<std::string>{"junk.PCAP"});
}

TEST_CASE("what can be opened is known by its name") {
    for (const char* name : {"a.demo", "b.PCAP", "c.pcapng", "d.faucap", "e.nsr"}) {
        CHECK(is_importable(name));
        CHECK(is_openable(name));
    }
    CHECK(is_openable("a.reel"));
    for (const char* name : {"a.reel", "demo", "a.demo.txt", ""}) {
        CHECK_FALSE(is_importable(name));
        CHECK_FALSE(becomes_recordings(name));
    }
}

TEST_CASE("the first marker asks; the file stays as it is until somebody says so") {
    PlayerState state;
    open(state, "1100");
    const std::string before = read_file(state.session().path());
    const std::size_t markers = state.markers().all().size();
    const auto settle = [&state] {
        for (int i = 0; i < 20000 && (state.markers().writing() || state.session().rereading());
             ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            state.poll();
        }
    };
    run(state, "marker.add");
    CHECK(state.view().shows(Dialog::MarkerHome));
    settle();
    CHECK(read_file(state.session().path()) == before);
    run(state, "window.escape");  // no answer: no marker
    CHECK_FALSE(state.view().any_dialog());
    CHECK(state.markers().all().size() == markers);

    run(state, "marker.add");
    act(state, DecideMarkers{MarkerHome::Session});
    CHECK(state.markers().all().size() == markers + 1);
    run(state, "marker.add");  // asked only once
    CHECK_FALSE(state.view().any_dialog());
    settle();
    CHECK(read_file(state.session().path()) == before);

    open(state, "1100");  // another file asks again
    run(state, "marker.add");
    CHECK(state.view().shows(Dialog::MarkerHome));
    const std::string other = read_file(state.session().path());
    act(state, DecideMarkers{MarkerHome::File});
    settle();
    CHECK(state.markers().all().size() == markers + 1);
    CHECK(read_file(state.session().path()) != other);
}
