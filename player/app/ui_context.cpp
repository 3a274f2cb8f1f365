#include "player/app/ui_context.h"

#include <algorithm>
#include <vector>

#include "player/panels/imgui_versions.h"

namespace tickreel {
namespace {

struct Scratch {  // memory reused by each command
    std::vector<Vertex> vertices{};
    std::vector<std::uint32_t> indices{};
};

// Adds the vertices that one command uses, renumbered from its first.
void add_command(DrawList& out, const ImDrawList& list, const ImDrawCmd& command, Theme theme,
                 const UiAtlas& atlas, Scratch& scratch) {
    const ImDrawIdx* indices = list.IdxBuffer.Data + command.IdxOffset;
    const auto [low, high] = std::minmax_element(indices, indices + command.ElemCount);
    const unsigned first = *low;
    const std::size_t count = static_cast<std::size_t>(*high) - first + 1;
    scratch.vertices.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const ImDrawVert& v = list.VtxBuffer[static_cast<int>(command.VtxOffset + first + i)];
        // Emoji keep their colours.
        const bool picture = (v.col | IM_COL32_A_MASK) == IM_COL32_WHITE && atlas.is_picture(v.uv);
        const ImU32 color = picture ? v.col : themed(v.col, theme);
        scratch.vertices[i] = {v.pos.x,
                               v.pos.y,
                               std::clamp(v.uv.x, 0.0F, 1.0F),
                               std::clamp(v.uv.y, 0.0F, 1.0F),
                               {static_cast<std::uint8_t>(color >> IM_COL32_R_SHIFT),
                                static_cast<std::uint8_t>(color >> IM_COL32_G_SHIFT),
                                static_cast<std::uint8_t>(color >> IM_COL32_B_SHIFT),
                                static_cast<std::uint8_t>(color >> IM_COL32_A_SHIFT)}};
    }
    scratch.indices.resize(command.ElemCount);
    std::transform(indices, indices + command.ElemCount, scratch.indices.begin(),
                   [first](ImDrawIdx index) { return static_cast<std::uint32_t>(index) - first; });
    const TextureId texture = texture_of(command.GetTexID());
    const ImVec4& clip = command.ClipRect;
    out.push_clip({std::floor(clip.x), std::floor(clip.y), std::ceil(clip.z), std::ceil(clip.w)});
    out.add(texture, scratch.vertices, scratch.indices);
    out.pop_clip();
}

}  // namespace

UiContext::UiContext(TextureStore& textures, float scale, std::vector<std::string> fonts)
    : context_(ImGui::CreateContext()), fonts_(textures, std::move(fonts)) {
    make_current();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset | ImGuiBackendFlags_HasMouseCursors;
    io.BackendPlatformName = "tickreel";
#if IMGUI_VERSION_NUM < 18700
    for (int i = 0; i < ImGuiKey_COUNT; ++i) io.KeyMap[i] = i;
#endif
    look_.scale = scale;
    fonts_.update(look_);
    apply_style(look_);
    styled_scale_ = scale;
}

UiContext::~UiContext() {
    ImGui::DestroyContext(context_);
}

void UiContext::set_scale(float scale) {
    look_.scale = scale;
}

bool UiContext::menu_open() const {
    make_current();
    return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
}

void UiContext::use_clipboard(GetClipboard get, SetClipboard set) {
    make_current();
    get_clipboard_ = get;
    set_clipboard_ = set;
    ImGuiIO& io = ImGui::GetIO();
    io.ClipboardUserData = this;
    io.GetClipboardTextFn = [](void* self) -> const char* {
        auto& ui = *static_cast<UiContext*>(self);
        const char* text = ui.get_clipboard_(nullptr);
        ui.pasted_ = ui.fonts_.for_box(text != nullptr ? text : "");
        return ui.pasted_.c_str();
    };
    io.SetClipboardTextFn = [](void* self, const char* text) {
        auto& ui = *static_cast<UiContext*>(self);
        ui.set_clipboard_(nullptr, ui.fonts_.from_box(text).c_str());
    };
}

bool UiContext::wants_text() const {
    make_current();
    return ImGui::GetIO().WantTextInput;
}

#if IMGUI_VERSION_NUM < 18700

void UiContext::mouse_at(float x, float y) {
    make_current();
    ImGui::GetIO().MousePos = {x, y};
}

