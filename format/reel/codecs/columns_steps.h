#pragma once
// Which frames of a chunk have a snapshot of their own: a step is one that differs from the
// snapshot before it.

#include <vector>

#include "tickreel/base/bytes.h"
#include "tickreel/model/frame.h"

namespace tickreel::columns {

struct Steps {
    std::vector<Tick> ticks{};
    std::vector<bool> fresh{};  // of each frame: whether it is one
};

void write_steps(const std::vector<bool>& fresh, ByteWriter& out);
bool read_steps(ByteReader& in, const std::vector<Frame>& frames, Steps& steps);

}  // namespace tickreel::columns
