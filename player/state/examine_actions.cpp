// Actions that mark places and look into things: in and out, markers, query, diff, blame.
#include "player/state/action_rows.h"

namespace tickreel {
namespace {

void say_loop(PlayerState& s) {
    const Loop& loop = s.playback().loop();
    const auto place = [&s](const std::optional<std::int64_t>& at) {
        return at ? Timeline::format_time(static_cast<double>(*at) /
                                          s.playback().ticks_per_second())
                  : std::string("-");
    };
    s.notify("In " + place(loop.in) + "  out " + place(loop.out));
}

void ask(PlayerState& s) {
    s.view().show_tab(Pane::LeftBottom, "query");
    s.view().wishes.focus_query = true;
}

void open_marker_box(PlayerState& s, std::optional<std::size_t> index) {
    s.view().close_boxes();
    s.view().marker_edited = index;
    s.view().marker_box = true;
}

void compare(PlayerState& s) {
    if (s.pinned()) {
        s.unpin();
        s.notify("Not comparing any more");
        return;
    }
    s.pin();
    s.view().show_tab(Pane::RightTop, "diff");
}

}  // namespace

void add_mark_actions(ActionRegistry& a) {
    add_action_rows(
        a, "Marks", true,
        {{"loop.in", "Set in", {"I"}, [](PlayerState& s) { s.playback().set_in(), say_loop(s); }},
         {"loop.out",
          "Set out",
          {"O"},
          [](PlayerState& s) { s.playback().set_out(), say_loop(s); }},
         {"loop.clear_in",
          "Clear in",
          {"Shift+I"},
          [](PlayerState& s) { s.playback().clear_in(), say_loop(s); }},
         {"loop.clear_out",
          "Clear out",
          {"Shift+O"},
          [](PlayerState& s) { s.playback().clear_out(), say_loop(s); }},
         {"loop.repeat",
          "Loop between in and out",
          {"Shift+L"},
          [](PlayerState& s) {
              s.playback().toggle_repeat();
              s.notify(s.playback().loop().repeat ? "Loop on" : "Loop off");
          }},
         {"marker.add",
          "Set a marker",
          {"M"},
          [](PlayerState& s) {
              s.add_marker({s.moment(), "Marker " + std::to_string(s.markers().size() + 1)});
          }},
         {"marker.add_text",
          "Set one with text and colour",
          {"Shift+M"},
          [](PlayerState& s) { open_marker_box(s, std::nullopt); }},
         {"marker.edit",
          "Change this marker",
          {"Ctrl+M"},
          [](PlayerState& s) {
              if (s.marker_here()) {
                  open_marker_box(s, s.marker_here());
              } else {
                  s.notify("No marker is selected or at this tick");
              }
          }},
         {"marker.remove",
          "Delete this marker",
          {"Del"},
          [](PlayerState& s) {
              if (const auto index = s.marker_here()) {
                  s.remove_marker(*index);
              } else {
                  s.notify("No marker is selected or at this tick");
              }
          }},
         {"marker.list", "List of markers", {"Ctrl+L"}, [](PlayerState& s) {
              s.view().show_tab(Pane::LeftTop, "markers");
          }}});
}

void add_inspect_actions(ActionRegistry& a) {
    add_action_rows(
        a, "Inspect", true,
        {{"inspect.filter",
          "Search the items",
          {"Ctrl+F"},
          [](PlayerState& s) {
              s.view().show_tab(Pane::RightTop, "items");
              s.view().wishes.focus_filter = true;
          }},
         {"query.ask", "Ask for ticks: a query over fields", {"/", "Ctrl+Shift+F"}, ask},
         {"query.next", "Next hit", {"N"}, [](PlayerState& s) { s.jump_hit(+1); }},
         {"query.previous", "Previous hit", {"Shift+N"}, [](PlayerState& s) { s.jump_hit(-1); }},
         {"diff.toggle", "Compare with this tick (A), or stop", {"D"}, compare},
         {"diff.pin",
          "Make this tick A instead",
          {"Shift+D"},
          [](PlayerState& s) {
              s.pin();
              s.view().show_tab(Pane::RightTop, "diff");
          }},
         {"blame.next",
          "Next change of the field",
          {"Z"},
          [](PlayerState& s) { s.jump_change(+1); }},
         {"blame.previous",
          "Previous change of the field",
          {"Shift+Z"},
          [](PlayerState& s) { s.jump_change(-1); }},
         {"inspect.raw",
          "Raw words",
          {"W"},
          [](PlayerState& s) { toggle_setting(s, &ViewSettings::raw_words, "Raw words"); }},
         {"inspect.changed",
          "Only changed fields",
          {"C"},
          [](PlayerState& s) {
              toggle_setting(s, &ViewSettings::only_changed, "Only changed fields");
          }},
         {"view.scoreboard",
          "Scoreboard",
          {"P"},
          [](PlayerState& s) { s.view().scoreboard = !s.view().scoreboard; }},
         {"view.time", "Time, tick or wall clock", {"T"}, [](PlayerState& s) {
              s.view().time = static_cast<TimeDisplay>((static_cast<int>(s.view().time) + 1) % 3);
          }}});
}

}  // namespace tickreel
