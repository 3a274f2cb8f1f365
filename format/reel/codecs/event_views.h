#pragma once
// Whose the events of a frame are. In a match file the last events of a frame list, for views of
// the match, which of the others each has (FORMAT.md, 7). Where they do so as MatchWriter writes
// them, they follow from the events of each view and need no bytes; in any other frame all events
// are those of one view.

#include <optional>
#include <span>
#include <vector>

#include "tickreel/base/result.h"
#include "tickreel/model/frame.h"
#include "tickreel/reel/layout.h"

namespace tickreel::columns {

// Most frames times views of a chunk.
inline constexpr std::uint64_t kMostViewFrames = layout::kMaxChunkWords;

// The form of the lists in all frames of a chunk.
struct EventLists {
    TypeId type = 0;
    std::uint32_t views = 0;       // at least 1
    std::uint32_t mask_words = 0;  // enough for the views
};

// Of one frame.
struct ViewEvents {
    std::vector<std::uint32_t> counts{};  // of each view
    // Of each of their events, view by view, its place in the frame. The first view that has an
    // event brings it: a place is one of those before it or the next.
    std::vector<std::uint32_t> places{};
};

// Where event number `n` of a view is in the frame if it is one of those of the view before that
// has any.
inline std::uint32_t expected_place(std::span<const std::uint32_t> others, std::size_t n) {
    return n < others.size() ? others[n] : 0;
}

// Nothing: some frame has other events than lists of this form would say.
std::optional<EventLists> find_event_lists(std::span<const Frame> frames);
// What the lists say; of one view if there are none.
ViewEvents events_of_views(const std::vector<Event>& events,
                           const std::optional<EventLists>& lists);
// Adds the lists behind the events of the views. Adds their memory to `words`; an error if it
// exceeds the limit of a chunk.
Result<void> append_event_lists(const EventLists& lists, const ViewEvents& of,
                                std::vector<Event>& events, std::uint64_t& words);

}  // namespace tickreel::columns
