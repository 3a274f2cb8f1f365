#include "tickreel/analysis/event_list.h"

#include <algorithm>
#include <cassert>
#include <functional>

namespace tickreel {

void EventList::push_back(const EventEntry& entry) {
    assert(empty() || (*this)[size() - 1].position <= entry.position);
    StoredEvent event;
    event.position = entry.position;
    event.type = entry.type;
    event.kind = entry.kind;
    event.derived = number_of(entry.derived);
    keep_text(event, entry.text);
    open_.events.push_back(event);
    if (open_.events.size() == kBlock) close_block();
}

EventEntry EventList::operator[](std::size_t index) const {
    const Block& home = block(index / kBlock);
    const StoredEvent& event = home.events[index % kBlock];
    const std::string_view derived =
        event.derived == 0 ? std::string_view() : derived_[event.derived - std::size_t{1}];
    return {event.position, event.kind, derived, event.type, home.text(event)};
}

std::size_t EventList::lower_bound(std::int64_t position) const {
    std::size_t from = 0;
    std::size_t to = size();
    while (from < to) {
        const std::size_t middle = from + (to - from) / 2;
        if ((*this)[middle].position < position)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

std::uint8_t EventList::number_of(std::string_view derived) {
    if (derived.empty()) return 0;
    const auto known = std::find(derived_.begin(), derived_.end(), derived);
    const auto number = static_cast<std::size_t>(known - derived_.begin()) + 1;
    if (known == derived_.end()) {
        assert(number <= 0xff);
        derived_.push_back(derived);
    }
    return static_cast<std::uint8_t>(number);
}

void EventList::keep_text(StoredEvent& event, std::string_view text) {
    if (text.empty()) return;
    const std::size_t hash = std::hash<std::string_view>()(text);
    const auto [begin, end] = said_.equal_range(hash);
    for (auto at = begin; at != end; ++at) {
        const StoredEvent& before = open_.events[at->second];
        if (open_.text(before) == text) {
            event.text_at = before.text_at;
            event.text_size = before.text_size;
            return;
        }
    }
    event.text_at = static_cast<std::uint32_t>(open_.texts.size());
    event.text_size = static_cast<std::uint32_t>(text.size());
    open_.texts.insert(open_.texts.end(), text.begin(), text.end());
    said_.emplace(hash, open_.events.size());
    text_bytes_ += text.size();
}

void EventList::close_block() {
    open_.texts.shrink_to_fit();
    full_.push_back(std::make_shared<const Block>(std::move(open_)));
    open_ = {};
    open_.events.reserve(kBlock);
    said_.clear();
}

}  // namespace tickreel
