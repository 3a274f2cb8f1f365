// A file that another program is still writing.
#include <filesystem>
#include <fstream>

#include "player/state/marker_file.h"
#include "tests/player/state/opened.h"
#include "tickreel/base/file.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;
using Seconds = PlayerState::Seconds;

namespace {

void append_bytes(const std::string& path, ByteView bytes) {
    std::ofstream out(path, std::ios::binary | std::ios::app);
    out.write(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
}

void settle_live(PlayerState& state) {
    const auto waits = [&] {
        return state.session().live() || state.markers().writing() || state.session().rereading();
    };
    for (int i = 0; i < 20000 && waits(); ++i) {
        state.advance(Seconds(1.1));
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        state.poll();
    }
}

}  // namespace

TEST_CASE("a recording that grows is followed, and the playhead at its end goes on") {
    const Bytes whole = sample_match();
    const ByteView part = ByteView(whole).first(whole.size() / 2);
    PlayerState state;
    act(state, OpenPath{write_file("grows.reel", part)});
    wait(state);
    REQUIRE(state.session().ready());
    REQUIRE(state.session().live());
    const std::int64_t before = state.playback().length();
    const ActionRegistry actions = default_actions();
    act(state, RunAction{"seek.end"});
    {
        std::ofstream out(state.session().path(), std::ios::binary | std::ios::app);
        const ByteView rest = ByteView(whole).subspan(part.size());
        out.write(reinterpret_cast<const char*>(rest.data()),
                  static_cast<std::streamsize>(rest.size()));
    }
    state.advance(Seconds(1.1));
    for (int i = 0; i < 20000 && state.playback().length() == before; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        state.poll();
    }
    CHECK(state.playback().length() > before);
    CHECK(state.playback().playing());
    CHECK(state.playback().position() == before);
    state.advance(Seconds(0.5));
    CHECK(state.playback().position() == before + 25);
    CHECK_FALSE(state.session().live());
}

TEST_CASE("the first marker of a recording that is still written asks too; it waits for the end") {
    const Bytes whole = sample_match();
    const ByteView part = ByteView(whole).first(whole.size() / 2);
    const ByteView rest = ByteView(whole).subspan(part.size());
    for (const MarkerHome home : {MarkerHome::File, MarkerHome::Session, MarkerHome::Beside}) {
        CAPTURE(static_cast<int>(home));
        PlayerState state;
        const std::string path = write_file("live_markers.reel", part);
        std::filesystem::remove(marker_file_of(path));
        act(state, OpenPath{path});
        wait(state);
        REQUIRE(state.session().live());
        const std::size_t before = state.markers().all().size();
        run(state, "marker.add");
        REQUIRE(state.view().shows(Dialog::MarkerHome));
        CHECK(state.markers().all().size() == before);
        CHECK_FALSE(std::filesystem::exists(marker_file_of(path)));
        act(state, DecideMarkers{home});
        run(state, "marker.add");  // asked only once
        CHECK_FALSE(state.view().any_dialog());
        CHECK(state.markers().all().size() == before + 2);
        CHECK(read_whole_file(path)->size() == part.size());
        append_bytes(path, rest);
        settle_live(state);
        REQUIRE_FALSE(state.session().live());
        CHECK((*read_whole_file(path) == whole) == (home != MarkerHome::File));
        CHECK(std::filesystem::exists(marker_file_of(path)) == (home == MarkerHome::Beside));
        PlayerState again;
        act(again, OpenPath{path});
        wait(again);
        const std::size_t kept = home == MarkerHome::Session ? 0 : 2;
        CHECK(again.markers().all().size() == 1 + kept);  // one was recorded
    }
}

TEST_CASE("markers that wait are written when the finished recording takes the file's place") {
    const Bytes whole = sample_match();
    const std::string path =
        write_file("live_replaced.reel", ByteView(whole).first(whole.size() / 2));
    std::filesystem::remove(marker_file_of(path));
    PlayerState state;
    act(state, OpenPath{path});
    wait(state);
    REQUIRE(state.session().live());
    run(state, "marker.add");
    act(state, DecideMarkers{MarkerHome::File});
    run(state, "marker.add");
    std::filesystem::rename(write_file("live_replaces.reel", whole), path);
    settle_live(state);
    REQUIRE_FALSE(state.session().live());
    CHECK(state.markers().all().size() == 3);  // one was recorded
    PlayerState again;
    act(again, OpenPath{path});
    wait(again);
    CHECK(again.markers().all().size() == 3);
}
