#include "player/games/teeworlds/switches.h"

#include <string>

namespace tickreel::teeworlds_art {

// A client is sent that of its own team of DDRace, or of whom it watches. Of several, in a union,
// the first team's counts.
Switches::Switches(const Stage& stage)
    : snapshot_(stage.input.frame->snapshot),
      extras_(stage.input.schema, "EntityEx"),
      tick_(static_cast<int>((stage.input.frame->tick % 50 + 50) % 50)) {
    const Items states(stage.input.schema, "SwitchState");
    states.each(snapshot_, [&](EntityId, Row row) {
        if (highest_ != 0) return;
        highest_ = std::clamp(states.number(row, "highest_switch_number"), 0, kNumbers - 1);
        for (int word = 0; word * 32 <= highest_; ++word)
            status_[static_cast<std::size_t>(word)] =
                static_cast<unsigned>(states.number(row, "status_" + std::to_string(word)));
    });
}

bool Switches::off(int number) const {
    if (number <= 0 || number > highest_) return false;
    const auto at = static_cast<unsigned>(number);
    return (status_[at / 32] >> at % 32 & 1U) == 0;
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
