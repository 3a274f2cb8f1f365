// A recording opens, or there is an error; every action runs on it.
#include <filesystem>

#include "tests/player/state/opened.h"
#include "tickreel/base/file.h"

using namespace tickreel;
using namespace tickreel_test;
using Seconds = PlayerState::Seconds;

TEST_CASE("a recording opens at its start or at a place, with its first player selected") {
    PlayerState state;
    open(state);
    CHECK(shown(state) == kFirstTick);
    CHECK(state.selection().selected().has_value());
    open(state, "1301");
    CHECK(shown(state) == kChatTick);
    CHECK(state.moment().tick == 1301);
    open(state, "s1:20");
    CHECK(shown(state) == 20);
    CHECK(state.moment().segment == 1);
}

TEST_CASE("what cannot be opened says why and leaves the open recording alone") {
    PlayerState state;
    open(state);
    act(state, OpenPath{"/nowhere/at/all.reel"});
    wait(state);
    CHECK_THAT(state.session().open_error(), contains("/nowhere/at/all.reel"));
    CHECK(state.session().ready());
    const std::string junk = "this is not a recording of anything";
    act(state, OpenPath{write_file("junk.reel", as_bytes(junk))});
    wait(state);
    CHECK_THAT(state.session().open_error(), contains("junk.reel"));
    CHECK(state.session().ready());
    act(state, CloseRecording{});
    CHECK_FALSE(state.session().ready());
    state.advance(Seconds(1));
}

TEST_CASE("a recording that was cut short still opens") {
    Bytes bytes = sample_match();
    bytes.resize(bytes.size() * 2 / 3);
    PlayerState state;
    act(state, OpenPath{write_file("cut.reel", bytes)});
    wait(state);
    REQUIRE(state.session().ready());
    CHECK_FALSE(state.session().reader().finished());
    CHECK(shown(state) == kFirstTick);
}

TEST_CASE("a file that shrinks while it is open is a message, and what can be read is shown") {
    PlayerState state;
    act(state, OpenPath{sample_file("shrinks.reel")});
    wait(state);
    REQUIRE(state.session().ready());
    const std::string path = state.session().path();
    std::filesystem::resize_file(path, 600);
    const ActionRegistry actions = default_actions();
    for (const char* action :
         {"seek.end", "seek.start", "seek.percent5", "playback.next", "playback.toggle"}) {
        act(state, RunAction{action});
        for (int i = 0; i < 20; ++i) state.advance(Seconds(0.1));
    }
    CHECK_FALSE(state.frames().error().empty());
}

TEST_CASE("every action runs on an open recording") {
    PlayerState state;
    open(state, "50%");
    const ActionRegistry actions = default_actions();
    for (const Action& action : actions.all()) {
        if (action.id == "file.close") continue;
        act(state, RunAction{action.id});
        state.advance(Seconds(0.02));
        CHECK(state.playback().position() >= 0);
        CHECK(state.playback().position() <= state.playback().length());
    }
    act(state, DecideMarkers{MarkerHome::Session});  // one of them set a marker
    act(state, RunAction{"file.close"});
    CHECK_FALSE(state.session().ready());
}

TEST_CASE("recent files are remembered, newest first, without doubles") {
    const std::string file = write_file("recent", {});
    {
        Recents recents(file);
        recents.add("/tmp/a.reel");
        recents.add("/tmp/b.reel");
        recents.add("/tmp/./a.reel");
    }
    Recents recents(file);
    REQUIRE(recents.paths().size() == 2);
    CHECK(recents.paths()[0] == "/tmp/a.reel");
    CHECK(recents.paths()[1] == "/tmp/b.reel");
    recents.forget("/tmp/a.reel");
    CHECK(Recents(file).paths().size() == 1);
    for (int i = 0; i < 50; ++i) recents.add("/tmp/" + std::to_string(i));
    CHECK(recents.paths().size() == 12);
    Recents nowhere("/proc/no/such/file");
    nowhere.add("/tmp/a.reel");
    CHECK(nowhere.paths().size() == 1);
}
