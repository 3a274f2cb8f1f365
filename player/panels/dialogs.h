#pragma once
// What lies over the panes.

#include <memory>
#include <vector>

#include "player/panels/panel.h"

namespace tickreel {

// All of them, in the order in which they are drawn; each shows itself while it is the open one.
std::vector<std::unique_ptr<Panel>> make_dialogs();

}  // namespace tickreel
