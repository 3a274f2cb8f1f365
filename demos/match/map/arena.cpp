#include "demos/match/map/arena.h"

namespace tickreel::match {
namespace {

constexpr int kWidth = 100;
constexpr int kHeight = 40;

struct Block {
    int column, row, columns, rows;
    std::uint8_t tile;
};

// The left half; the right half is its mirror image.
constexpr Block kLeftHalf[] = {
    {0, 0, 2, 40, kSolid},        // outer wall
    {0, 0, 50, 2, kUnhookable},   // ceiling: not hookable, so nobody stays there
    {2, 34, 41, 6, kSolid},       // ground
    {2, 29, 13, 5, kSolid},       // the base
    {15, 31, 3, 3, kSolid},       // steps down from the base
    {18, 33, 3, 1, kSolid},       //
    {2, 21, 9, 1, kSolid},        // roof of the base
    {10, 22, 1, 3, kUnhookable},  // a lip that lowers the entrance
    {2, 13, 6, 1, kSolid},        // balcony
    {13, 17, 8, 1, kSolid},       // ledges on the way to the middle
    {22, 24, 7, 2, kSolid},       //
    {24, 12, 7, 1, kSolid},       //
    {31, 29, 6, 2, kSolid},       //
    {34, 18, 6, 1, kSolid},       //
    {36, 8, 4, 1, kUnhookable},   //
    {43, 38, 7, 2, kSolid},       // the pit in the middle
    {43, 37, 7, 1, kDeath},       // and its spikes
    {45, 24, 5, 2, kSolid},       // the bridge over it
    {46, 13, 4, 1, kSolid},       // a crow's nest above
    {49, 5, 1, 3, kSolid},        // a hook point under the ceiling
};

struct Thing {
    int column, row;
    std::uint8_t left, right;
};

constexpr Thing kThings[] = {
    {5, 28, kFlagRed, kFlagBlue},   {3, 28, kSpawnRed, kSpawnBlue},
    {8, 28, kSpawnRed, kSpawnBlue}, {11, 28, kSpawnRed, kSpawnBlue},
    {4, 20, kSpawnRed, kSpawnBlue}, {8, 20, kSpawnRed, kSpawnBlue},
    {4, 12, kSpawnRed, kSpawnBlue}, {16, 30, kSpawnRed, kSpawnBlue},
    {17, 16, kShotgun, kShotgun},   {6, 12, kHealth, kHealth},
    {25, 23, kHealth, kHealth},     {27, 23, kArmor, kArmor},
    {27, 11, kLaser, kLaser},       {34, 28, kGrenade, kGrenade},
    {37, 17, kArmor, kArmor},       {24, 33, kSpawn, kSpawn},
    {30, 33, kHealth, kHealth},     {38, 33, kArmor, kArmor},
    {47, 23, kHealth, kHealth},     {48, 12, kGrenade, kGrenade},
    {38, 7, kHealth, kHealth},      {36, 33, kSpawn, kSpawn},
};

}  // namespace

TileMap make_arena() {
    TileMap tiles(kWidth, kHeight);
    for (const Block& block : kLeftHalf) {
        tiles.fill(block.column, block.row, block.columns, block.rows, block.tile);
        tiles.fill(kWidth - block.column - block.columns, block.row, block.columns, block.rows,
                   block.tile);
    }
    for (const Thing& thing : kThings) {
        tiles.set(thing.column, thing.row, thing.left);
        tiles.set(kWidth - 1 - thing.column, thing.row, thing.right);
    }
    return tiles;
}

std::vector<Vec> entity_positions(const TileMap& tiles, std::uint8_t kind) {
    std::vector<Vec> positions;
    for (int row = 0; row < tiles.height(); ++row) {
        for (int column = 0; column < tiles.width(); ++column)
            if (tiles.at(column, row) == kind) positions.push_back(TileMap::centre(column, row));
    }
    return positions;
}

}  // namespace tickreel::match
