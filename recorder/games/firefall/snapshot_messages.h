#pragma once
// The writing half: what a server sends so that a snapshot becomes the next one, and events as
// messages again. Views come as keyframes, updates and removes, the places of characters and
// vehicles as poses. A view whose checksum agreed gets a checksum.

#include <map>
#include <set>

#include "format/model/frame.h"
#include "format/model/schema.h"
#include "recorder/games/firefall/gss.h"
#include "recorder/games/firefall/layout.h"
#include "recorder/games/firefall/view.h"

namespace tickreel::firefall {

struct OutMessage {
    Bytes payload{};  // of a GSS channel
    bool reliable = true;
    bool from_client = false;
};

class SnapshotMessages {
public:
    // Both must outlive it.
    SnapshotMessages(const ProtocolLayout& protocol, const Schema& schema)
        : protocol_(protocol), schema_(schema) {}

    // The frame after `before`; the same zone. `short_time`: the game's clock, ms.
    std::vector<OutMessage> changes(const Snapshot& before, const Frame& frame,
                                    std::uint16_t short_time);

private:
    void change_view(const ItemType& type, EntityId entity, std::optional<Row> before,
                     std::optional<Row> now);
    void change_place(const ItemType& type, const Snapshot& before, const Snapshot& now,
                      ItemKey key, std::uint16_t short_time);
    void write_checks(const Frame& frame);
    void write_differing(const Frame& frame, bool behind);
    std::optional<View> view_in(const Snapshot& snapshot, const ViewLayout& layout,
                                EntityId entity);
    void write_events(const Frame& frame);
    const ViewShape* shape(const ItemType& type);
    void add(const GssMessage& message, bool reliable, bool from_client = false);
    const ViewLayout* find_view(std::string_view name) const;

    const ProtocolLayout& protocol_;
    const Schema& schema_;
    std::map<std::uint8_t, ViewLayout> unnamed_{};
    std::map<std::uint8_t, ViewShape> shapes_{};
    std::vector<OutMessage> out_{};
    std::set<std::uint64_t> differing_{};  // views with a checksum before the frame's changes
    std::vector<std::pair<std::uint64_t, std::uint32_t>> checks_{};  // view, sum
};

}  // namespace tickreel::firefall
