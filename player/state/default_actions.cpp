// The table of actions and their default keys: playback, seeking, the map.
#include <cassert>
#include <string>

#include "player/state/action_rows.h"
#include "tickreel/base/concat.h"

namespace tickreel {
namespace {

void add_shares(ActionRegistry& a) {
    for (int digit = 0; digit <= 9; ++digit) {
        const auto chord = parse_key(std::to_string(digit));
        a.add({concat("seek.percent", digit),
               concat("To ", digit * 10, " %"),
               "Seek",
               {*chord},
               JumpShare{digit / 10.0},
               true,
               digit == 5});
    }
}

}  // namespace

void add_action_rows(ActionRegistry& actions, const char* group, bool needs_recording,
                     std::initializer_list<ActionRow> rows) {
    for (const ActionRow& row : rows) {
        Action action{row.id, row.title, group, {}, row.command, needs_recording, true};
        for (const char* key : row.keys) {
            const auto chord = parse_key(key);
            assert(chord);
            action.keys.push_back(*chord);
        }
        actions.add(std::move(action));
    }
}

void add_playback_actions(ActionRegistry& a) {
    add_action_rows(
        a, "Playback", true,
        {{"playback.toggle", "Play or pause", {"Space", "K", "Enter"}, TogglePlay{}},
         {"playback.next", "Next snapshot", {".", "E"}, Step{Unit::Snapshot, +1}},
         {"playback.previous", "Previous snapshot", {","}, Step{Unit::Snapshot, -1}},
         {"playback.next_tick", "Next tick", {"Shift+."}, Step{Unit::OneTick, +1}},
         {"playback.previous_tick", "Previous tick", {"Shift+,"}, Step{Unit::OneTick, -1}},
         {"playback.faster", "Faster", {"Up", "]"}, ChangeSpeed{+1}},
         {"playback.slower", "Slower", {"Down", "["}, ChangeSpeed{-1}},
         {"playback.normal", "Normal speed, forward", {"Backspace"}, ChangeSpeed{0}},
         {"playback.reverse", "Reverse direction", {"R"}, ReversePlay{}}});
}

void add_seek_actions(ActionRegistry& a) {
    add_action_rows(
        a, "Seek", true,
        {{"seek.back", "Skip back", {"Left", "J"}, Step{Unit::Skip, -1}},
         {"seek.forward", "Skip forward", {"Right", "L"}, Step{Unit::Skip, +1}},
         {"seek.smaller_skip", "Smaller skip", {"Shift+Left"}, ChangeSkip{-1}},
         {"seek.larger_skip", "Larger skip", {"Shift+Right"}, ChangeSkip{+1}},
         {"seek.second_back", "1 s back", {"Alt+Left"}, Step{Unit::Second, -1}},
         {"seek.second_forward", "1 s forward", {"Alt+Right"}, Step{Unit::Second, +1}},
         {"seek.minute_back", "60 s back", {"PgUp"}, Step{Unit::Second, -60}},
         {"seek.minute_forward", "60 s forward", {"PgDn"}, Step{Unit::Second, +60}},
         {"seek.start", "To the start", {"Home"}, Jump{0}},
         {"seek.end", "To the end", {"End"}, JumpShare{1}},
         {"seek.previous_event", "Previous marker or event", {"Ctrl+Left"}, Step{Unit::Event, -1}},
         {"seek.next_event", "Next marker or event", {"Ctrl+Right"}, Step{Unit::Event, +1}},
         {"seek.next_problem", "Next integrity problem", {"X"}, Step{Unit::Problem, +1}},
         {"seek.previous_problem",
          "Previous integrity problem",
          {"Shift+X"},
          Step{Unit::Problem, -1}},
         {"seek.undo", "Undo the last jump", {"Shift+Backspace", "Alt+Shift+Left"}, UndoJump{}},
         {"seek.redo", "Redo the jump", {"Alt+Shift+Right"}, RedoJump{}},
         {"seek.go_to", "Go to a tick or time", {"G"}, ToggleDialog{Dialog::GoTo}}});
    add_shares(a);
}

void add_timeline_actions(ActionRegistry& a) {
    add_action_rows(
        a, "Timeline", true,
        {{"timeline.zoom_in", "Zoom in on the playhead", {"Ctrl+Up"}, ZoomTimeline{1.5}},
         {"timeline.zoom_out", "Zoom out", {"Ctrl+Down"}, ZoomTimeline{1 / 1.5}},
         {"timeline.whole", "Whole recording", {"Ctrl+Home"}, ShowWholeTimeline{}},
         {"timeline.follow", "Follow the playhead", {"Ctrl+End"}, FollowPlayhead{}},
         {"timeline.inputs",
          "Lanes of inputs: keys, late and lost ones",
          {"Ctrl+U"},
          Toggle{&ViewSettings::input_lanes, "Lanes of inputs"}},
         {"timeline.rate",
          "Lane of the server's rate: init, full, recover",
          {"Ctrl+Shift+U"},
          Toggle{&ViewSettings::rate_lane, "Lane of the server's rate"}},
         {"timeline.delay",
          "Lane of delays: base age, ack lag, lateness, resends",
          {"Alt+Shift+U"},
          Toggle{&ViewSettings::delay_lane, "Lane of delays"}}});
}

void add_map_actions(ActionRegistry& a) {
    add_action_rows(
        a, "Map", true,
        {{"camera.follow_next", "Follow the next player", {"Tab"}, FollowNext{+1}},
         {"camera.follow_previous", "Follow the previous player", {"Shift+Tab"}, FollowNext{-1}},
         {"camera.zoom_in", "Zoom in", {"+", "="}, ZoomMap{1.25F}},
         {"camera.zoom_out", "Zoom out", {"-"}, ZoomMap{0.8F}},
         {"camera.fit", "Fit everything in view", {"Ctrl+0"}, FitMap{}},
         {"view.interpolate",
          "Smooth motion or raw values",
          {"V"},
          Toggle{&ViewSettings::interpolate, "Smooth motion"}},
         {"view.names", "Names and facts on the map", {"H"}, Toggle{&ViewSettings::names, "Names"}},
         {"view.hud",
          "Kills, chat, time and hearts on the map",
          {"U"},
          Toggle{&ViewSettings::hud, "Kills, chat, time and hearts"}},
         {"view.inputs",
          "Keys and aim of who is followed, or was recorded",
          {"Shift+U"},
          Toggle{&ViewSettings::inputs, "Keys and aim"}},
         {"view.ids", "Entity numbers", {"Shift+H"}, Toggle{&ViewSettings::ids, "Entity numbers"}},
         {"view.hitboxes",
          "Collision shapes",
          {"B"},
          Toggle{&ViewSettings::hitboxes, "Collision shapes"}},
         {"view.ghosts",
          "Ghosts: what this view of a match was not sent",
          {"Shift+G"},
          ToggleOfMatch{&ViewSettings::ghosts, "Ghosts"}},
         {"view.fog",
          "Fog: outside of what this view of a match is sent",
          {"Shift+V"},
          ToggleOfMatch{&ViewSettings::fog, "Fog"}},
         {"view.beside",
          "Side by side: two views of a match",
          {"Shift+B"},
          ToggleOfMatch{&ViewSettings::beside, "Side by side"}},
         {"view.beside_next", "Another view beside", {"Ctrl+B"}, NextBeside{}},
         {"view.trails", "Trails", {"Y"}, Toggle{&ViewSettings::trails, "Trails"}},
         {"view.entities",
          "Game layer only",
          {"Shift+E"},
          Toggle{&ViewSettings::entities, "Game layer"}}});
    for (int number = 1; number <= 9; ++number) {
        const auto chord = parse_key(concat("Alt+", number));
        a.add({concat("camera.follow", number),
               concat("Follow player number ", number),
               "Map",
               {*chord},
               FollowNumber{static_cast<std::size_t>(number) - 1},
               true,
               number == 1});
    }
}

ActionRegistry default_actions() {
    ActionRegistry actions;
    add_playback_actions(actions);
    add_seek_actions(actions);
    add_mark_actions(actions);
    add_map_actions(actions);
    add_timeline_actions(actions);
    add_inspect_actions(actions);
    add_file_actions(actions);
    add_window_actions(actions);
    add_layout_actions(actions);
    return actions;
}

}  // namespace tickreel
