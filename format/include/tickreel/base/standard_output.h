#pragma once
// Standard output as stdio and iostreams share it: what was printed may still be in memory when a
// program ends, and only then find that the disk is full.

#include <string>
#include <string_view>

namespace tickreel {

// How an error of standard output begins.
inline constexpr std::string_view kOutputFailed = "cannot write the output";

// Writes what waits. "cannot write the output: No space left on device" if that, or a line before
// it, could not be written; "" if all was, and where a reader that has enough has gone (`| head`).
std::string flush_standard_output();

}  // namespace tickreel
