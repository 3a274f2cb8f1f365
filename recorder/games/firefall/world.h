#pragma once
// All views of a zone, kept up to date by the server's messages, and the positions of its
// characters and vehicles. Unassigned references are ignored, as the client does until it has
// requested the view. While the protocol is unknown, keyframes are kept as bytes and parsed when it
// becomes known. A view whose checksum differs is repaired if earlier messages explain the
// difference (view_history.h).

#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "recorder/games/firefall/annotation.h"
#include "recorder/games/firefall/gss.h"
#include "recorder/games/firefall/movers.h"
#include "recorder/games/firefall/references.h"
#include "recorder/games/firefall/view_sums.h"

namespace tickreel::firefall {

struct WorldCounters {
    std::uint64_t keyframes = 0;      // of views whose layout is known
    std::uint64_t bad_keyframes = 0;  // that do not match their layout
    std::uint64_t raw_keyframes = 0;  // kept as bytes
    std::uint64_t updates = 0;
    std::uint64_t bad_updates = 0;
    std::uint64_t raw_updates = 0;  // could not be applied: layout unknown
    std::uint64_t early = 0;        // updates and checksums of views without a keyframe
    std::uint64_t checksums_ok = 0;
    std::uint64_t checksums_bad = 0;
    std::uint64_t repaired = 0;          // of the differing ones: the server's state was found
    std::uint64_t checksums_absent = 0;  // of views that are stale
    std::uint64_t removes = 0;
    std::uint64_t poses = 0;
    std::uint64_t bad_poses = 0;
    std::uint64_t events = 0;
    std::uint64_t samples = 0;         // of the client: keys and aim
    std::uint64_t client_early = 0;    // the client's before the protocol was known, not kept
    std::uint64_t client_private = 0;  // the client's that are about its account, not kept
    std::uint64_t routed = 0;
    std::uint64_t unresolved = 0;  // routed with an unassigned reference
    std::uint64_t malformed = 0;
    std::uint64_t refused = 0;  // views beyond kMaxViews
};

// The result of a server checksum.
struct CheckOutcome {
    std::uint64_t id = 0;
    std::uint32_t expected = 0;
    std::uint32_t computed = 0;
    CheckReason reason = CheckReason::Agrees;
    bool repaired = false;
    std::optional<std::chrono::nanoseconds> agreed{};  // how long ago the view last agreed
    std::uint64_t lost = 0;                            // packets lost since then

    bool agrees() const { return reason == CheckReason::Agrees; }
};

// A later explanation for a checksum difference.
struct LaterOutcome {
    std::uint64_t id = 0;
    LaterFinding finding{};
};

struct GameEvent {
    std::uint64_t id = 0;
    std::uint8_t message = 0;
    Bytes body{};
    bool from_client = false;
    std::chrono::nanoseconds time{};  // of arrival
};

// The effect of the messages since the last take_changes().
struct WorldChanges {
    std::set<std::uint64_t> views{};   // new, changed or removed
    std::set<std::uint64_t> movers{};  // entities that moved or were removed
    std::vector<CheckOutcome> checks{};
    std::vector<LaterOutcome> later{};
    std::vector<Annotation> annotations{};
    std::vector<GameEvent> events{};

    bool empty() const {
        return views.empty() && movers.empty() && checks.empty() && later.empty() &&
               annotations.empty() && events.empty();
    }
};

class World {
public:
    static constexpr std::size_t kMaxViews = 16384;

    // Drops everything. nullptr: the protocol is unknown.
    void enter_zone(const ProtocolLayout* protocol);
    void set_protocol(const ProtocolLayout& protocol);
    const ProtocolLayout* protocol() const { return protocol_; }

    // Arrival time of the next messages, and the number of packets lost until then.
    void set_clock(std::chrono::nanoseconds time, std::uint64_t lost);
    // A message of the server; problems name what violates the protocol.
    Result<void> take(ByteView payload);
    // What the client sends, except what is about its account. Positions in it are its own opinion:
    // those of items are the server's.
    void take_command(ByteView payload);
    void leave_out_samples() { samples_wanted_ = false; }  // is_sample()
    // An annotation of a Tickreel export: from then on no causes are searched for here.
    void take_annotation(ByteView payload);

    const View* find(std::uint64_t id) const;
    const Mover* find_mover(std::uint64_t entity) const { return movers_.find(entity); }
    std::string view_name(std::uint8_t typecode) const;  // "View_77" if it has no name
    WorldChanges take_changes() { return std::exchange(changes_, {}); }
    const WorldCounters& counters() const { return counters_; }
    ViewSums confirmed() const;  // of the views whose state a checksum confirmed

private:
    const ViewShape& shape(std::uint8_t typecode);
    void guess_protocol(const GssMessage& message);
    Result<void> take_routed(ByteView body);
    Result<void> take_message(const GssMessage& message);
    Result<void> take_keyframe(const GssMessage& message);
    Result<void> take_update(const GssMessage& message);
    Result<void> take_checksum(const GssMessage& message);
    void assign(std::uint16_t reference, std::uint64_t id);
    void remove(std::uint64_t id);
    bool take_pose(const GssMessage& message);
    void moved_by_view(std::uint64_t id, const View& view);
    void add_event(const GssMessage& message, bool from_client);
    CheckOutcome check(std::uint64_t id, View& view, std::uint32_t expected);
    ViewHistory* history(std::uint64_t id);
    void look_back(std::uint64_t id, ViewHistory& own, const View& now, const View* before);
    Error malformed(Error why);

    const ProtocolLayout* protocol_ = nullptr;
    std::map<std::uint8_t, ViewLayout> unnamed_{};  // placeholder layouts for unknown typecodes
    std::map<std::uint8_t, ViewShape> shapes_{};
    std::unordered_map<std::uint64_t, View> views_{};
    std::unordered_map<std::uint64_t, ViewHistory> histories_{};
    References references_{};
    Movers movers_{};
    std::chrono::nanoseconds time_{};
    std::uint64_t lost_ = 0;
    bool roster_ = false;
    bool samples_wanted_ = true;
    WorldChanges changes_{};
    WorldCounters counters_{};
};

}  // namespace tickreel::firefall
