#pragma once
// The game layer of a map: one byte per tile (numbered as in map files), and collision queries.
// Positions are in world units; outside the map the border tiles repeat.

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

// Where along a line the game samples for walls. Up to 0.6.5 it divides by the length and omits the
// end point; later (0.7, DDNet) it uses a whole number of steps.
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
        Vec at{};      // the first sampled point inside the wall
        Vec before{};  // the last free point
        std::uint8_t tile = kAir;
    };
    // The first wall on the way; samples every unit of length.
    std::optional<Hit> trace(Vec from, Vec to, LineRule rule = LineRule::Since07) const;

    bool box_in_wall(Vec centre, float size) const;
    // Moves a box until a wall stops it, axis by axis; the velocity of a blocked axis becomes 0.
    void move_box(Vec& position, Vec& velocity, float size) const;

private:
    std::size_t place(int column, int row) const;

    int width_;
    int height_;
    std::vector<std::uint8_t> tiles_;
};

}  // namespace tickreel::teeworlds
