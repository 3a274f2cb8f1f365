#pragma once
// What `errno` says, in words, and what to try next where that is known: "No space left on device;
// free space there or choose another disk".

#include <string>

namespace tickreel {

std::string errno_text();
std::string errno_text(int error);
// Where something cannot be made at `path`: where the disk has no inodes left, free space would not
// help.
std::string errno_text_at(const std::string& path, int error);
bool lacks_inodes(const std::string& path);  // which need not exist: its folder

}  // namespace tickreel
