#pragma once
// The player's widgets: headings, icon buttons drawn from shapes, chips, splitters.

#include <span>
#include <string>
#include <string_view>

#include "player/panels/panel.h"

namespace tickreel {

enum class Icon {
    Play,
    Pause,
    StepBack,
    StepForward,
    ToStart,
    ToEnd,
    Reverse,
    Loop,
    Flag,
    Problem
};

void text(ImU32 color, std::string_view text);  // one line
void text(ImFont* font, ImU32 color, std::string_view text);
void paragraph(ImU32 color, std::string_view text);  // wrapped
// The same of a text that may have come from anybody, in any script.
void paragraph(const PanelContext& context, ImU32 color, std::string_view utf8);
// At most that many bytes of it, whole characters.
std::string beginning(std::string text, std::size_t bytes);
// What is before the last dot cut until all is no wider than that, in the font that is set.
std::string fitted(const std::string& text, float width);
// One line of a sentence of ours with names in it, or of what somebody said. Where the end of what
// is too wide would be the visible part, it is cut off.
std::string one_line(const PanelContext& context, std::string utf8, bool ours, float width);
// What somebody else wrote, its end cut off where it is too wide.
std::string shortened(const PanelContext& context, std::string utf8, float width);
// The caption of a pane, in small letters, with a note on the right.
void heading(const Look& look, std::string_view title, std::string_view note = {});
// A note on the line of the pane's tabs, at its right end; left out where there is no room.
void pane_note(const Look& look, std::string_view note);
// The tabs of a pane; asks for the one that is clicked. A right click moves or hides a panel.
struct TabName {
    const char* id = nullptr;
    const char* title = nullptr;
};
void tab_strip(const PanelContext& context, Pane pane, std::span<const TabName> tabs,
               std::string_view shown);
// Inside of a popup: closes it when Esc was pressed.
void close_on_escape(const PanelContext& context);
// Remembers the last widget's place under that name (tests only).
void probe(const PanelContext& context, const char* name);
// A tooltip for the last widget: the action's title and key.
void action_tooltip(const PanelContext& context, std::string_view action);
void tooltip(const char* text);

// A text box over a std::string, of any script.
bool text_box(const PanelContext& context, const char* id, const char* hint, std::string& text,
              ImGuiInputTextFlags flags = 0);

// A button that runs an action. `active` paints it as switched on.
void icon_button(const PanelContext& context, Icon icon, const char* action, bool active = false,
                 bool large = false);
void draw_icon(ImDrawList* list, Icon icon, ImVec2 centre, float size, ImU32 color);
// A small switch with text; true when clicked.
bool chip(const Look& look, const char* label, ImU32 color, bool on);
// A filled label like "ok".
void pill(const Look& look, std::string_view label, ImU32 color);
// A dragged border; moves `value` within low..high. `sign` -1: it grows to the left or upwards.
void splitter(const char* id, const Box& box, bool vertical, float& value, float low, float high,
              float sign);
// A box in the middle over everything else, which it dims and keeps the mouse from. `height` 0: as
// much as it needs. Always followed by end_dialog().
void begin_dialog(const Look& look, const char* name, float width, float height);
void end_dialog();
// "  label        value" rows; the label dim.
void fact(const Look& look, const char* label, std::string_view value, ImU32 color = ink::kText);

}  // namespace tickreel
