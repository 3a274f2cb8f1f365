#pragma once
// The records of a file beside its chunks: definitions and their copies, indexes, attachments.
// Reading needs few of them, so that damage to them goes unnoticed until somebody asks.

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// Verifies their checksums; defects go to damage(). Reads no chunk: those are verified when they
// are read.
Result<void> check_other_records(const ReelReader& reel);

// Whether an index lists all chunks: then damage elsewhere has cost no tick.
bool knows_all_chunks(const ReelReader& reel);

}  // namespace tickreel
