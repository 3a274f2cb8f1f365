// Markers are written into the file.
#include "tests/player/state/opened.h"

using namespace tickreel;
using namespace tickreel_test;

TEST_CASE("markers are written into the file, beside the frame and in order") {
    PlayerState state;
    open(state, "1100");
    const std::string path = state.path();
    const auto settle = [&state] {
        for (int i = 0; i < 2000 && state.marking(); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            state.poll();
        }
    };
    REQUIRE(state.markers().size() == 1);
    state.decide_markers(MarkerHome::File);
    run(state, "marker.add");
    state.add_marker({{0, 1200}, "second", 0x123456});
    settle();
    REQUIRE(state.markers().size() == 3);
    CHECK(state.markers()[0].moment.tick == 1100);
    CHECK(state.markers()[1].text == "second");
    CHECK(state.markers()[1].color == 0x123456);
    state.edit_marker(1, {{0, 1200}, "changed", 0x654321});
    state.remove_marker(0);
    settle();
    PlayerState again;
    again.open(path);
    wait(again);
    REQUIRE(again.markers().size() == 2);
    CHECK(again.markers()[0].text == "changed");
    CHECK(again.markers()[1].text == "look here");
    CHECK(shown(state) == 1100);
}
