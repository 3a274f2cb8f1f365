#pragma once
// Whether a picture or video may have the name of -o: what its extension says is what it is.

#include <string>

namespace tickreel {

// What is wrong with it, a usage error; "" if nothing is. A picture is a PNG, and "-" standard
// output; `film`: a video or a series of pictures. `input`: the recording, which is never replaced,
// by whatever name.
std::string wrong_output_name(const std::string& out, const std::string& input, bool film);

}  // namespace tickreel
