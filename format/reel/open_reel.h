#pragma once
// Opens a reel by the shortest way that works: end record and footer; else the last checkpoint and
// the records behind it; else all records from the start.

#include <memory>

#include "format/reel/index_loader.h"

namespace tickreel {

// `source` must outlive the result.
Result<std::unique_ptr<IndexLoader>> open_reel(const ByteSource& source);

}  // namespace tickreel
