#pragma once
// The events of a whole recording, compactly: 24 bytes per event; texts that repeat nearby are
// stored once. A copy shares everything except the last few hundred events, so a growing list can
// be published repeatedly.

#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tickreel/analysis/describe.h"
#include "tickreel/model/item.h"

namespace tickreel {

struct EventEntry {
    std::int64_t position = 0;
    EventLane kind = EventLane::Other;
    std::string_view derived{};  // "joined": derived from snapshots, not from an event; static
    TypeId type = 0;             // of the event, when it is one
    std::string_view text{};     // in a list: lives as long as the list or a copy of it
};

class EventList {
public:
    // Positions must increase.
    void push_back(const EventEntry& entry);
    bool empty() const { return size() == 0; }
    std::size_t size() const { return full_.size() * kBlock + open_.events.size(); }
    EventEntry operator[](std::size_t index) const;
    // Index of the first event at or after a position.
    std::size_t lower_bound(std::int64_t position) const;
    std::size_t text_bytes() const { return text_bytes_; }  // bytes of text stored

private:
    static constexpr std::size_t kBlock = 512;
    struct StoredEvent {
        std::int64_t position = 0;
        std::uint32_t text_at = 0;
        std::uint32_t text_size = 0;
        TypeId type = 0;
        EventLane kind = EventLane::Other;
        std::uint8_t derived = 0;  // 0: none, else the number of one of derived_
    };
    struct Block {
        std::vector<StoredEvent> events{};
        std::vector<char> texts{};
        std::string_view text(const StoredEvent& event) const {
            return {texts.data() + event.text_at, event.text_size};
        }
    };

    const Block& block(std::size_t index) const {
        return index < full_.size() ? *full_[index] : open_;
    }
    std::uint8_t number_of(std::string_view derived);
    void keep_text(StoredEvent& event, std::string_view text);
    void close_block();

    std::vector<std::shared_ptr<const Block>> full_;
    Block open_;
    std::unordered_multimap<std::size_t, std::size_t> said_;  // text's hash -> index in open_
    std::vector<std::string_view> derived_;
    std::size_t text_bytes_ = 0;
};

}  // namespace tickreel