void UiContext::mouse_button(int button, bool down) {
    const auto index = static_cast<std::size_t>(button);
    if (index < down_.size()) {
        down_[index] = down;
        (down ? pressed_ : released_)[index] = true;
    }
}

void UiContext::mouse_wheel(float x, float y) {
    make_current();
    ImGui::GetIO().MouseWheelH += x;
    ImGui::GetIO().MouseWheel += y;
}

void UiContext::key(ImGuiKey key, bool down) {
    make_current();
    if (key < 0 || key >= ImGuiKey_COUNT) return;
    const auto index = static_cast<std::size_t>(key);
    if (down || !key_pressed_[index]) ImGui::GetIO().KeysDown[key] = down;
    key_pressed_[index] = key_pressed_[index] || down;
    key_released_[index] = !down;
}

void UiContext::modifiers(bool ctrl, bool shift, bool alt) {
    make_current();
    ImGuiIO& io = ImGui::GetIO();
    io.KeyCtrl = ctrl;
    io.KeyShift = shift;
    io.KeyAlt = alt;
}

#else

void UiContext::mouse_at(float x, float y) {
    make_current();
    ImGui::GetIO().AddMousePosEvent(x, y);
}

void UiContext::mouse_button(int button, bool down) {
    make_current();
    ImGui::GetIO().AddMouseButtonEvent(button, down);
}

void UiContext::mouse_wheel(float x, float y) {
    make_current();
    ImGui::GetIO().AddMouseWheelEvent(x, y);
}

void UiContext::key(ImGuiKey key, bool down) {
    make_current();
    ImGui::GetIO().AddKeyEvent(key, down);
}

void UiContext::modifiers(bool ctrl, bool shift, bool alt) {
    make_current();
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18837
    io.AddKeyEvent(ImGuiMod_Ctrl, ctrl);
    io.AddKeyEvent(ImGuiMod_Shift, shift);
    io.AddKeyEvent(ImGuiMod_Alt, alt);
#else
    io.AddKeyEvent(ImGuiKey_ModCtrl, ctrl);
    io.AddKeyEvent(ImGuiKey_ModShift, shift);
    io.AddKeyEvent(ImGuiKey_ModAlt, alt);
#endif
}

#endif

void UiContext::text(std::string_view utf8) {
    make_current();
    ImGui::GetIO().AddInputCharactersUTF8(fonts_.for_box(utf8).c_str());
}

void UiContext::begin_frame(float width, float height, double seconds) {
    make_current();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {std::max(width, 1.0F), std::max(height, 1.0F)};
    io.DeltaTime = static_cast<float>(std::clamp(seconds, 1e-4, 1.0));
#if IMGUI_VERSION_NUM < 18700
    for (std::size_t i = 0; i < down_.size(); ++i) {
        // Pressed and released since the last frame: down now, up in the next frame.
        const bool click = pressed_[i] && released_[i] && !down_[i] && !io.MouseDown[i];
        io.MouseDown[i] = click || down_[i];
        pressed_[i] = released_[i] = false;
    }
#endif
    fonts_.update(look_);
    if (styled_scale_ != look_.scale) {
        styled_scale_ = look_.scale;
        apply_style(look_);
    }
    ImGui::NewFrame();
#if IMGUI_VERSION_NUM < 18700
    for (std::size_t i = 0; i < key_pressed_.size(); ++i) {
        if (key_pressed_[i] && key_released_[i]) io.KeysDown[i] = false;  // the next frame sees it
        key_pressed_[i] = false;
    }
#endif
}

void UiContext::end_frame(DrawList& out, Theme theme) {
    make_current();
    ImGui::Render();
    const ImDrawData& data = *ImGui::GetDrawData();
    out.clear({0, 0, data.DisplaySize.x, data.DisplaySize.y});
    Scratch scratch;
    for (int i = 0; i < data.CmdListsCount; ++i) {
        const ImDrawList& list = *data.CmdLists[i];
        for (const ImDrawCmd& command : list.CmdBuffer) {
            if (command.UserCallback == nullptr && command.ElemCount > 0) {
                // Images keep their colours; only vertices with the font atlas are themed.
                const bool ink = texture_of(command.GetTexID()) == fonts_.atlas().texture();
                add_command(out, list, command, ink ? theme : Theme::Dark, fonts_.atlas(), scratch);
            }
        }
    }
}

}  // namespace tickreel
