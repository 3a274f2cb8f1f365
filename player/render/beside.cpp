#include "player/render/beside.h"

#include <algorithm>
#include <cmath>

#include "player/state/match_legend.h"
#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

constexpr Color kBorder = rgb(0x0d1016);

void copy_into(const Image& from, Image& into, int x0) {
    for (int y = 0; y < from.height; ++y)
        for (int x = 0; x < from.width; ++x) into.at(x0 + x, y) = from.at(x, y);
}

}  // namespace

Pictures::Half::Half(ShownView shown, const RenderOptions& options, Moment until,
                     const ProblemSink& problems)
    : view(std::move(shown)),
      head(*view.reel),
      maker(*view.reel, view.match.get(), options, until, problems) {}

Pictures::Pictures(ShownView left, ShownView right, const RenderOptions& options, Moment until,
                   const ProblemSink& problems)
    : problems_(problems) {
    if (right.reel) {
        const Moment last = right.reel->timeline().last();
        const Moment there = left.match->moment_in(*right.match, until).value_or(last);
        right_ = std::make_unique<Half>(std::move(right), options, there, problems);
    }
    left_ = std::make_unique<Half>(std::move(left), options, until, problems);
}

// What the view has not at this tick is not drawn from another one.
Result<void> Pictures::draw_right(double position, Image& target) {
    const double whole = std::floor(position);
    const Moment here = left_->view.reel->timeline().moment(static_cast<std::int64_t>(whole));
    const auto there = left_->view.match->moment_in(*right_->view.match, here);
    const Timeline& timeline = right_->view.reel->timeline();
    if (!there || !timeline.contains(*there)) {
        const bool apart = right_->view.match->is_numbered_apart();
        problems_({concat("the right half is empty where view ", right_->view.match->name(),
                          " has no snapshots", apart ? " with these numbers of players" : "")});
        right_->maker.draw_nothing(nothing_there(*right_->view.match), target);
        return {};
    }
    const double at = static_cast<double>(timeline.position(*there)) + position - whole;
    if (Result<void> moved = right_->head.move_to(at); !moved) return moved;
    return right_->maker.draw(right_->head, at, target, &left_->maker.shown());
}

Result<void> Pictures::draw(double position, Image& target) {
    if (Result<void> moved = left_->head.move_to(position); !moved) return moved;
    if (!right_) return left_->maker.draw(left_->head, position, target);
    constexpr int kWide = 2;  // of the line between them
    const int width = target.width / 2 - kWide / 2;
    Image half(width, target.height, kBorder);
    Image other = half;
    if (Result<void> drawn = left_->maker.draw(left_->head, position, half); !drawn) return drawn;
    if (Result<void> drawn = draw_right(position, other); !drawn) return drawn;
    std::fill(target.pixels.begin(), target.pixels.end(), kBorder);
    copy_into(half, target, 0);
    copy_into(other, target, target.width - width);
    return {};
}

}  // namespace tickreel
