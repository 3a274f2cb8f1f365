#pragma once
// Wrappers for the differences between Dear ImGui 1.86 (Debian 12) and later versions: the rest of
// the player uses only what they have in common. tests/imgui_versions.sh compiles it with many
// versions.

#include <cstdint>
#include <type_traits>

#include <imgui.h>

#include "player/draw/draw_list.h"

namespace tickreel {

// Our texture numbers as Dear ImGui's: a pointer before 1.91.4, a whole number since.
template <class Id = ImTextureID>
Id imgui_texture(TextureId texture) {
    if constexpr (std::is_pointer_v<Id>) {
        // NOLINTNEXTLINE(performance-no-int-to-ptr): a number for us, never a place in memory
        return reinterpret_cast<Id>(static_cast<std::uintptr_t>(texture));
    } else {
        return static_cast<Id>(texture);
    }
}

template <class Id>
TextureId texture_of(Id id) {
    if constexpr (std::is_pointer_v<Id>)
        return static_cast<TextureId>(reinterpret_cast<std::uintptr_t>(id));
    else
        return static_cast<TextureId>(id);
}

// The height that a font was added with; 1.92 has fonts of every size.
template <class Font>
float size_of(const Font* font) {
    if constexpr (requires { font->LegacySize; })
        return font->LegacySize;
    else
        return font->FontSize;
}

// The glyph in the font's own size; null when the font lacks it.
template <class Font>
const ImFontGlyph* glyph_in(Font* font, ImWchar character) {
    if constexpr (requires { font->FindGlyphNoFallback(character); })
        return font->FindGlyphNoFallback(character);
    else
        return font->GetFontBaked(size_of(font))->FindGlyphNoFallback(character);
}

// Before 1.87 named keys had numbers that differ from the system's.
inline bool is_pressed(ImGuiKey key) {
#if IMGUI_VERSION_NUM < 18700
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key));
#else
    return ImGui::IsKeyPressed(key);
#endif
}

// A child without a border, but with room around what is in it. Ended by EndChild().
inline void begin_padded_child(const char* id, ImVec2 size) {
#if IMGUI_VERSION_NUM < 19000
    ImGui::BeginChild(id, size, false, ImGuiWindowFlags_AlwaysUseWindowPadding);
#else
    ImGui::BeginChild(id, size, ImGuiChildFlags_AlwaysUseWindowPadding);
#endif
}

}  // namespace tickreel
