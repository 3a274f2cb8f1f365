#pragma once
// The steps of a chunk: the frames whose snapshot differs from the previous
// one.

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
