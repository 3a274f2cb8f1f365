// The table of actions and their default keys: playback, seeking, the map.
#include <cassert>
#include <string>

#include "player/state/action_rows.h"

namespace tickreel {
namespace {

std::int64_t seconds(const PlayerState& s, double count) {
    return static_cast<std::int64_t>(count * s.playback().ticks_per_second());
}

void say_speed(PlayerState& s) {
    std::string text = std::to_string(s.playback().speed());
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') {
        text.pop_back();
    }
    s.notify("Speed " + text + (s.playback().reversed() ? "x backwards" : "x"));
}

void say_skip(PlayerState& s) {
    std::string text = std::to_string(s.playback().skip_seconds());
    text.resize(text.find('.') + 2);
    s.notify("Skip " + text + " s");
}

void zoom(PlayerState& s, float factor) {
    s.view().map.fit = false;
    s.view().map.scale *= factor;
}

void add_jumps(ActionRegistry& a) {
    add_action_rows(a, "Seek", true,
                    {{"seek.previous_event",
                      "Previous marker or event",
                      {"Ctrl+Left"},
                      [](PlayerState& s) { s.jump_event(-1); }},
                     {"seek.next_event",
                      "Next marker or event",
                      {"Ctrl+Right"},
                      [](PlayerState& s) { s.jump_event(+1); }},
                     {"seek.next_problem",
                      "Next integrity problem",
                      {"X"},
                      [](PlayerState& s) { s.jump_problem(+1); }},
                     {"seek.previous_problem",
                      "Previous integrity problem",
                      {"Shift+X"},
                      [](PlayerState& s) { s.jump_problem(-1); }},
                     {"seek.undo",
                      "Back to before the last jump",
                      {"Shift+Backspace", "Alt+Shift+Left"},
                      [](PlayerState& s) { s.playback().back(); }},
                     {"seek.redo",
                      "Undo that",
                      {"Alt+Shift+Right"},
                      [](PlayerState& s) { s.playback().forward(); }},
                     {"seek.go_to", "Go to a tick or time", {"G"}, [](PlayerState& s) {
                          s.view().go_to = !s.view().go_to;
                      }}});
    for (int digit = 0; digit <= 9; ++digit) {
        const auto chord = parse_key(std::to_string(digit));
        a.add({"seek.percent" + std::to_string(digit),
               "To " + std::to_string(digit * 10) + " %",
               "Seek",
               {*chord},
               [digit](PlayerState& s) { s.jump_share(digit / 10.0); },
               true,
               digit == 5});
    }
}

}  // namespace

void add_action_rows(ActionRegistry& actions, const char* group, bool needs_recording,
                     std::initializer_list<ActionRow> rows) {
    for (const ActionRow& row : rows) {
        Action action{row.id, row.title, group, {}, row.run, needs_recording, true};
        for (const char* key : row.keys) {
            const auto chord = parse_key(key);
            assert(chord);
            action.keys.push_back(*chord);
        }
        actions.add(std::move(action));
    }
}

void toggle_setting(PlayerState& s, bool ViewSettings::*setting, const char* what) {
    s.view().*setting = !(s.view().*setting);
    s.notify(std::string(what) + (s.view().*setting ? " on" : " off"));
}

void add_playback_actions(ActionRegistry& a) {
    add_action_rows(a, "Playback", true,
                    {{"playback.toggle",
                      "Play or pause",
                      {"Space", "K", "Enter"},
                      [](PlayerState& s) { s.playback().toggle_play(); }},
                     {"playback.next",
                      "Next recorded snapshot",
                      {".", "E"},
                      [](PlayerState& s) { s.step_snapshot(+1); }},
                     {"playback.previous",
                      "Previous recorded snapshot",
                      {","},
                      [](PlayerState& s) { s.step_snapshot(-1); }},
                     {"playback.next_tick",
                      "One tick on",
                      {"Shift+."},
                      [](PlayerState& s) { s.step_tick(+1); }},
                     {"playback.previous_tick",
                      "One tick back",
                      {"Shift+,"},
                      [](PlayerState& s) { s.step_tick(-1); }},
                     {"playback.faster",
                      "Faster",
                      {"Up", "]"},
                      [](PlayerState& s) { s.playback().faster(), say_speed(s); }},
                     {"playback.slower",
                      "Slower",
                      {"Down", "["},
                      [](PlayerState& s) { s.playback().slower(), say_speed(s); }},
                     {"playback.normal",
                      "Normal speed, forward",
                      {"Backspace"},
                      [](PlayerState& s) { s.playback().normal_speed(), say_speed(s); }},
                     {"playback.reverse", "Reverse direction", {"R"}, [](PlayerState& s) {
                          s.playback().reverse(), say_speed(s);
                      }}});
}

