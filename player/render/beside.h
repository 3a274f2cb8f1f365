#pragma once
// Pictures of one recording, or of two views of a match file side by side at the same tick, with
// the camera of the left one.

#include <memory>

#include "player/render/picture_maker.h"

namespace tickreel {

// A view of a match file, or a recording: then `match` is nullptr.
struct ShownView {
    std::shared_ptr<const ReelReader> reel{};
    std::shared_ptr<const MatchViews> match{};
};

class Pictures {
public:
    // `right.reel` nullptr: one picture. `until`: the last moment of `left` to be drawn.
    Pictures(ShownView left, ShownView right, const RenderOptions& options, Moment until,
             const ProblemSink& problems);
    // `position`: ticks on the left one's timeline, with a fraction.
    Result<void> draw(double position, Image& target);
    // Of the left one: PictureMaker::inputs_note().
    std::string inputs_note() const { return left_->maker.inputs_note(); }

private:
    struct Half {
        ShownView view{};
        Playhead head;
        PictureMaker maker;
        Half(ShownView shown, const RenderOptions& options, Moment until,
             const ProblemSink& problems);
    };
    Result<void> draw_right(double position, Image& target);

    std::unique_ptr<Half> left_;
    std::unique_ptr<Half> right_;
    ProblemSink problems_;
};

}  // namespace tickreel
