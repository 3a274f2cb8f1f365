#pragma once
// One Dear ImGui context: created and destroyed together, its font atlas in the texture store,
// input through calls that are the same for every ImGui version, its output as a draw list. Works
// without a window; compiles with ImGui 1.86 and later.

#include <array>
#include <string>
#include <string_view>

#include <imgui.h>

#include "player/app/theme.h"
#include "player/app/ui_fonts.h"
#include "player/draw/draw_list.h"
#include "player/draw/textures.h"
#include "player/panels/look.h"

namespace tickreel {

class UiContext {
public:
    // `fonts`: searched for characters missing in the panels' fonts.
    UiContext(TextureStore& textures, float scale, std::vector<std::string> fonts = {});
    ~UiContext();
    UiContext(const UiContext&) = delete;
    UiContext& operator=(const UiContext&) = delete;

    const Look& look() const { return look_; }
    void make_current() const { ImGui::SetCurrentContext(context_); }

    // Input. Positions are pixels of the frame; button 0 left, 1 right, 2 middle.
    void mouse_at(float x, float y);
    void mouse_button(int button, bool down);
    void mouse_wheel(float x, float y);
    void key(ImGuiKey key, bool down);
    void modifiers(bool ctrl, bool shift, bool alt);
    void text(std::string_view utf8);
    bool wants_text() const;
    bool menu_open() const;  // or any other popup
    // The system's clipboard, for text boxes.
    using GetClipboard = const char* (*)(void*);
    using SetClipboard = void (*)(void*, const char*);
    void use_clipboard(GetClipboard get, SetClipboard set);

    void begin_frame(float width, float height, double seconds);
    // Ends the frame and replaces `out` by ImGui's output.
    void end_frame(DrawList& out, Theme theme = Theme::Dark);

    // Converts texts for the panels. Glyphs are created on demand.
    PanelText& texts() { return fonts_; }
    // The frame contained characters without a glyph: draw it again before showing it.
    bool incomplete() const { return fonts_.incomplete(); }
    std::vector<std::string> take_missing_packages() { return fonts_.take_missing_packages(); }
    void set_scale(float scale);

private:
    ImGuiContext* context_ = nullptr;
    Look look_;
    UiFonts fonts_;
    GetClipboard get_clipboard_ = nullptr;
    SetClipboard set_clipboard_ = nullptr;
    std::string pasted_;  // in the text boxes' encoding
    float styled_scale_ = 0;
#if IMGUI_VERSION_NUM < 18700
    // ImGui polls once per frame: a click or a key within one frame would be missed.
    std::array<bool, 3> down_{};
    std::array<bool, 3> pressed_{};
    std::array<bool, 3> released_{};
    std::array<bool, ImGuiKey_COUNT> key_pressed_{};
    std::array<bool, ImGuiKey_COUNT> key_released_{};
#endif
};

}  // namespace tickreel
