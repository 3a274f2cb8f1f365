#pragma once
// The fixture of PlayerState tests: the sample match, opened and fully scanned.

#include <thread>

#include "player/state/player_state.h"
#include "tests/catch.h"
#include "tests/format/analysis/sample_match.h"

namespace tickreel_test {

using namespace tickreel;

inline void wait(PlayerState& state) {
    for (int i = 0; i < 20000 && (state.session().loading() || state.session().scanning()); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        state.poll();
    }
    state.poll();
    state.advance(PlayerState::Seconds(0));
}

inline Changes act(PlayerState& state, const Command& command) {
    static const ActionRegistry actions = default_actions();
    return state.apply(command, actions);
}

inline void open(PlayerState& state, const std::string& place = "") {
    static int count = 0;  // one file each: an open file is not overwritten
    act(state, OpenPath{sample_file("state" + std::to_string(count++) + ".reel"), place});
    wait(state);
    REQUIRE(state.session().open_error() == "");
    REQUIRE(state.session().ready());
    REQUIRE(state.session().scan().complete);
}

inline void run(PlayerState& state, const char* action) {
    static const ActionRegistry actions = default_actions();
    REQUIRE(actions.find(action) != nullptr);
    act(state, RunAction{action});
    state.advance(PlayerState::Seconds(0));
}

inline Tick shown(const PlayerState& state) {
    REQUIRE(state.frames().current() != nullptr);
    return state.frames().current()->tick;
}

}  // namespace tickreel_test
