// The core of a character from any row on any map: it terminates quickly with numbers that a row
// can hold, and evolving in two steps gives the same result as in one.

#include <cmath>
#include <cstdlib>

#include "tickreel/base/bytes.h"
#include "tickreel/games/teeworlds/character_row.h"
#include "tickreel/games/teeworlds/reckoning.h"

namespace {

using namespace tickreel;
using namespace tickreel::teeworlds;

void check(bool holds) {
    if (!holds) std::abort();
}

bool finite(Vec v) {
    return std::isfinite(v.x) && std::isfinite(v.y);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ByteReader reader({data, size});
    TileMap tiles(1 + reader.u8() % 32, 1 + reader.u8() % 32);
    const auto line = reader.u8() % 2 == 0 ? LineRule::Since07 : LineRule::Until065;
    const Tick ticks = reader.u8() % (kOldestCore + 1);
    CharacterLayout::CoreWords words{};
    for (Word& word : words) word = reader.i32();
    for (int y = 0; y < tiles.height(); ++y)
        for (int x = 0; x < tiles.width(); ++x)
            tiles.set(x, y, static_cast<std::uint8_t>(reader.u8() % 4));
    const Reckoning reckoning(tiles, line);
    CharacterCore core = core_of(words);
    for (Tick i = 0; i < ticks; ++i) {
        reckoning.step(core);
        check(finite(core.position) && finite(core.velocity));
        check(finite(core.hook_position) && finite(core.hook_direction));
        // A core survives sending and reading, as long as floats can represent every integer.
        constexpr float kExact = 1 << 22;
        if (length(core.position) < kExact && length(core.hook_position) < kExact &&
            length(core.hook_direction) * 256.0F < kExact)
            check(core_of(words_of(core)) == core);
    }
    check(reckoning.evolved(core_of(words), ticks) == core);
    return 0;
}
