#include "recorder/games/teeworlds/map_names.h"

#include <array>
#include <cstdio>

namespace tickreel::teeworlds {

std::string crc_text(std::uint32_t crc) {
    std::array<char, 9> text{};
    std::snprintf(text.data(), text.size(), "%08x", crc);
    return text.data();
}

std::string map_attachment_name(std::string_view map_name) {
    std::string name = printable(map_name.substr(0, 63));
    for (char& c : name)
        if (c == '/' || c == '\\' || c == ':') c = '_';
    if (name.empty() || name.find_first_not_of('.') == std::string::npos) name = "unnamed";
    return "maps/" + name + ".map";
}

std::string printable(std::string_view text) {
    std::string clean(text);
    for (char& c : clean)
        if (static_cast<unsigned char>(c) < 32 || c == 127) c = ' ';
    return clean;
}

}  // namespace tickreel::teeworlds