void add_seek_actions(ActionRegistry& a) {
    add_action_rows(a, "Seek", true,
                    {{"seek.back",
                      "Skip back",
                      {"Left", "J"},
                      [](PlayerState& s) { s.skip(-s.playback().skip_ticks()); }},
                     {"seek.forward",
                      "Skip forward",
                      {"Right", "L"},
                      [](PlayerState& s) { s.skip(s.playback().skip_ticks()); }},
                     {"seek.smaller_skip",
                      "Smaller skip",
                      {"Shift+Left"},
                      [](PlayerState& s) { s.playback().smaller_skip(), say_skip(s); }},
                     {"seek.larger_skip",
                      "Larger skip",
                      {"Shift+Right"},
                      [](PlayerState& s) { s.playback().larger_skip(), say_skip(s); }},
                     {"seek.second_back",
                      "1 s back",
                      {"Alt+Left"},
                      [](PlayerState& s) { s.skip(-seconds(s, 1)); }},
                     {"seek.second_forward",
                      "1 s forward",
                      {"Alt+Right"},
                      [](PlayerState& s) { s.skip(seconds(s, 1)); }},
                     {"seek.minute_back",
                      "60 s back",
                      {"PgUp"},
                      [](PlayerState& s) { s.skip(-seconds(s, 60)); }},
                     {"seek.minute_forward",
                      "60 s forward",
                      {"PgDn"},
                      [](PlayerState& s) { s.skip(seconds(s, 60)); }},
                     {"seek.start", "To the start", {"Home"}, [](PlayerState& s) { s.jump(0); }},
                     {"seek.end", "To the end", {"End"}, [](PlayerState& s) {
                          s.jump(s.playback().length());
                      }}});
    add_jumps(a);
}

void add_map_actions(ActionRegistry& a) {
    add_action_rows(
        a, "Map", true,
        {{"camera.follow_next",
          "Follow the next player",
          {"Tab"},
          [](PlayerState& s) { s.follow_neighbour(+1); }},
         {"camera.follow_previous",
          "Follow the previous player",
          {"Shift+Tab"},
          [](PlayerState& s) { s.follow_neighbour(-1); }},
         {"camera.zoom_in", "Zoom in", {"+", "="}, [](PlayerState& s) { zoom(s, 1.25F); }},
         {"camera.zoom_out", "Zoom out", {"-"}, [](PlayerState& s) { zoom(s, 0.8F); }},
         {"camera.fit",
          "Everything in view",
          {"Ctrl+0"},
          [](PlayerState& s) {
              s.follow(std::nullopt);
              s.view().map.fit = true;
          }},
         {"view.interpolate",
          "Smooth motion or raw values",
          {"V"},
          [](PlayerState& s) { toggle_setting(s, &ViewSettings::interpolate, "Smooth motion"); }},
         {"view.names",
          "Names and facts on the map",
          {"H"},
          [](PlayerState& s) { toggle_setting(s, &ViewSettings::names, "Names"); }},
         {"view.ids",
          "Entity numbers",
          {"Shift+H"},
          [](PlayerState& s) { toggle_setting(s, &ViewSettings::ids, "Entity numbers"); }},
         {"view.hitboxes",
          "Collision shapes",
          {"B"},
          [](PlayerState& s) { toggle_setting(s, &ViewSettings::hitboxes, "Collision shapes"); }},
         {"view.trails",
          "Trails",
          {"Y"},
          [](PlayerState& s) { toggle_setting(s, &ViewSettings::trails, "Trails"); }},
         {"view.entities", "Game layer only", {"Shift+E"}, [](PlayerState& s) {
              toggle_setting(s, &ViewSettings::entities, "Game layer");
          }}});
    for (int number = 1; number <= 9; ++number) {
        const auto chord = parse_key("Alt+" + std::to_string(number));
        a.add({"camera.follow" + std::to_string(number),
               "Follow player number " + std::to_string(number),
               "Map",
               {*chord},
               [number](PlayerState& s) { s.follow_number(static_cast<std::size_t>(number) - 1); },
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
    add_inspect_actions(actions);
    add_file_actions(actions);
    add_window_actions(actions);
    return actions;
}

}  // namespace tickreel
