#pragma once
// Some games have no checksum over the whole snapshot but one per item (Firefall: per view):
// ChecksumScope::Item of schema.h.

#include <optional>
#include <vector>

#include "tickreel/model/schema.h"
#include "tickreel/model/snapshot.h"

namespace tickreel {

bool has_item_checksums(const Schema& schema);
// Items whose last check failed, in snapshot order.
std::vector<ItemKey> failed_items(const Schema& schema, const Snapshot& snapshot);

}  // namespace tickreel
