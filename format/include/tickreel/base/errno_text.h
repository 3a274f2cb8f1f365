#pragma once
// What `errno` says, in words: "No space left on device".

#include <string>

namespace tickreel {

std::string errno_text();
std::string errno_text(int error);

}  // namespace tickreel
