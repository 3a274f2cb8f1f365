#pragma once
// A small generated match of the real protocol: as datagrams, and as captures of them.

#include "tests/recorder/capture/capture_builder.h"
#include "tests/recorder/teeworlds/match_script.h"

namespace tickreel_test {

inline std::vector<WireItem> small_world(std::int32_t x) {
    return {character(0, x, 100), {6, 0, {0, 0, 0, 0, 0, 0, 0, 1}}};
}

// `snapshots` of them, 2 ticks apart, from tick 100 on; then a second map if `two_maps`.
inline void play_match(const MatchScript::Listener& listener, int snapshots,
                       bool two_maps = false) {
    MatchScript match(listener);
    for (const char* map : {"arena", "tower"}) {
        match.change_map(map);
        match.enter_game();
        for (int i = 0; i < snapshots; ++i) match.snapshot(100 + 2 * i, small_world(i));
        if (!two_maps) return;
    }
}

// Packets of matches between 10.0.0.1 and 10.0.0.2:8303, one client port each.
class MatchCapture {
public:
    void add_match(unsigned client_port, int snapshots, bool two_maps = false) {
        play_match(
            [&](const tickreel::Datagram& datagram) {
                const bool up = datagram.direction == tickreel::Direction::ToServer;
                add(client_port, up, datagram.time, datagram.bytes);
            },
            snapshots, two_maps);
    }
    void add_pings(unsigned client_port, int count) {
        const tickreel::Bytes ping{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                   0xff, 0xff, 'g',  'i',  'e',  '3',  1};
        for (int i = 0; i < count; ++i) add(client_port, true, {}, ping);
    }
    tickreel::Bytes pcap() const { return capture_builder::pcap(packets_); }
    std::string text() const {
        const tickreel::Bytes bytes = pcap();
        return {bytes.begin(), bytes.end()};
    }

    void add(unsigned port, bool up, std::chrono::nanoseconds time, tickreel::ByteView bytes) {
        using namespace capture_builder;
        const Bytes datagram = up ? udp(port, 8303, bytes) : udp(8303, port, bytes);
        packets_.push_back(
            {static_cast<std::uint64_t>(time.count()), ethernet(ipv4(datagram, {}, !up))});
    }

private:
    std::vector<capture_builder::Packet> packets_;
};

}  // namespace tickreel_test
