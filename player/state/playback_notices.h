#pragma once
// The notices about playback after a command.

#include <string>

#include "player/state/playback.h"

namespace tickreel {

std::string speed_notice(const Playback& playback);  // "Speed 0.5x backwards"
std::string skip_notice(const Playback& playback);   // "Skip 5.0 s"
std::string loop_notice(const Playback& playback);   // "In 0:01.00  out -"

}  // namespace tickreel
