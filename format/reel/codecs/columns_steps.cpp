#include "format/reel/codecs/columns_steps.h"

namespace tickreel::columns {

// Alternating run lengths: frames with a new snapshot, frames that repeat the previous one.
void write_steps(const std::vector<bool>& fresh, ByteWriter& out) {
    bool kind = true;
    for (std::size_t i = 0; i < fresh.size(); kind = !kind) {
        std::size_t end = i;
        while (end < fresh.size() && fresh[end] == kind) ++end;
        out.varint(end - i);
        i = end;
    }
}

bool read_steps(ByteReader& in, const std::vector<Frame>& frames, Steps& steps) {
    bool kind = true;
    while (steps.fresh.size() < frames.size()) {
        const std::uint64_t run = in.varint();
        if (in.failed() || run > frames.size() - steps.fresh.size()) return false;
        if (run == 0 && !(kind && steps.fresh.empty())) return false;
        for (std::uint64_t i = 0; i < run; ++i) {
            if (kind) steps.ticks.push_back(frames[steps.fresh.size()].tick);
            steps.fresh.push_back(kind);
        }
        kind = !kind;
    }
    return true;
}

}  // namespace tickreel::columns
