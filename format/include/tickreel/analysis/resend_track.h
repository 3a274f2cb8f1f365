#pragma once
// What was sent again, what was asked for again and what never came, by the events that a decoder
// derives from the flags and numbers of packets (`ServerResend`, `ClientResend`, `ServerLoss`), as
// SQL's `connection` has it. Positions are those of Timeline.
// Memory: 72 bytes per event; at most kMaxResends of them.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tickreel/model/frame.h"
#include "tickreel/model/row.h"

namespace tickreel {

inline constexpr std::size_t kMaxResends = 200'000;

struct ResendCounts {
    std::uint64_t messages = 0;     // sent again
    std::uint64_t seen_before = 0;  // of them: had passed the recorder before
    std::uint64_t requests = 0;     // packets in which this side asks the other one for that
    std::int64_t lost = 0;          // packets that never came, where their numbers tell it
    bool operator==(const ResendCounts&) const = default;
};

enum class ConnectionSide : std::uint8_t { Server, Client };
using ResendTotals = std::array<ResendCounts, 2>;  // by ConnectionSide

void add(ResendTotals& to, const ResendTotals& more);

// Reads those events, whatever the game calls them.
class ResendReader {
public:
    // Adds what the event says; false if it is of another kind.
    bool add(const Event& event, const Schema& schema, ResendTotals& to);
    static bool tells(const ItemType& type) { return places_of(type).has_value(); }
    // What is numbered and sent again, in the singular: "message", "packet". Empty: nothing tells.
    static std::string unit(const Schema& schema);

private:
    struct Places {
        ConnectionSide side = ConnectionSide::Server;
        std::optional<FieldPlace> messages{}, seen_before{}, asks{}, lost{};
    };
    static std::optional<Places> places_of(const ItemType& type);

    std::map<TypeId, std::optional<Places>> places_{};
};

class ResendTrack {
public:
    // Frames in order; `position` of the frame.
    void add(const Frame& frame, const Schema& schema, std::int64_t position);

    bool empty() const { return entries_.empty(); }
    bool left_out() const { return left_out_; }                      // those beyond kMaxResends
    ResendTotals between(std::int64_t from, std::int64_t to) const;  // within [from, to)

private:
    struct Entry {
        std::int64_t position = 0;
        ResendTotals until{};  // all up to this frame, it included
    };

    ResendTotals before(std::int64_t position) const;

    ResendReader reader_{};
    std::vector<Entry> entries_{};
    bool left_out_ = false;
};

}  // namespace tickreel
