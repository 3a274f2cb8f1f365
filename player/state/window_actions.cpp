// Actions of files and of the window itself.
#include "player/state/action_rows.h"

namespace tickreel {

void add_file_actions(ActionRegistry& a) {
    add_action_rows(a, "File", false,
                    {{"file.open", "Open a file", {"Ctrl+O"}, ToggleDialog{Dialog::Open}},
                     {"file.library",
                      "Search a folder of recordings",
                      {"Ctrl+Shift+O"},
                      ToggleDialog{Dialog::Library}},
                     {"file.close", "Close the recording", {"Ctrl+W"}, CloseRecording{}}});
    add_action_rows(
        a, "File", true,
        {{"file.next", "Next recording in the folder", {"Ctrl+Tab"}, OpenNeighbour{+1}},
         {"file.previous",
          "Previous recording in the folder",
          {"Ctrl+Shift+Tab"},
          OpenNeighbour{-1}},
         {"file.keep_import", "Keep the import as .reel", {"Ctrl+S"}, KeepImport{}},
         {"file.copy_link", "Copy a link to this tick", {"Ctrl+D"}, CopyLink{}},
         {"file.export", "Export", {"Ctrl+E"}, ToggleDialog{Dialog::Export}},
         {"file.picture", "Save a picture of the player", {"S"}, SavePicture{PictureKind::Whole}},
         {"file.picture_map",
          "Save a picture of the map",
          {"Shift+S"},
          SavePicture{PictureKind::MapOnly}}});
    add_action_rows(a, "File", false, {{"window.quit", "Quit", {"Ctrl+Q"}, Quit{}}});
}

void add_window_actions(ActionRegistry& a) {
    add_action_rows(
        a, "Window", false,
        {{"window.palette", "Find an action", {"Ctrl+P", "Ctrl+K"}, ToggleDialog{Dialog::Palette}},
         {"window.theatre",
          "Theatre mode: picture only",
          {"Shift+F"},
          Toggle{&ViewSettings::theatre, "Theatre mode"}},
         {"window.fullscreen", "Full screen", {"F11", "F"}, Toggle{&ViewSettings::fullscreen, ""}},
         {"window.help", "Keys", {"?", "F1"}, ToggleDialog{Dialog::Help}},
         {"window.keys", "Change keys", {"Ctrl+Shift+P"}, ToggleDialog{Dialog::Keys}},
         {"window.theme", "Dark or light", {"Ctrl+T"}, NextTheme{}},
         {"window.escape", "Close a dialog, free the camera", {"Esc"}, Escape{}}});
}

void add_layout_actions(ActionRegistry& a) {
    add_action_rows(
        a, "Layout", false,
        {{"layout.watch", "Watch: only the picture", {"Ctrl+1"}, UsePreset{Preset::Watch}},
         {"layout.inspect",
          "Inspect: what a snapshot holds",
          {"Ctrl+2"},
          UsePreset{Preset::Inspect}},
         {"layout.analyse", "Analyse: query and blame", {"Ctrl+3"}, UsePreset{Preset::Analyse}},
         {"layout.film", "Film: markers to cut at", {"Ctrl+4"}, UsePreset{Preset::Film}},
         {"layout.reset", "Every panel as at first", {"Ctrl+5"}, ResetLayout{}},
         {"layout.undo", "Undo the change of the layout", {"Ctrl+Z"}, UndoLayout{}},
         {"layout.left", "Left panels on or off", {"Ctrl+["}, ToggleSide{Side::Left}},
         {"layout.right", "Right panels on or off", {"Ctrl+]"}, ToggleSide{Side::Right}},
         {"layout.hide_panel", "Hide this panel", {"Ctrl+H"}, HidePanel{}},
         {"layout.move_panel",
          "Move this panel to the next place",
          {"Ctrl+Shift+H"},
          MovePanel{}}});
}

}  // namespace tickreel
