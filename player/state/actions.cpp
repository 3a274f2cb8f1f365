#include "player/state/actions.h"

#include <algorithm>
#include <cassert>

namespace tickreel {

void ActionRegistry::add(Action action) {
    assert(find(action.id) == nullptr);
    for ([[maybe_unused]] const KeyChord& chord : action.keys) assert(find(chord) == nullptr);
    first_keys_.push_back(action.keys);
    actions_.push_back(std::move(action));
}

Result<void> ActionRegistry::set_keys(std::string_view id, const std::vector<std::string>& keys) {
    if (find(id) == nullptr) return fail("there is no action \"", id, "\"");
    std::vector<KeyChord> chords;
    for (const std::string& key : keys) {
        const auto chord = parse_key(key);
        if (!chord) return fail("invalid key \"", key, "\"; use for example Ctrl+Shift+Left");
        chords.push_back(*chord);
    }
    for (Action& action : actions_) {
        std::erase_if(action.keys, [&](const KeyChord& chord) {
            return std::find(chords.begin(), chords.end(), chord) != chords.end();
        });
        if (action.id == id) action.keys = chords;
    }
    return {};
}

void ActionRegistry::reset_keys() {
    for (std::size_t i = 0; i < actions_.size(); ++i) actions_[i].keys = first_keys_[i];
}

std::map<std::string, std::vector<std::string>> ActionRegistry::changed_keys() const {
    std::map<std::string, std::vector<std::string>> changed;
    for (std::size_t i = 0; i < actions_.size(); ++i) {
        if (actions_[i].keys != first_keys_[i]) {
            std::vector<std::string>& keys = changed[actions_[i].id];
            for (const KeyChord& chord : actions_[i].keys) keys.push_back(key_text(chord));
        }
    }
    return changed;
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

}  // namespace tickreel
