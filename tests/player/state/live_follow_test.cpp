// A file that another program is still writing.
#include <fstream>

#include "tests/player/state/opened.h"
#include "tickreel/base/file.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;
using Seconds = PlayerState::Seconds;

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
    for (int i = 0; i < 400 && state.playback().length() == before; ++i) {
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
