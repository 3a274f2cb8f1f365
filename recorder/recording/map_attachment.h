#pragma once
// Attaches a map file to a recording, so that the recording can be watched anywhere.

#include "tickreel/base/result.h"
#include "tickreel/model/frame.h"

namespace tickreel {

inline constexpr std::uint64_t kMaxMapBytes = 64ULL << 20;

Result<Attachment> read_map(const std::string& path);     // named "maps/<file name>"
std::string map_attachment_name(const Segment& segment);  // "maps/dm1.map"
// "maps/dm1.map" -> "maps/dm1_491af17a.map": maps may change without changing their name.
std::string versioned_name(const std::string& name, const std::string& sha256);

}  // namespace tickreel
