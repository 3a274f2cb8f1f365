#pragma once
// Reads a capture from memory and keeps all results.

#include <string>
#include <vector>

#include "recorder/capture/udp_capture.h"
#include "tests/catch.h"

struct ReadCapture {
    std::vector<tickreel::UdpPacket> packets{};
    std::vector<std::string> problems{};
    tickreel::CaptureCounts counts{};
    std::uint64_t incomplete = 0;
    bool damaged = false;
    std::string error{};  // open() failed
};

inline ReadCapture read_capture(const tickreel::Bytes& bytes) {
    using namespace tickreel;
    ReadCapture result;
    const auto source = memory_source(bytes);
    auto capture = UdpCapture::open(
        *source, [&](const Problem& problem) { result.problems.push_back(problem.message); });
    if (!capture) {
        result.error = capture.error().message;
        return result;
    }
    while (auto packet = capture->next()) result.packets.push_back(*std::move(packet));
    result.counts = capture->counts();
    result.incomplete = capture->incomplete_fragments();
    result.damaged = capture->damaged();
    return result;
}
