#pragma once
// Names for the events of frames: also of those who leave in one, whose kill and last words may be
// among the same events.

#include <optional>

#include "tickreel/model/roster.h"

namespace tickreel {

class EventNames {
public:
    // Both are needed as long as this is.
    EventNames(const Schema& schema, RosterHistory& history) : schema_(schema), history_(history) {}
    // Of every frame, in order; `history` learns of it. Whom no item of the frame names. Valid
    // until the next call.
    const Roster& at(const Frame& frame);

private:
    void add_gone(const Frame& frame);

    const Schema& schema_;
    RosterHistory& history_;
    std::optional<std::vector<TypeId>> named_{};  // items with names
    Snapshot before_{};
    std::uint32_t segment_ = 0;
    Roster with_leavers_{};
};

}  // namespace tickreel
