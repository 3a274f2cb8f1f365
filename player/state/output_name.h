#pragma once
// Whether a picture or video may have the name of -o: what its extension says is what it is.

#include <optional>
#include <string>

namespace tickreel {

// "frame%05d.png": the digits and the text around them.
struct PicturePattern {
    std::string before{};
    int digits = 0;
    std::string after{};

    std::string path(int number) const;
};

// Nothing where the name is no pattern of numbered pictures.
std::optional<PicturePattern> read_picture_pattern(const std::string& out);

// What is wrong with it, a usage error; "" if nothing is. A picture is a PNG, and "-" standard
// output; `film`: a video or a series of pictures. `input`: the recording, which is never replaced,
// by whatever name.
std::string wrong_output_name(const std::string& out, const std::string& input, bool film);

}  // namespace tickreel
