#pragma once
// Whether two segments can be the same map: nothing that both know of it differs.

#include "tickreel/model/frame.h"

namespace tickreel {

inline bool may_be_same_map(const Segment& a, const Segment& b) {
    const auto alike = [](const std::string& one, const std::string& other) {
        return one.empty() || other.empty() || one == other;
    };
    return alike(a.map, b.map) && alike(a.map_sha256, b.map_sha256) && alike(a.map_crc, b.map_crc);
}

}  // namespace tickreel
