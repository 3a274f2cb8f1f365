#pragma once
// Markers on a finished file, after the fact. Nothing that is in the file is rewritten: one write
// appends what changed, an index that depends on the one before, and a new end record, about 500
// bytes. A crash in the middle leaves the file as it was, with a cut tail that the next change cuts
// off. A reader that has the file open sees the change with ReelReader::refresh().
//
// Errors: no such marker, a moment outside of the recording, a text over kMaxMarkerText, a file
// that was never finished, is damaged, read-only or written to by somebody else at this moment.

#include <string>

#include "tickreel/base/result.h"
#include "tickreel/model/frame.h"

namespace tickreel {

inline constexpr std::size_t kMaxMarkerText = 4096;  // bytes; a note, not a document

// The number of the new marker; it stays the marker's own (ReelReader::marker_numbers()).
Result<std::uint32_t> add_marker(const std::string& path, const Marker& marker);
// Puts another marker in the place of one.
Result<void> edit_marker(const std::string& path, std::uint32_t number, const Marker& marker);
Result<void> delete_marker(const std::string& path, std::uint32_t number);

}  // namespace tickreel
