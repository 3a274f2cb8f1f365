#pragma once
// A game that exists only in tests. The names of its types and fields have no meaning in any
// language, so everything known about its recording comes from the classes and roles of its schema.
// tick 100: Ada (4) and Bob (9) are present; 110: Ada says "hello"; 120: Ada kills Bob with a hook;
// 130: Bob takes the second flag; 140: Bob leaves; 150: Ada changes teams. Ticks 100..198, every
// 2nd.

#include "tickreel/base/bytes.h"
#include "tickreel/model/frame_sink.h"

namespace tickreel_test {

inline constexpr tickreel::EntityId kAda = 4;
inline constexpr tickreel::EntityId kBob = 9;

void play_synthetic_game(tickreel::FrameSink& sink);
tickreel::Bytes synthetic_recording();  // a whole .reel

}  // namespace tickreel_test
