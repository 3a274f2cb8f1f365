#include "recorder/games/teeworlds/server_info.h"

#include <algorithm>
#include <string_view>

#include "recorder/games/teeworlds/map_names.h"

namespace tickreel::teeworlds {

namespace {

constexpr std::string_view kInfo06("\xff\xff\xff\xffinf3", 8);
constexpr std::string_view kInfoDdnet("\xff\xff\xff\xffiext", 8);
constexpr std::size_t kMaxName = 128;

bool begins_with(ByteView payload, std::string_view magic) {
    const ByteView bytes = as_bytes(magic);
    return payload.size() >= bytes.size() &&
           std::equal(bytes.begin(), bytes.end(), payload.begin());
}

std::string short_name(std::string_view text) {
    return printable(text.substr(0, kMaxName));
}

}  // namespace

std::optional<ServerInfo> read_connless_info(ByteView payload) {
    const bool is_06 = begins_with(payload, kInfo06);
    const bool is_ddnet = begins_with(payload, kInfoDdnet);
    if (!is_06 && !is_ddnet) return std::nullopt;
    Unpacker in(payload.subspan(kInfo06.size()));
    ServerInfo info;
    in.get_string();  // token, a decimal number
    info.version = short_name(in.get_string());
    info.name = short_name(in.get_string());
    in.get_string();  // map
    if (is_ddnet) {
        in.get_string();  // map crc
        in.get_string();  // map size
    }
    info.game_type = short_name(in.get_string());
    if (in.failed()) return std::nullopt;
    return info;
}

std::optional<ServerInfo> read_server_info_07(ByteView body) {
    Unpacker in(body);
    ServerInfo info;
    info.version = short_name(in.get_string());
    info.name = short_name(in.get_string());
    in.get_string();  // host name: an address
    in.get_string();  // map
    info.game_type = short_name(in.get_string());
    if (in.failed()) return std::nullopt;
    return info;
}

}  // namespace tickreel::teeworlds
