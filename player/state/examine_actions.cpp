// Actions that mark places and look into things: in and out, markers, query, diff, blame.
#include "player/state/action_rows.h"

namespace tickreel {

void add_mark_actions(ActionRegistry& a) {
    add_action_rows(
        a, "Marks", true,
        {{"loop.in", "Set in", {"I"}, SetLoopEnd{LoopEnd::In, true}},
         {"loop.out", "Set out", {"O"}, SetLoopEnd{LoopEnd::Out, true}},
         {"loop.clear_in", "Clear in", {"Shift+I"}, SetLoopEnd{LoopEnd::In, false}},
         {"loop.clear_out", "Clear out", {"Shift+O"}, SetLoopEnd{LoopEnd::Out, false}},
         {"loop.repeat", "Loop between in and out", {"Shift+L"}, ToggleLoop{}},
         {"marker.add", "Set a marker", {"M"}, MarkHere{}},
         {"marker.add_text",
          "Set a marker with text and colour",
          {"Shift+M"},
          ShowDialog{Dialog::Marker}},
         {"marker.edit", "Edit this marker", {"Ctrl+M"}, EditMarkerHere{}},
         {"marker.remove", "Delete this marker", {"Del"}, RemoveMarker{}},
         {"marker.list", "List of markers", {"Ctrl+L"}, ShowTab{Pane::LeftTop, "markers"}}});
}

void add_inspect_actions(ActionRegistry& a) {
    add_action_rows(
        a, "Inspect", true,
        {{"inspect.filter", "Filter the items", {"Ctrl+F"}, FocusOn{TextBox::ItemFilter}},
         {"query.ask", "Query ticks by fields", {"/", "Ctrl+Shift+F"}, FocusOn{TextBox::Query}},
         {"query.next", "Next hit", {"N"}, Step{Unit::Hit, +1}},
         {"query.previous", "Previous hit", {"Shift+N"}, Step{Unit::Hit, -1}},
         {"diff.toggle", "Compare with this tick (A), or stop", {"D"}, PinHere{true}},
         {"diff.pin", "Make this tick A instead", {"Shift+D"}, PinHere{false}},
         {"blame.next", "Next change of the field", {"Z"}, Step{Unit::FieldChange, +1}},
         {"blame.previous",
          "Previous change of the field",
          {"Shift+Z"},
          Step{Unit::FieldChange, -1}},
         {"inspect.raw", "Raw words", {"W"}, Toggle{&ViewSettings::raw_words, "Raw words"}},
         {"inspect.changed",
          "Only changed fields",
          {"C"},
          Toggle{&ViewSettings::only_changed, "Only changed fields"}},
         {"view.scoreboard", "Scoreboard", {"P"}, Toggle{&ViewSettings::scoreboard, ""}},
         {"view.time", "Time, tick or wall clock", {"T"}, NextTimeDisplay{}}});
}

}  // namespace tickreel
