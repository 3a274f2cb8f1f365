#pragma once
// One tick of a recording: the snapshot, the result of the protocol's checksum, and the events.
// Times are UTC nanoseconds since 1970.

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/base/bytes.h"
#include "tickreel/model/snapshot.h"

namespace tickreel {

// An event of a tick (chat, kill): a row of a schema type whose use is Event.
struct Event {
    TypeId type = 0;
    std::vector<Word> row{};
    bool before_snapshot = false;  // arrived before the snapshot of its tick
    bool operator==(const Event&) const = default;
};

enum class WireChecksum : std::uint8_t {
    Absent,    // the protocol sent no checksum for this snapshot
    Ok,        // sent and equal to the computed one
    Mismatch,  // sent and different
};
std::string_view wire_checksum_name(WireChecksum status);  // "absent", "ok", "mismatch"

// What the wire carried about a snapshot.
struct WireInfo {
    WireChecksum checksum = WireChecksum::Absent;
    std::uint32_t expected = 0;  // as sent
    std::uint32_t computed = 0;  // from the decoded snapshot
    Tick base_tick = kNoTick;    // of the delta's base; kNoTick: sent in full
    std::uint32_t bytes = 0;     // of all parts, before the protocol compresses them
    std::uint16_t parts = 0;
    bool operator==(const WireInfo&) const = default;
};

struct Frame {
    std::uint32_t segment = 0;
    Tick tick = 0;
    std::chrono::nanoseconds time{};  // of arrival
    Snapshot snapshot{};
    WireInfo wire{};
    std::vector<Event> events{};

    Moment moment() const { return {segment, tick}; }
};

// A stretch of ticks on one timeline: usually one map.
struct Segment {
    std::string map{};
    std::string map_sha256{};  // lower-case hex, "" unknown
    std::string map_crc{};     // 8 hex digits, "" unknown
    bool operator==(const Segment&) const = default;
};

// Snapshots of ticks [from, to) of a segment are missing; whether they existed says the reason.
struct Gap {
    std::uint32_t segment = 0;
    Tick from = 0;
    Tick to = 0;
    std::string reason{};  // "base 1234 was never seen", "recorder overloaded"; see why()
    // Without a reason it is concluded from the ticks that a server of that rate leaves out.
    std::string_view why() const {
        return reason.empty() ? std::string_view("no snapshot arrived (lost, or never sent)")
                              : std::string_view(reason);
    }
    bool operator==(const Gap&) const = default;
};

struct Marker {
    Moment moment{};
    std::string text{};
    std::uint32_t color = 0xffcc33;  // 0xRRGGBB
    bool operator==(const Marker&) const = default;
};

struct Attachment {
    std::string name{};   // "maps/dm1.map"; a relative path without ".."
    std::string media{};  // "application/x-teeworlds-map"
    Bytes bytes{};
};

}  // namespace tickreel
