#pragma once
// All actions of keys, buttons and menus in one table: the key bindings, the help overlay, tooltips
// and the palette all use it. An action is a name for a Command.

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "player/state/command.h"
#include "player/state/keys.h"
#include "tickreel/base/result.h"

namespace tickreel {

struct Action {
    std::string id{};     // "playback.toggle": what settings and tests call it
    std::string title{};  // "Play or pause"
    std::string group{};  // a heading of the help overlay
    std::vector<KeyChord> keys{};
    Command command{};
    bool needs_recording = true;  // does nothing while none is open
    bool listed = true;           // false: one of a row like 0..9, shown once
};

class ActionRegistry {
public:
    // The id must be new and no key taken: both are our own mistakes (assert).
    void add(Action action);
    const Action* find(std::string_view id) const;
    const Action* find(const KeyChord& chord) const;
    std::span<const Action> all() const { return actions_; }
    // The first key of an action, "" when it has none.
    std::string key_of(std::string_view id) const;
    // Other keys for an action, taken away from whoever has them; none leaves it without. The error
    // names the action or the key that does not exist; then nothing is changed.
    Result<void> set_keys(std::string_view id, const std::vector<std::string>& keys);
    void reset_keys();  // as they were at first
    // Those of every action whose keys are not as at first.
    std::map<std::string, std::vector<std::string>> changed_keys() const;

private:
    std::vector<Action> actions_;
    std::vector<std::vector<KeyChord>> first_keys_;  // beside actions_
};

ActionRegistry default_actions();

}  // namespace tickreel
