#pragma once
// All views of a zone, kept up to date by the server's messages. References that are not assigned
// yet are ignored, as the client does until it has asked for the view. As long as the protocol is
// unknown keyframes are kept as bytes; they are read again when it becomes known.

#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "recorder/games/firefall/gss.h"
#include "recorder/games/firefall/view.h"

namespace tickreel::firefall {

struct WorldCounters {
    std::uint64_t keyframes = 0;      // of views whose layout is known
    std::uint64_t bad_keyframes = 0;  // that do not fit their layout
    std::uint64_t raw_keyframes = 0;  // kept as bytes
    std::uint64_t updates = 0;
    std::uint64_t bad_updates = 0;
    std::uint64_t raw_updates = 0;  // could not be applied: layout unknown
    std::uint64_t early = 0;        // updates and checksums of views without a keyframe
    std::uint64_t checksums_ok = 0;
    std::uint64_t checksums_bad = 0;
    std::uint64_t checksums_absent = 0;  // of views that are stale
    std::uint64_t removes = 0;
    std::uint64_t events = 0;
    std::uint64_t routed = 0;
    std::uint64_t unresolved = 0;  // routed with a reference that is not assigned
    std::uint64_t malformed = 0;
    std::uint64_t refused = 0;  // views beyond kMaxViews
};

struct ViewCheck {
    std::uint64_t id = 0;
    std::uint32_t expected = 0;
    std::uint32_t computed = 0;
};

struct GameEvent {
    std::uint64_t id = 0;
    std::uint8_t message = 0;
    Bytes body{};
};

// What the messages since the last look did.
struct WorldChanges {
    std::set<std::uint64_t> views{};  // new, changed or gone
    std::vector<ViewCheck> checks{};
    std::vector<GameEvent> events{};
};

class World {
public:
    static constexpr std::size_t kMaxViews = 16384;

    // Drops everything. nullptr: the protocol is not known.
    void enter_zone(const ProtocolLayout* protocol);
    void set_protocol(const ProtocolLayout& protocol);
    const ProtocolLayout* protocol() const { return protocol_; }

    // A message of the server; problems are what the message does not keep to.
    Result<void> take(ByteView payload);

    const View* find(std::uint64_t id) const;
    std::string view_name(std::uint8_t typecode) const;  // "View_77" when it has no name
    WorldChanges take_changes() { return std::exchange(changes_, {}); }
    const WorldCounters& counters() const { return counters_; }

private:
    const ViewShape& shape(std::uint8_t typecode);
    void guess_protocol(const GssMessage& message);
    Result<void> take_routed(ByteView body);
    Result<void> take_message(const GssMessage& message);
    Result<void> take_keyframe(const GssMessage& message);
    Result<void> take_update(const GssMessage& message);
    Result<void> take_checksum(const GssMessage& message);
    void remove(std::uint64_t id);
    void add_event(const GssMessage& message);
    Error malformed(Error why);

    const ProtocolLayout* protocol_ = nullptr;
    std::map<std::uint8_t, ViewLayout> unnamed_{};  // layouts made up for unknown typecodes
    std::map<std::uint8_t, ViewShape> shapes_{};
    std::unordered_map<std::uint64_t, View> views_{};
    std::unordered_map<std::uint16_t, std::uint64_t> references_{};
    WorldChanges changes_{};
    WorldCounters counters_{};
};

}  // namespace tickreel::firefall
