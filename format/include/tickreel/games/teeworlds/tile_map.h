#pragma once
// The game layer of a map: one byte a tile (numbers as in map files), and the questions physics
// asks of it. Positions are world units; outside the map the border tiles repeat.

#include <cstdint>
#include <optional>
#include <vector>

#include "tickreel/games/teeworlds/vec.h"

namespace tickreel::teeworlds {

inline constexpr int kTileUnits = 32;
inline constexpr float kTileSize = 32.0F;

enum TileIndex : std::uint8_t {
    kAir = 0,
    kSolid = 1,
    kDeath = 2,
    kUnhookable = 3,
    kSpawn = 192,
    kSpawnRed = 193,
    kSpawnBlue = 194,
    kFlagRed = 195,
    kFlagBlue = 196,
    kArmor = 197,
    kHealth = 198,
    kShotgun = 199,
    kGrenade = 200,
    kLaser = 202,
};

// Where along a line the game looks for walls. Until 0.6.5 it divides by the length and leaves out
// the end, later (0.7, DDNet) it divides by a whole number of steps.
enum class LineRule : std::uint8_t { Until065, Since07 };

class TileMap {
public:
    TileMap(int width, int height);

    int width() const { return width_; }
    int height() const { return height_; }
    std::uint8_t at(int column, int row) const;  // clamped to the map
    void set(int column, int row, std::uint8_t tile);
    void fill(int column, int row, int columns, int rows, std::uint8_t tile);

    std::uint8_t tile_at(Vec point) const;
    bool solid(Vec point) const;
    static Vec centre(int column, int row);

    struct Hit {
        Vec at{};      // first point found inside the wall
        Vec before{};  // the last free point
        std::uint8_t tile = kAir;
    };
    // The first wall on the way; looks at every unit of length.
    std::optional<Hit> trace(Vec from, Vec to, LineRule rule = LineRule::Since07) const;

    bool box_in_wall(Vec centre, float size) const;
    // Moves a box until a wall stops it, axis by axis; a stopped axis loses its velocity.
    void move_box(Vec& position, Vec& velocity, float size) const;

private:
    std::size_t place(int column, int row) const;

    int width_;
    int height_;
    std::vector<std::uint8_t> tiles_;
};

}  // namespace tickreel::teeworlds
