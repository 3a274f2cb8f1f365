#pragma once
// Our texture numbers as Dear ImGui's: a pointer before 1.91.4, a whole number since.

#include <cstdint>
#include <type_traits>

#include <imgui.h>

#include "player/draw/draw_list.h"

namespace tickreel {

template <class Id = ImTextureID>
Id imgui_texture(TextureId texture) {
    if constexpr (std::is_pointer_v<Id>) {
        return reinterpret_cast<Id>(static_cast<std::uintptr_t>(texture));
    } else {
        return static_cast<Id>(texture);
    }
}

template <class Id>
TextureId texture_of(Id id) {
    if constexpr (std::is_pointer_v<Id>) {
        return static_cast<TextureId>(reinterpret_cast<std::uintptr_t>(id));
    } else {
        return static_cast<TextureId>(id);
    }
}

}  // namespace tickreel
