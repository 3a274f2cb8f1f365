#pragma once
// The visible tiles and their screen positions: edges on whole pixels, so that neighbours neither
// overlap nor leave a gap.

#include <vector>

#include "player/draw/camera.h"
#include "player/draw/draw_list.h"
#include "player/games/teeworlds/picture.h"

namespace tickreel::teeworlds_art {

class TileGrid {
public:
    // Only the part of the camera's view inside `clip` (pixels). A grid of more than a million
    // tiles is empty: such a view is drawn from an overview.
    TileGrid(const Camera& camera, const Box& clip);

    int first_column() const { return first_column_; }
    int end_column() const { return first_column_ + static_cast<int>(columns_.size()) - 1; }
    int first_row() const { return first_row_; }
    int end_row() const { return first_row_ + static_cast<int>(rows_.size()) - 1; }
    Box box(int column, int row) const { return box(column, row, column + 1, row + 1); }
    Box box(int column, int row, int end_column, int end_row) const;

private:
    int first_column_ = 0;
    int first_row_ = 0;
    std::vector<float> columns_;  // left edges, and the right edge of the last
    std::vector<float> rows_;
};

// An image over `box` whose border pixels repeat infinitely outside, like the tiles of a map.
void draw_clamped_image(DrawList& list, TextureStore& textures, Picture& picture, const Box& box,
                        Color tint);

}  // namespace tickreel::teeworlds_art
