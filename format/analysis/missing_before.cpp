#include "tickreel/analysis/missing_before.h"

#include <algorithm>

#include "tickreel/base/concat.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

void MissingBefore::see(Moment moment) {
    if (before_ && last_ && before_->segment == last_->segment) {
        const Tick step = last_->tick - before_->tick;
        step_ = std::min(step_.value_or(step), step);
    }
    before_ = last_;
    last_ = moment;
}

std::string MissingBefore::ticks() const {
    if (!before_ || before_->segment != last_->segment) return {};
    if (last_->tick - before_->tick <= step_.value_or(1)) return {};
    const auto missing = missing_ticks(reel_, {{before_->segment, before_->tick + 1}, *last_});
    if (!missing) return {};
    std::optional<Tick> from;
    std::optional<Tick> to;
    for (const auto* const gaps : {&missing->gaps, &missing->unreadable}) {
        for (const Gap& gap : *gaps) {
            from = std::min(from.value_or(gap.from), gap.from);
            to = std::max(to.value_or(gap.to), gap.to);
        }
    }
    return from ? concat(*from, "..", *to) : std::string();
}

}  // namespace tickreel
