#include "recorder/commands/known_damage.h"

#include "recorder/commands/output/text_format.h"

namespace tickreel {

namespace {

bool is_tail(const ReelReader& reel, const Damage& damage) {
    return !reel.finished() && damage.offset + damage.length >= reel.file_bytes();
}

// Without ticks nobody knows what went: it may be any.
bool concerns(const Damage& damage, MomentRange range) {
    if (!damage.ticks) return true;
    const Gap& gap = *damage.ticks;
    return Moment{gap.segment, gap.from} < range.to && range.from < Moment{gap.segment, gap.to};
}

bool holds(const Gap& gap, Moment moment) {
    return gap.segment == moment.segment && gap.from <= moment.tick && moment.tick < gap.to;
}

}  // namespace

KnownDamage warn_of_damage(const CommandLine& line, const std::string& path, const ReelReader& reel,
                           MomentRange range) {
    KnownDamage known;
    const ProblemSink warn = line.problems(path);
    for (const Damage& damage : reel.damage()) {
        const bool tail = is_tail(reel, damage);
        if (!tail && !concerns(damage, range)) continue;
        (tail ? known.tail : known.lost) = true;
        warn({"damaged at offset " + std::to_string(damage.offset) + ": " + printable(damage.what) +
              "; 'tickreel verify' tells more"});
    }
    return known;
}

std::string why_missing(const ReelReader& reel, Moment moment) {
    for (const Damage& damage : reel.damage())
        if (damage.ticks && holds(*damage.ticks, moment)) return damage.what;
    for (const Gap& gap : reel.gaps())
        if (holds(gap, moment)) return gap.reason.empty() ? "no snapshot arrived" : gap.reason;
    return "";
}

}  // namespace tickreel
