#pragma once
// Names for the events of a frame: also of those who leave in it, whose kill and last words may be
// among the same events.

#include <optional>

#include "tickreel/model/roster.h"

namespace tickreel {

class EventNames {
public:
    // `history` learns of the frame; both are needed as long as the names are.
    EventNames(const Schema& schema, const Frame& frame, RosterHistory& history)
        : history_(history) {
        for (const Event& event : frame.events)
            if (schema.contains(event.type) && schema[event.type].event_class == EventClass::Leave)
                with_leavers_ = history.latest();
        history.add(schema, frame);
        if (!with_leavers_) return;
        Roster names = history.latest();
        names.insert(with_leavers_->begin(), with_leavers_->end());
        with_leavers_ = std::move(names);
    }
    const Roster& get() const { return with_leavers_ ? *with_leavers_ : history_.latest(); }

private:
    const RosterHistory& history_;
    std::optional<Roster> with_leavers_{};
};

}  // namespace tickreel
