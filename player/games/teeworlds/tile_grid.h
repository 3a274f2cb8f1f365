#pragma once
// The tiles that a camera sees, and where they are on the screen: edges on whole pixels, so that
// neighbours neither overlap nor leave a seam.

#include <vector>

#include "player/draw/camera.h"
#include "player/draw/draw_list.h"
#include "player/games/teeworlds/picture.h"

namespace tickreel {

class TileGrid {
public:
    // Only the part of the camera's view inside `clip` (pixels). A grid that would have more than
    // a million tiles is empty: such a view is drawn from an overview.
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
    std::vector<float> columns_;  // left edges, and one more
    std::vector<float> rows_;
};

// An image over `box` whose border pixels repeat for ever outside, as the tiles of a map do.
void draw_clamped_image(DrawList& list, TextureStore& textures, Picture& picture, const Box& box,
                        Color tint);

}  // namespace tickreel
