#pragma once
// What `errno` says, in words, and what to try next where that is known: "No space left on device;
// free space there or choose another disk".

#include <string>

namespace tickreel {

std::string errno_text();
std::string errno_text(int error);

}  // namespace tickreel
