#pragma once
// The light theme: panels choose their inks from one palette, the dark one; for the light theme
// each ink is translated on its way out of ImGui. An ink that has no translation stays as it is.

#include "player/panels/look.h"
#include "player/state/view_settings.h"

namespace tickreel {

// The opacity stays.
ImU32 themed(ImU32 color, Theme theme);

}  // namespace tickreel
