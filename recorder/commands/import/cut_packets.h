#pragma once
// Packets of servers that a capture truncated: behind which ticks something may be missing.

#include <cstdint>
#include <map>

#include "recorder/commands/import/import_job.h"

namespace tickreel {

class CutPackets {
public:
    // `behind`: the last tick that is there; kNoTick: none is yet.
    void add(unsigned connection, Tick behind);
    // Of `all` truncated packets, whoever's.
    void tell(std::uint64_t all, const ImportJob& job) const;

private:
    struct Places {
        std::uint64_t packets = 0;
        Tick first = kNoTick;
        Tick last = kNoTick;
    };
    static std::string text(const Places& places);

    std::map<unsigned, Places> of_{};  // by connection
};

}  // namespace tickreel
