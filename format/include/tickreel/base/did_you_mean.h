#pragma once
// "did you mean 'character'?": the known word closest to one that is not known. Letters count
// without case. A word is close when at most a third of it (at least one letter) has to change;
// inserting, deleting, replacing and swapping neighbours count one each.

#include <span>
#include <string>
#include <string_view>

namespace tickreel {

// "" when none is close; the first of several equally close ones.
std::string_view closest_word(std::string_view word, std::span<const std::string_view> known);

// "; did you mean 'character'?" or "": the end of an error message.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

}  // namespace tickreel
