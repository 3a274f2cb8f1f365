#include "player/draw/art.h"

#include "tickreel/base/ascii.h"
#include "tickreel/base/parse_number.h"

namespace tickreel {

std::vector<ItemKey> find_all_named(const std::vector<NamedItem>& items, std::string_view who) {
    const std::optional<EntityId> number = parse_number<EntityId>(who);
    std::vector<ItemKey> by_name;
    std::vector<ItemKey> by_number;
    std::vector<ItemKey> by_other_case;
    for (const NamedItem& item : items) {
        if (item.name == who) by_name.push_back(item.key);
        if (number && item.key.entity == *number) by_number.push_back(item.key);
        if (!item.name.empty() && ascii_lower(item.name) == ascii_lower(who))
            by_other_case.push_back(item.key);
    }
    if (!by_name.empty()) return by_name;
    return by_number.empty() ? by_other_case : by_number;
}

std::optional<ItemKey> find_named(const std::vector<NamedItem>& items, std::string_view who) {
    const std::vector<ItemKey> found = find_all_named(items, who);
    return found.empty() ? std::nullopt : std::optional(found.front());
}

void Art::evolve(SceneInput& input, bool beside) {
    Evolver* known = evolver();
    if (known == nullptr || input.frame == nullptr) return;
    EvolvedFrames& frames = evolved_[beside ? 1 : 0].frames;
    EvolvedFrames& pale = evolved_[beside ? 1 : 0].ghosts;
    frames.tidy();
    const std::uint32_t segment = input.frame->segment;
    // Oldest first: an evolver continues from an item's last state.
    if (input.options.trails) input.recent = frames.evolved(*known, input.recent);
    if (input.previous != nullptr && input.previous->segment == segment)
        input.previous = frames.evolved(*known, input.previous);
    input.frame = frames.evolved(*known, input.frame);
    if (input.ghosts.frame == nullptr) return;
    pale.tidy();
    GhostInput& ghosts = input.ghosts;
    if (ghosts.previous != nullptr) ghosts.previous = pale.evolved(*known, ghosts.previous);
    ghosts.frame = pale.evolved(*known, ghosts.frame);
}

}  // namespace tickreel
