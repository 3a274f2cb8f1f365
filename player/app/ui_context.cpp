#include "player/app/ui_context.h"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace tickreel {
namespace {

std::string font_file(const char* name) {
    for (const char* folder : {"/usr/share/fonts/truetype/dejavu/", "/usr/share/fonts/TTF/",
                               "/usr/share/fonts/dejavu/", "/usr/share/fonts/dejavu-sans-fonts/"}) {
        std::error_code ignored;
        const std::string path = std::string(folder) + name;
        if (std::filesystem::is_regular_file(path, ignored)) {
            return path;
        }
    }
    return {};
}

// Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic letters, punctuation, currency, arrows, signs.
const ImWchar* glyph_ranges() {
    static constexpr ImWchar kRanges[] = {0x0020, 0x058F, 0x0590, 0x06FF, 0x1E00, 0x20BF,
                                          0x2100, 0x22FF, 0x2500, 0x27BF, 0,      0};
    return kRanges;
}

Image atlas_image(ImFontAtlas& atlas) {
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    atlas.GetTexDataAsRGBA32(&pixels, &width, &height);
    Image image(width, height);
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
        image.pixels[i] = {pixels[i * 4], pixels[i * 4 + 1], pixels[i * 4 + 2], pixels[i * 4 + 3]};
    }
    return image;
}

// The vertices that one command uses, counted from its first.
void add_command(DrawList& out, const ImDrawList& list, const ImDrawCmd& command) {
    const ImDrawIdx* indices = list.IdxBuffer.Data + command.IdxOffset;
    const auto [low, high] = std::minmax_element(indices, indices + command.ElemCount);
    const unsigned first = *low;
    const std::size_t count = static_cast<std::size_t>(*high) - first + 1;
    std::vector<Vertex> vertices(count);
    for (std::size_t i = 0; i < count; ++i) {
        const ImDrawVert& v = list.VtxBuffer[static_cast<int>(command.VtxOffset + first + i)];
        vertices[i] = {v.pos.x,
                       v.pos.y,
                       std::clamp(v.uv.x, 0.0F, 1.0F),
                       std::clamp(v.uv.y, 0.0F, 1.0F),
                       {static_cast<std::uint8_t>(v.col >> IM_COL32_R_SHIFT),
                        static_cast<std::uint8_t>(v.col >> IM_COL32_G_SHIFT),
                        static_cast<std::uint8_t>(v.col >> IM_COL32_B_SHIFT),
                        static_cast<std::uint8_t>(v.col >> IM_COL32_A_SHIFT)}};
    }
    std::vector<std::uint32_t> moved(command.ElemCount);
    std::transform(indices, indices + command.ElemCount, moved.begin(),
                   [first](ImDrawIdx index) { return static_cast<std::uint32_t>(index) - first; });
    const auto texture =
        static_cast<TextureId>(reinterpret_cast<std::uintptr_t>(command.GetTexID()));
    const ImVec4& clip = command.ClipRect;
    out.push_clip({std::floor(clip.x), std::floor(clip.y), std::ceil(clip.z), std::ceil(clip.w)});
    out.add(texture, vertices, moved);
    out.pop_clip();
}

}  // namespace

UiContext::UiContext(TextureStore& textures, float scale) : context_(ImGui::CreateContext()) {
    make_current();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset | ImGuiBackendFlags_HasMouseCursors;
    io.BackendPlatformName = "tickreel";
#if IMGUI_VERSION_NUM < 18700
    for (int i = 0; i < ImGuiKey_COUNT; ++i) {
        io.KeyMap[i] = i;
    }
#endif
    look_.scale = scale;
    load_fonts(textures);
    apply_style(look_);
}

UiContext::~UiContext() {
    ImGui::DestroyContext(context_);
}

ImFont* UiContext::add_font(const std::string& file, float size) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    ImFontConfig config;
    config.OversampleH = 1;
    config.PixelSnapH = true;
    ImFont* font = nullptr;
    if (!file.empty()) {
        font = atlas.AddFontFromFileTTF(file.c_str(), look_.px(size), &config, glyph_ranges());
    }
    if (font == nullptr) {
        config.SizePixels = look_.px(13);
        font = atlas.AddFontDefault(&config);
    }
    return font;
}

void UiContext::load_fonts(TextureStore& textures) {
    const std::string plain = font_file("DejaVuSans.ttf");
    const std::string bold = font_file("DejaVuSans-Bold.ttf");
    const std::string mono = font_file("DejaVuSansMono.ttf");
    look_.text = add_font(plain, 14);
    look_.small = add_font(plain, 12);
    look_.strong = add_font(bold.empty() ? plain : bold, 13);
    look_.mono = add_font(mono.empty() ? plain : mono, 13);
    look_.large = add_font(bold.empty() ? plain : bold, 21);
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    const TextureId id = textures.add(atlas_image(atlas));
    atlas.SetTexID(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(id)));
    atlas.ClearTexData();
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
    if (key >= 0 && key < ImGuiKey_COUNT) {
        ImGui::GetIO().KeysDown[key] = down;
    }
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
    ImGui::GetIO().AddInputCharactersUTF8(std::string(utf8).c_str());
}

void UiContext::begin_frame(float width, float height, double seconds) {
    make_current();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {std::max(width, 1.0F), std::max(height, 1.0F)};
    io.DeltaTime = static_cast<float>(std::clamp(seconds, 1e-4, 1.0));
#if IMGUI_VERSION_NUM < 18700
    for (std::size_t i = 0; i < down_.size(); ++i) {
        // A press and a release since the last frame: down now, up in the next frame.
        const bool click = pressed_[i] && released_[i] && !down_[i] && !io.MouseDown[i];
        io.MouseDown[i] = click || down_[i];
        pressed_[i] = released_[i] = false;
    }
#endif
    ImGui::NewFrame();
}

void UiContext::end_frame(DrawList& out) {
    make_current();
    ImGui::Render();
    const ImDrawData& data = *ImGui::GetDrawData();
    out = DrawList({0, 0, data.DisplaySize.x, data.DisplaySize.y});
    for (int i = 0; i < data.CmdListsCount; ++i) {
        const ImDrawList& list = *data.CmdLists[i];
        for (const ImDrawCmd& command : list.CmdBuffer) {
            if (command.UserCallback == nullptr && command.ElemCount > 0) {
                add_command(out, list, command);
            }
        }
    }
}

}  // namespace tickreel
