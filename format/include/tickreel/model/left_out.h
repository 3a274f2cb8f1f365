#pragma once
// What a file format has no place for: a FrameSink that is also a LeavesOut tells it.

#include <cstdint>
#include <map>
#include <string>

namespace tickreel {

struct LeftOutOfFile {
    std::map<std::string, std::uint64_t> events{};  // by type
    std::uint64_t markers = 0;
    std::uint64_t marker_texts = 0;   // of markers that are in the file
    std::uint64_t marker_colors = 0;  // likewise, other than that of a new marker
    std::uint64_t attachments = 0;
    std::uint64_t gaps = 0;  // their ticks come back as if nothing had changed
    // What the recording does not have and the file should: "the map dm1: ..."; "" is nothing.
    std::string lacks{};
};

class LeavesOut {
public:
    virtual ~LeavesOut() = default;
    // After finish().
    virtual const LeftOutOfFile& left_out() const = 0;
};

}  // namespace tickreel
