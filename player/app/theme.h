#pragma once
// The light theme: panels use the colours of one palette, the dark one; for the light theme each
// colour is translated in ImGui's output. Colours without a translation stay unchanged.

#include "player/panels/look.h"
#include "player/state/view_settings.h"

namespace tickreel {

// Keeps the opacity.
ImU32 themed(ImU32 color, Theme theme);

}  // namespace tickreel
