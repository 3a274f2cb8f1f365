#pragma once
// Colours of texts over the map, whose own colours nobody knows. Every text has an outline
// (Font::draw_edged) or a plate, and with it a contrast of at least 4.5:1 on any ground.

#include <array>

#include "player/draw/geometry.h"

namespace tickreel::map_ink {

inline constexpr Color kText = rgb(0xf4f6fa);
inline constexpr Color kChat = rgb(0xdfe9ff);
inline constexpr Color kSoft = rgb(0xaab4c4);
inline constexpr Color kClan = rgb(0xc3ccd8);
inline constexpr Color kLabel = rgb(0xe8ecf2);
inline constexpr Color kChosen = rgb(0xffd34d);  // the selected player, a race that runs, held keys
inline constexpr Color kBehind = rgb(0xff8b7e);
inline constexpr Color kAhead = rgb(0x7fe0a0);
inline constexpr Color kGhost = rgb(0xa9d6ff);  // what a view of a match file was not sent
inline constexpr std::array kAll{kText,   kChat,   kSoft,  kClan, kLabel,
                                 kChosen, kBehind, kAhead, kGhost};

inline constexpr Color kPlate = rgb(0x0d1016, 205);
inline constexpr Color kOutline = rgb(0x000000);

// Dark ones on paper, without an outline: chat bubbles, keys that are held (on kChosen).
inline constexpr Color kPaper = rgb(0xf4f6fa);
inline constexpr Color kOnPaper = rgb(0x22262d);

// The strip below pictures and films (draw_hud), and the coordinates of a map that is a grid.
inline constexpr Color kStrip = rgb(0x0d1117, 225);
inline constexpr Color kStripSoft = rgb(0x9aa7b8);
inline constexpr Color kGood = rgb(0x5fd38d);
inline constexpr Color kBad = rgb(0xff6b5e);
inline constexpr Color kGap = rgb(0xe6a23c);
inline constexpr Color kLost = rgb(0xb99bff);
inline constexpr Color kUnknown = rgb(0x8b9bb4);
inline constexpr std::array kOnStrip{kText, kStripSoft, kGood, kBad, kGap, kLost, kUnknown};
inline constexpr Color kBackdropTop = rgb(0x1d2430);
inline constexpr Color kBackdropBottom = rgb(0x12161d);

}  // namespace tickreel::map_ink
