#pragma once
// The generic look of a scene: items with position roles as labelled points over a scaled grid.

#include <optional>

#include "player/draw/scene.h"

namespace tickreel {

// The fields of a type that hold position, direction and related values.
struct PlaceFields {
    std::optional<std::size_t> x{};
    std::optional<std::size_t> y{};
    std::optional<std::size_t> angle{};
    std::optional<std::size_t> velocity_x{};
    std::optional<std::size_t> velocity_y{};
    std::optional<std::size_t> team{};    // selects the colour
    std::optional<std::size_t> health{};  // only as a percentage, unit "%": drawn as a bar

    explicit PlaceFields(const ItemType& type);
    bool placed() const { return x && y; }
    // Presumably static.
    bool is_thing() const { return !angle && !velocity_x && !health; }
};

// A field as a number in its unit (scale applied); empty if null or not a number.
std::optional<double> scaled_number(const ItemType& type, Row row,
                                    const std::optional<std::size_t>& field);
std::optional<Vec2> position_of(const ItemType& type, const PlaceFields& fields, Row row);

void draw_backdrop(DrawList& list, const Box& viewport);
void draw_grid(const SceneInput& input, Scene& scene);
// Every positioned item of a type that the art does not know.
void draw_points(const SceneInput& input, Scene& scene);
// An item's path in the recent frames.
void draw_trail(const SceneInput& input, Scene& scene, ItemKey key, Color color);

}  // namespace tickreel
