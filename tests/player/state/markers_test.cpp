// Markers are written into the file.
#include "tests/player/state/opened.h"

using namespace tickreel;
using namespace tickreel_test;

TEST_CASE("markers are written into the file, beside the frame and in order") {
    PlayerState state;
    open(state, "1100");
    const std::string path = state.session().path();
    const auto settle = [&state] {
        for (int i = 0; i < 2000 && (state.markers().writing() || state.session().rereading());
             ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            state.poll();
        }
    };
    REQUIRE(state.markers().all().size() == 1);
    act(state, DecideMarkers{MarkerHome::File});
    run(state, "marker.add");
    act(state, AddMarker{{{0, 1200}, "second", 0x123456}});
    settle();
    REQUIRE(state.markers().all().size() == 3);
    CHECK(state.markers().all()[0].moment.tick == 1100);
    CHECK(state.markers().all()[1].text == "second");
    CHECK(state.markers().all()[1].color == 0x123456);
    act(state, EditMarker{1, {{0, 1200}, "changed", 0x654321}});
    act(state, RemoveMarker{0});
    settle();
    PlayerState again;
    act(again, OpenPath{path});
    wait(again);
    REQUIRE(again.markers().all().size() == 2);
    CHECK(again.markers().all()[0].text == "changed");
    CHECK(again.markers().all()[1].text == "look here");
    CHECK(shown(state) == 1100);
}
