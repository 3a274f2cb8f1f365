#include "tickreel/games/teeworlds/reckoning.h"

namespace tickreel::teeworlds {
namespace {

constexpr Tuning kStandard{};

}  // namespace

void Reckoning::step(CharacterCore& core) const {
    const CoreWorld empty{tiles_, kStandard, {}, line_};
    steer(core, empty, nullptr);
    move(core, empty);
    quantise(core);
}

CharacterCore Reckoning::evolved(CharacterCore core, Tick ticks) const {
    for (Tick i = 0; i < ticks; ++i) step(core);
    return core;
}

}  // namespace tickreel::teeworlds
