#pragma once
// What recordings of a game have, for a library that knows no game: written when it is built, by
// recorder/games/write_known_types.cpp.

#include <span>
#include <string_view>

#include "tickreel/model/known_types.h"

namespace tickreel::c {

struct WrittenTypes {
    std::string_view game{};
    std::span<const unsigned char> reel{};  // a recording of types alone
    std::size_t usual = 0;
};
std::span<const WrittenTypes> written_types();

const KnownTypes& known_types(std::string_view game);  // none of a game that is unknown

}  // namespace tickreel::c
