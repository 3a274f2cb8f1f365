#pragma once
// Assembles complete snapshots from snapshot messages, in increasing tick order. Parts may arrive
// in any order, twice, and for several ticks at once. A tick is decoded and delivered as soon as it
// is complete and follows the previous one at the usual pace; otherwise when the newest tick seen
// is `window` ticks ahead of it (0: immediately), after kMaxHold, or at flush(). What arrives after
// its turn is late: reported, not decoded (a real client ignores it too, so it can never be a
// base). Memory is bounded: 64 open ticks, 200 ticks of decoded snapshots.

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "recorder/games/teeworlds/wire/sequence.h"
#include "recorder/games/teeworlds/wire/snap_messages.h"

namespace tickreel::teeworlds {

enum class CrcStatus : std::uint8_t { Ok, Mismatch, Absent };

enum class SnapFailure : std::uint8_t {
    None,
    BaseMissing,  // its base was never decoded
    BadDelta,     // the bytes are no delta, or an invalid one
    Incomplete,   // parts never arrived
    Late,         // arrived after newer ticks were delivered
};

struct SnapOutcome {
    std::int32_t tick = 0;
    std::int32_t base_tick = kNoBase;
    Time time{};  // arrival of the part that completed it (or of the last part)
    SnapFailure failure = SnapFailure::None;
    std::string text{};                              // why, for people
    std::shared_ptr<const WireSnapshot> snapshot{};  // set when failure is None
    CrcStatus crc_status = CrcStatus::Absent;        // of an empty delta: that of its base
    std::int32_t crc_expected = 0;
    std::int32_t crc_computed = 0;
    int parts = 0;          // received
    std::size_t bytes = 0;  // of delta payload
    // The server's ticks restarted without reset(): this is the first of a new timeline.
    bool restart = false;
};

struct SnapCounters {
    std::uint64_t parts = 0;  // messages fed
    std::uint64_t duplicate_parts = 0;
    std::uint64_t conflicting_parts = 0;  // differ from the first part of their tick
    std::uint64_t implausible = 0;        // ticks far in the future that nothing confirmed
    std::uint64_t decoded = 0;
    std::uint64_t crc_mismatches = 0;
    std::uint64_t doubtful_bases = 0;  // acknowledged with another checksum
    std::uint64_t base_missing = 0;
    std::uint64_t bad_deltas = 0;
    std::uint64_t incomplete = 0;
    std::uint64_t late = 0;
};

class SnapReceiver {
public:
    static constexpr int kDefaultWindow = 10;  // ticks: 200 ms
    // A running game's snapshots are 1 or 2 ticks apart; at larger steps, more may lie between.
    static constexpr std::int32_t kUsualStep = 2;
    static constexpr int kStoreTicks = 200;  // servers forget bases after 150
    // So much older than the last base the next one may be: an acknowledgement that overtook
    // another takes the server back. Clients forget all that is older than the last base.
    static constexpr std::int32_t kOlderBase = 25;
    static constexpr std::size_t kMaxOpen = 64;  // ticks
    static constexpr Time kMaxHold = std::chrono::milliseconds(500);
    static constexpr std::int32_t kMaxJump = 3000;  // ticks; a larger jump needs confirmation
    static constexpr int kRestartAfter = 25;        // late messages in a row

    explicit SnapReceiver(Protocol protocol, int window = kDefaultWindow)
        : protocol_(protocol), window_(window) {}

    void feed(const SnapPart& part, Time now);
    // The client says that it has this tick. With another checksum than sent, too, a snapshot is a
    // base then; else a client drops it, and so do we.
    void acknowledge(std::int32_t tick);
    // The next outcome whose turn has come; nothing when it has to wait. Call until nothing.
    std::optional<SnapOutcome> next(Time now);
    void flush() { flushing_ = Flush::All; }  // makes all that is held back due, until delivered
    // But for the newest tick, if parts of it may still come.
    void flush_whole() { flushing_ = Flush::Whole; }
    void reset();  // a new timeline (ENTERGAME, new connection); keeps counters
    // What still can be a base, and what is not complete yet, for another receiver that goes on.
    void save(ByteWriter& out) const;
    bool restore(ByteReader& in);

    const SnapCounters& counters() const { return counters_; }
    // Newest tick delivered complete and with a matching checksum: what a client acknowledges.
    std::int32_t last_good_tick() const { return last_good_; }
    std::int32_t newest_tick() const { return newest_; }  // seen, not yet complete perhaps
    std::int32_t delivered_tick() const { return delivered_; }
    std::shared_ptr<const WireSnapshot> stored(std::int32_t tick) const;

private:
    struct Open {
        SnapPart head{};  // from the first part; its data is unused
        std::map<int, Bytes> parts{};
        Time first_time{};
        Time last_time{};
        bool complete() const { return parts.size() == static_cast<std::size_t>(head.num_parts); }
    };

    bool plausible(std::int32_t tick);
    void note_late(const SnapPart& part, Time now);
    void add_part(const SnapPart& part, Time now);
    bool due(std::int32_t tick, const Open& open, Time now) const;
    bool follows(std::int32_t tick) const;
    void note_step(std::int32_t tick);
    SnapOutcome decode(std::int32_t tick, const Open& open);
    void decode_delta(const Open& open, SnapOutcome& outcome);
    void check_crc(const Open& open, SnapOutcome& outcome);
    void keep(const SnapOutcome& outcome);
    void forget_before(std::int32_t tick);

    Protocol protocol_;
    int window_;
    std::map<std::int32_t, Open> open_{};
    std::map<std::int32_t, std::shared_ptr<const WireSnapshot>> store_{};
    std::map<std::int32_t, std::int32_t>
        proofs_{};  // of stored ticks: the sum that was sent and fits
    std::map<std::int32_t, std::shared_ptr<const WireSnapshot>> doubtful_{};  // not acknowledged
    std::int32_t acknowledged_ = -1;                                          // the newest tick
    std::vector<SnapOutcome> late_{};
    std::int32_t newest_ = -1;             // tick seen
    std::int32_t delivered_ = -1;          // last tick delivered
    std::array<std::int32_t, 2> steps_{};  // the last ones between delivered ticks; 0: none yet
    std::int32_t last_good_ = -1;
    std::int32_t last_base_ = kNoBase;  // of the last one decoded
    std::int32_t witness_ = -1;         // an implausible tick waiting for confirmation
    std::int32_t late_newest_ = -1;
    int late_run_ = 0;
    enum class Flush : std::uint8_t { None, Whole, All };
    Flush flushing_ = Flush::None;
    bool restarted_ = false;
    SnapCounters counters_{};
};

}  // namespace tickreel::teeworlds
