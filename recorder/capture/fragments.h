#pragma once
// Reassembles fragmented IP packets. Bounded: 64 KiB per packet, a few MiB in total, 30 s of
// capture time; the oldest incomplete packet is dropped first. Overlapping fragments with different
// extents invalidate their packet (RFC 5722); an identical duplicate does not.

#include <chrono>
#include <map>
#include <optional>
#include <vector>

#include "recorder/capture/ip_layer.h"

namespace tickreel {

class Fragments {
public:
    // The whole payload if this was the last missing piece.
    std::optional<Bytes> add(const IpPayload& fragment, std::chrono::nanoseconds time);
    std::uint64_t given_up() const { return given_up_; }
    std::size_t waiting() const { return waiting_.size(); }

private:
    struct Piece {
        std::uint32_t offset = 0;
        Bytes bytes{};
    };
    struct Puzzle {
        std::vector<Piece> pieces{};  // by offset, without overlaps
        std::optional<std::uint32_t> total{};
        std::chrono::nanoseconds first_seen{};
        bool spoiled = false;
    };

    static void insert(Puzzle& puzzle, const IpPayload& fragment);
    void forget_old(std::chrono::nanoseconds time);

    std::map<FragmentKey, Puzzle> waiting_;
    std::uint64_t given_up_ = 0;
};

}  // namespace tickreel
