// Files of other formats open as recordings; nothing is written without being requested.
#include <filesystem>

#include "tests/player/state/opened.h"
#include "tests/recorder/commands/run_tickreel.h"

using namespace tickreel;
using namespace tickreel_test;
namespace fs = std::filesystem;

namespace {

std::string demo_in(const Folder& folder) {
    const std::string arena =
        (fs::path(TICKREEL_SOURCE_DIR) / "demos/arena_8_players.reel").string();
    const std::string demo = folder / "match.demo";
    REQUIRE(run_tickreel({"export", arena, "-o", demo}).code == 0);
    return demo;
}

void finish(PlayerState& state) {
    for (int i = 0; i < 6000 && (state.session().loading() || state.session().keeping()); ++i) {
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
    for (const char* name : {"a.reel", "demo", "a.demo.txt", ""}) CHECK_FALSE(is_importable(name));
}

TEST_CASE("the first marker asks; the file stays as it is until somebody says so") {
    PlayerState state;
    open(state, "1100");
    const std::string before = read_file(state.session().path());
    const std::size_t markers = state.markers().all().size();
    const auto settle = [&state] {
        for (int i = 0; i < 2000 && (state.markers().writing() || state.session().rereading());
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
