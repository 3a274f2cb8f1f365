#pragma once
// Encodes what a server sends so that one snapshot becomes the next, and recreates messages from
// events. Views become keyframes, updates and removes, positions of characters and vehicles become
// poses. For a client, every agreeing view gets a checksum when it changes. A file has as many
// checksums as the frame counts; the rest is in annotations (annotation.h).

#include <set>

#include "recorder/games/firefall/gss.h"
#include "recorder/games/firefall/layout.h"
#include "recorder/games/firefall/view.h"
#include "recorder/games/firefall/view_shapes.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/schema.h"

namespace tickreel::firefall {

struct OutMessage {
    Bytes payload{};  // of a GSS channel
    bool reliable = true;
    bool from_client = false;
    bool annotation = false;            // of the control channel
    std::chrono::microseconds delay{};  // of the client's: when it came, after the frame's time
};

class SnapshotMessages {
public:
    enum class For : std::uint8_t { Client, File };

    // Both must outlive this object.
    SnapshotMessages(const ProtocolLayout& protocol, const Schema& schema, For receiver)
        : protocol_(protocol), schema_(schema), for_(receiver), shapes_(protocol) {}

    // The frame after `before`, in the same zone. `short_time`: the game's clock, ms.
    std::vector<OutMessage> changes(const Snapshot& before, const Frame& frame,
                                    std::uint16_t short_time);

private:
    struct Verdict {
        std::uint64_t id = 0;
        ViewCheck check = ViewCheck::None;  // current
        ViewCheck heard = ViewCheck::None;  // as the receiver infers from what was sent
        std::uint32_t sum = 0;
    };

    void change_view(const ItemType& type, EntityId entity, std::optional<Row> before,
                     std::optional<Row> now);
    void change_place(const ItemType& type, const Snapshot& before, const Snapshot& now,
                      ItemKey key, std::uint16_t short_time);
    void write_annotations(const Frame& frame);
    void write_verdicts(const Frame& frame);
    void write_any_checks(const Snapshot& snapshot, std::uint32_t count);
    void write_differing(const Frame& frame, const Snapshot& held, bool behind);
    void add_checksum(std::uint64_t id, std::uint32_t sum);
    std::optional<View> view_in(const Snapshot& snapshot, const ViewLayout& layout,
                                EntityId entity);
    void write_events(const Frame& frame);
    void add(const GssMessage& message, bool reliable, bool from_client = false);
    const ViewLayout* find_view(std::string_view name) const;

    const ProtocolLayout& protocol_;
    const Schema& schema_;
    For for_;
    ViewShapes shapes_;
    std::vector<OutMessage> out_{};
    std::set<std::uint64_t> differing_{};  // views with a checksum that differed
    std::vector<Verdict> verdicts_{};      // of views that changed, or whose verdict did
};

}  // namespace tickreel::firefall
