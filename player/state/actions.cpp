#include "player/state/actions.h"

#include <algorithm>
#include <cassert>

#include "player/state/player_state.h"

namespace tickreel {

void ActionRegistry::add(Action action) {
    assert(find(action.id) == nullptr);
    for ([[maybe_unused]] const KeyChord& chord : action.keys) {
        assert(find(chord) == nullptr);
    }
    actions_.push_back(std::move(action));
}

const Action* ActionRegistry::find(std::string_view id) const {
    const auto at = std::find_if(actions_.begin(), actions_.end(),
                                 [id](const Action& action) { return action.id == id; });
    return at == actions_.end() ? nullptr : &*at;
}

const Action* ActionRegistry::find(const KeyChord& chord) const {
    const auto at = std::find_if(actions_.begin(), actions_.end(), [&chord](const Action& action) {
        return std::find(action.keys.begin(), action.keys.end(), chord) != action.keys.end();
    });
    return at == actions_.end() ? nullptr : &*at;
}

std::string ActionRegistry::key_of(std::string_view id) const {
    const Action* action = find(id);
    return action != nullptr && !action->keys.empty() ? key_text(action->keys.front())
                                                      : std::string();
}

bool ActionRegistry::run(std::string_view id, PlayerState& state) const {
    const Action* action = find(id);
    if (action == nullptr || (action->needs_recording && !state.ready())) {
        return false;
    }
    action->run(state);
    return true;
}

}  // namespace tickreel
