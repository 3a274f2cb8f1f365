#include "player/state/actions.h"

#include <set>

#include "player/state/player_state.h"
#include "tests/catch.h"

using namespace tickreel;

TEST_CASE("key names are read and written alike") {
    for (const char* text : {"Space", "K", ".", "Shift+.", "Ctrl+Left", "Alt+Shift+Right", "?",
                             "F11", "Ctrl+0", "+", "Ctrl+Alt+Shift+Backspace", "]"}) {
        const auto chord = parse_key(text);
        REQUIRE(chord);
        CHECK(key_text(*chord) == text);
    }
    for (const char* text : {"", "Ctrl+", "space", "ab", "k", "\t", "Meta+A"})
        CHECK_FALSE(parse_key(text));
}

TEST_CASE("every action has an id, a title, a group and keys of its own") {
    const ActionRegistry actions = default_actions();
    std::set<std::string> ids;
    std::set<KeyChord> keys;
    for (const Action& action : actions.all()) {
        CHECK(ids.insert(action.id).second);
        CHECK_FALSE(action.title.empty());
        CHECK_FALSE(action.group.empty());
        CHECK_FALSE(action.keys.empty());
        for (const KeyChord& key : action.keys) {
            CHECK(keys.insert(key).second);
            CHECK(actions.find(key) == &action);
        }
    }
}

TEST_CASE("the keys that fingers know run what they are known for") {
    const ActionRegistry actions = default_actions();
    const std::pair<const char*, const char*> known[] = {
        {"Space", "playback.toggle"},
        {"K", "playback.toggle"},
        {".", "playback.next"},
        {",", "playback.previous"},
        {"Left", "seek.back"},
        {"J", "seek.back"},
        {"L", "seek.forward"},
        {"Home", "seek.start"},
        {"End", "seek.end"},
        {"5", "seek.percent5"},
        {"]", "playback.faster"},
        {"[", "playback.slower"},
        {"Backspace", "playback.normal"},
        {"R", "playback.reverse"},
        {"I", "loop.in"},
        {"O", "loop.out"},
        {"M", "marker.add"},
        {"G", "seek.go_to"},
        {"Tab", "camera.follow_next"},
        {"V", "view.interpolate"},
        {"H", "view.names"},
        {"X", "seek.next_problem"},
        {"Ctrl+Right", "seek.next_event"},
        {"Ctrl+O", "file.open"},
        {"?", "window.help"},
        {"F11", "window.fullscreen"},
        {"Esc", "window.escape"},
    };
    for (const auto& [key, id] : known) {
        const Action* action = actions.find(*parse_key(key));
        REQUIRE(action != nullptr);
        CHECK(action->id == id);
    }
    CHECK(actions.key_of("playback.toggle") == "Space");
    CHECK(actions.key_of("no such action").empty());
}

TEST_CASE("without a recording only what needs none runs, and nothing breaks") {
    const ActionRegistry actions = default_actions();
    PlayerState state;
    for (const Action& action : actions.all()) {
        const bool nothing = state.apply(RunAction{action.id}, actions).nothing();
        CHECK((nothing || !action.needs_recording));
    }
    CHECK(state.apply(RunAction{"no such action"}, actions).nothing());
    CHECK(state.apply(RunAction{"window.quit"}, actions).tasks.size() == 1);
}
