#include "tickreel/reel/reel_growth.h"

#include <algorithm>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

Result<ReelGrowth::Step> ReelGrowth::step(ReelReader& reel) {
    Step step;
    if (!reel.finished()) {
        const Result<bool> grown = reel.refresh();
        if (!grown) return grown.error();
        step.grown = *grown;
    }
    const MomentRange all = reel.everything();
    if (next_ < all.to) {
        step.news = {std::max(next_, all.from), all.to};
        next_ = all.to;
    } else {
        step.over = reel.finished();
    }
    return step;
}

}  // namespace tickreel
