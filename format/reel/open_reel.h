#pragma once
// Opens a reel in the fastest way that works: end record and footer; else the last checkpoint and
// the records after it; else all records from the start.

#include <memory>

#include "format/reel/index_loader.h"

namespace tickreel {

// The header at the start of the file, or, where that is damaged, a copy of it.
Result<FileHeader> find_file_header(const ByteSource& source);

// `source` must outlive the result.
Result<std::unique_ptr<IndexLoader>> open_reel(const ByteSource& source);

}  // namespace tickreel
