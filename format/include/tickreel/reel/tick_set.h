#pragma once
// A set of moments, small where many lie close together.

#include <cstdint>
#include <map>
#include <vector>

#include "tickreel/model/frame.h"

namespace tickreel {

class TickSet {
public:
    void add(Moment moment);
    bool has(Moment moment) const;
    bool empty() const { return blocks_.empty(); }
    std::vector<Tick> within(std::uint32_t segment, Tick from, Tick to) const;  // rising

private:
    std::map<Moment, std::uint64_t> blocks_{};  // 64 ticks each, by the first
};

}  // namespace tickreel
