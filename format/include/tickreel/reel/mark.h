#pragma once
// Edits the markers of a finished file. Existing bytes stay unchanged: one write appends the
// change, an index that depends on the previous one, and a new end record, about 500 bytes. A crash
// in between leaves the file valid, with a cut tail that the next edit removes. A reader that has
// the file open sees the change after ReelReader::refresh().
//
// Errors: no such marker, no such segment; a text longer than kMaxMarkerText; a file that is
// unfinished, whose index is damaged, that is read-only or being written by another program.
// Whether the tick lies within its segment is not asked: Timeline::contains() says it.

#include <string>

#include "tickreel/base/result.h"
#include "tickreel/model/frame.h"

namespace tickreel {

inline constexpr std::size_t kMaxMarkerText = 4096;  // bytes

// Returns the marker's number, which never changes (ReelReader::marker_numbers()).
Result<std::uint32_t> add_marker(const std::string& path, const Marker& marker);
// Replaces a marker.
Result<void> edit_marker(const std::string& path, std::uint32_t number, const Marker& marker);
Result<void> delete_marker(const std::string& path, std::uint32_t number);

}  // namespace tickreel
