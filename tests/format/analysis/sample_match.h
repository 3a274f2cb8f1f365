#pragma once
// A small recording of a fictional game with players, shots, chat, kills, two maps, a gap and a
// snapshot with a wrong wire checksum: the input of the player's tests.

#include <string>

#include "tickreel/base/bytes.h"
#include "tickreel/model/item.h"

namespace tickreel_test {

inline constexpr tickreel::Tick kFirstTick = 1000;
inline constexpr tickreel::Tick kLastTick = 1998;  // every second tick
inline constexpr tickreel::Tick kBadTick = 1200;   // wire checksum does not match
inline constexpr tickreel::Tick kGapFrom = 1500;   // no snapshots in [kGapFrom, kGapTo)
inline constexpr tickreel::Tick kGapTo = 1520;
inline constexpr tickreel::Tick kChatTick = 1300;   // Ada: hello
inline constexpr tickreel::Tick kKillTick = 1600;   // Ada kills Bob
inline constexpr tickreel::Tick kSecondLast = 198;  // the second map: ticks 0..198

tickreel::Bytes sample_match();
// A recording of 10 snapshots, and of a gap of 88 ticks behind them ("recorded, but unreadable").
std::string gap_behind_file(const std::string& name);
// Writes it to a separate file in the build folder and returns the path.
std::string sample_file(const std::string& name);
// A match of a game with art, on a map of that name; includes the map's bytes, if there are
// any.
std::string teeworlds_file(const std::string& name, tickreel::ByteView map);
std::string write_file(const std::string& name, tickreel::ByteView bytes);

}  // namespace tickreel_test
