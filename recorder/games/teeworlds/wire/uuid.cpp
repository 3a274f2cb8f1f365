#include "recorder/games/teeworlds/wire/uuid.h"

#include <algorithm>

#include "recorder/games/teeworlds/wire/md5.h"

namespace tickreel::teeworlds {

namespace {

constexpr std::array<Byte, 16> kNamespace = {0xe0, 0x5d, 0xda, 0xaa, 0xc4, 0xe6, 0x4c, 0xfb,
                                             0xb6, 0x42, 0x5d, 0x48, 0xe8, 0x0c, 0x00, 0x29};

}  // namespace

Uuid uuid_from_name(std::string_view name) {
    Bytes input(kNamespace.begin(), kNamespace.end());
    input.insert(input.end(), name.begin(), name.end());
    Uuid uuid{md5(input)};
    uuid.bytes[6] = static_cast<Byte>((uuid.bytes[6] & 0x0f) | 0x30);
    uuid.bytes[8] = static_cast<Byte>((uuid.bytes[8] & 0x3f) | 0x80);
    return uuid;
}

std::optional<Uuid> uuid_from_bytes(ByteView bytes) {
    Uuid uuid;
    if (bytes.size() != uuid.bytes.size()) return std::nullopt;
    std::copy(bytes.begin(), bytes.end(), uuid.bytes.begin());
    return uuid;
}

std::string to_string(const Uuid& uuid) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (std::size_t i = 0; i < uuid.bytes.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
        text += digits[uuid.bytes[i] >> 4];
        text += digits[uuid.bytes[i] & 15];
    }
    return text;
}

Uuid uuid_from_ints(std::span<const std::int32_t, 4> ints) {
    Uuid uuid;
    for (std::size_t i = 0; i < 16; ++i) {
        const auto word = static_cast<std::uint32_t>(ints[i / 4]);
        uuid.bytes[i] = static_cast<Byte>(word >> (24 - 8 * (i % 4)));
    }
    return uuid;
}

std::array<std::int32_t, 4> uuid_to_ints(const Uuid& uuid) {
    std::array<std::uint32_t, 4> words{};
    for (std::size_t i = 0; i < 16; ++i) words[i / 4] = words[i / 4] << 8 | uuid.bytes[i];
    std::array<std::int32_t, 4> ints{};
    std::transform(words.begin(), words.end(), ints.begin(),
                   [](std::uint32_t word) { return static_cast<std::int32_t>(word); });
    return ints;
}

}  // namespace tickreel::teeworlds
