#pragma once
// Some games check no sum over the whole snapshot but each item by itself (Firefall: its views):
// ChecksumScope::Item of schema.h.

#include <optional>
#include <vector>

#include "tickreel/model/schema.h"
#include "tickreel/model/snapshot.h"

namespace tickreel {

bool has_item_checksums(const Schema& schema);
// Items whose last check failed, in the order of the snapshot.
std::vector<ItemKey> failed_items(const Schema& schema, const Snapshot& snapshot);

}  // namespace tickreel
