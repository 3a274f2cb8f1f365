#include "player/games/teeworlds/tile_looks.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr TileLook kSolid{rgb(0x54463b), rgb(0xb08d62), false, true};
constexpr TileLook kUnhookable{rgb(0x3f4753), rgb(0x8d9bb0), true, true};
constexpr TileLook kDeath{rgb(0x6d1f27), rgb(0xf0616b), true, false};
constexpr TileLook kFreeze{rgb(0x3a62b5, 96), rgb(0x7fa8ff, 150), false, false};
constexpr TileLook kDeepFreeze{rgb(0x2b3a86, 150), rgb(0x7f8cff, 170), true, false};
constexpr TileLook kUnfreeze{rgb(0x3aa6b5, 70), rgb(0x7fe8ff, 130), false, false};
constexpr TileLook kHookThrough{rgb(0x6b7280, 90), rgb(0xb8c0cc, 140), true, false};
constexpr TileLook kStopper{rgb(0xd9a441, 50), rgb(0xd9a441, 130), false, false};
constexpr TileLook kRace{rgb(0x7bd37b, 90), rgb(0xa6f0a6, 170), false, false};
constexpr TileLook kSwitch{rgb(0xc56fd6, 70), rgb(0xe0a0ee, 140), false, false};
constexpr TileLook kTele{rgb(0x4fa3e0, 80), rgb(0x8fcbff, 160), false, false};
constexpr TileLook kSpeedup{rgb(0xe0c14f, 70), rgb(0xffe48f, 140), false, false};
constexpr TileLook kTune{rgb(0x8fe04f, 40), rgb(0xb8ff8f, 90), false, false};
constexpr TileLook kNoLaser{rgb(0xb04f8f, 60), rgb(0xe08fc4, 120), false, false};

const TileLook* game_look(std::uint8_t index) {
    switch (index) {
        case 1:
            return &kSolid;
        case 2:
            return &kDeath;
        case 3:
            return &kUnhookable;
        case 4:
            return &kNoLaser;
        case 5:
        case 6:
        case 66:
        case 67:
            return &kHookThrough;
        case 9:
        case 144:
            return &kFreeze;
        case 11:
        case 13:
        case 145:
            return &kUnfreeze;
        case 12:
            return &kDeepFreeze;
        case 33:
        case 34:
            return &kRace;
        case 60:
        case 61:
        case 62:
            return &kStopper;
        default:
            return nullptr;
    }
}

constexpr int kFirstEntity = 192;
// Entities from 192 on, in order; '.': not shown.
constexpr std::string_view kEntityMarks = "SRBrbAHGLNZ";

}  // namespace

const TileLook* tile_look(TileKind kind, std::uint8_t index) {
    if (index == 0) return nullptr;
    switch (kind) {
        case TileKind::Game:
        case TileKind::Front:
            return game_look(index);
        case TileKind::Tele:
            return &kTele;
        case TileKind::Speedup:
            return &kSpeedup;
        case TileKind::Switch:
            return index == 9 || index == 12 ? &kFreeze : &kSwitch;
        case TileKind::Tune:
            return &kTune;
        case TileKind::Design:
            break;
    }
    return nullptr;
}

std::string tile_mark(TileKind kind, const Tile& tile) {
    if (tile.index == 0) return {};
    const bool numbered =
        kind == TileKind::Tele || kind == TileKind::Switch || kind == TileKind::Tune;
    if (numbered) return std::to_string(tile.number);
    const int entity = tile.index - kFirstEntity;
    if (entity < 0 || entity >= static_cast<int>(kEntityMarks.size())) return {};
    const char mark = kEntityMarks[static_cast<std::size_t>(entity)];
    return mark == '.' ? std::string() : std::string(1, mark);
}

}  // namespace tickreel::teeworlds_art
