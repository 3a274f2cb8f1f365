// Actions of files and of the window itself.
#include "player/state/action_rows.h"

namespace tickreel {
namespace {

void take_picture(PlayerState& s, Wishes::Picture what) {
    s.view().wishes.picture = what;
}

void copy_link(PlayerState& s) {
    s.view().wishes.copy = s.deep_link();
    s.notify("Copied " + s.view().wishes.copy);
}

// One box at a time.
void turn_box(PlayerState& s, bool ViewSettings::*box) {
    const bool open = !(s.view().*box);
    s.view().close_boxes();
    s.view().*box = open;
}

}  // namespace

void add_file_actions(ActionRegistry& a) {
    add_action_rows(
        a, "File", false,
        {{"file.open",
          "Open a recording",
          {"Ctrl+O"},
          [](PlayerState& s) { turn_box(s, &ViewSettings::open_box); }},
         {"file.close", "Close the recording", {"Ctrl+W"}, [](PlayerState& s) { s.close(); }}});
    add_action_rows(
        a, "File", true,
        {{"file.next",
          "Next recording of the folder",
          {"Ctrl+Tab"},
          [](PlayerState& s) { s.open_neighbour(+1); }},
         {"file.previous",
          "Previous recording of the folder",
          {"Ctrl+Shift+Tab"},
          [](PlayerState& s) { s.open_neighbour(-1); }},
         {"file.copy_link", "Copy a link to this tick", {"Ctrl+D"}, copy_link},
         {"file.export",
          "Export",
          {"Ctrl+E"},
          [](PlayerState& s) { turn_box(s, &ViewSettings::export_box); }},
         {"file.picture",
          "Picture of the player",
          {"S"},
          [](PlayerState& s) { take_picture(s, Wishes::Picture::Whole); }},
         {"file.picture_map", "Picture of the map alone", {"Shift+S"}, [](PlayerState& s) {
              take_picture(s, Wishes::Picture::MapOnly);
          }}});
}

void add_window_actions(ActionRegistry& a) {
    add_action_rows(
        a, "Window", false,
        {{"window.palette",
          "Find an action",
          {"Ctrl+P", "Ctrl+K"},
          [](PlayerState& s) { turn_box(s, &ViewSettings::palette); }},
         {"window.fullscreen",
          "Full screen",
          {"F11", "F"},
          [](PlayerState& s) { s.view().fullscreen = !s.view().fullscreen; }},
         {"window.help",
          "This help",
          {"?", "F1"},
          [](PlayerState& s) { turn_box(s, &ViewSettings::help); }},
         {"window.keys",
          "Change keys",
          {"Ctrl+Shift+P"},
          [](PlayerState& s) { turn_box(s, &ViewSettings::keys_box); }},
         {"window.theme",
          "Dark or light",
          {"Ctrl+T"},
          [](PlayerState& s) {
              s.view().theme = s.view().theme == Theme::Dark ? Theme::Light : Theme::Dark;
          }},
         {"window.escape",
          "Close a box, free the camera",
          {"Esc"},
          [](PlayerState& s) { s.escape(); }},
         {"window.quit", "Quit", {"Ctrl+Q"}, [](PlayerState& s) { s.view().quit = true; }}});
}

}  // namespace tickreel
