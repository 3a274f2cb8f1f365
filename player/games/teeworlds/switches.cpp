#include "player/games/teeworlds/switches.h"

#include <string>

namespace tickreel::teeworlds_art {

// There is one for each team of DDRace that is in sight: a client is sent its own, or that of whom
// it watches, and none else.
Switches::Switches(const Stage& stage)
    : snapshot_(stage.input.frame->snapshot),
      extras_(stage.input.schema, "EntityEx"),
      tick_(static_cast<int>(stage.input.frame->tick % 50)) {
    const Items states(stage.input.schema, "SwitchState");
    states.each(snapshot_, [&](EntityId, Row row) {
        if (highest_ != 0) return;
        highest_ = std::clamp(states.number(row, "highest_switch_number"), 0, kNumbers - 1);
        for (int number = 0; number <= highest_; ++number) {
            const int bits = states.number(row, "status_" + std::to_string(number / 32));
            on_[static_cast<std::size_t>(number)] =
                (static_cast<unsigned>(bits) >> (static_cast<unsigned>(number) % 32U) & 1U) != 0;
        }
    });
}

bool Switches::off(int number) const {
    return number > 0 && number <= highest_ && !on_[static_cast<std::size_t>(number)];
}

bool Switches::blinked_out(int number, int period, int dark) const {
    return off(number) && tick_ % period < dark;
}

std::optional<Switches::Extra> Switches::extra(EntityId entity) const {
    const std::optional<Row> row = extras_.find(snapshot_, entity);
    if (!row) return {};
    return Extra{extras_.number(*row, "switch_number"), extras_.number(*row, "entity_class")};
}

}  // namespace tickreel::teeworlds_art
