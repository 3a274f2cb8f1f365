#pragma once
// A game that exists in tests only. Its types and fields are called nothing in any language, so
// that whatever is known of its recording is known from the classes and roles of its schema.
//   tick 100 Ada (4) and Bob (9) are there; 110 Ada says "hello"; 120 Ada kills Bob with a hook;
//   130 Bob takes the second flag; 140 Bob is gone; 150 Ada changes sides. Ticks 100..198, every
//   2nd.

#include "tickreel/base/bytes.h"
#include "tickreel/model/frame_sink.h"

namespace tickreel_test {

inline constexpr tickreel::EntityId kAda = 4;
inline constexpr tickreel::EntityId kBob = 9;

void play_made_up_game(tickreel::FrameSink& sink);
tickreel::Bytes made_up_recording();  // a whole .reel

}  // namespace tickreel_test
