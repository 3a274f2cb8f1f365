#pragma once
// Some games check no sum over the whole snapshot but each item by itself (Firefall: its views).
// Such a recording says so by its schema: an enumeration "Checksum" with the values "ok" and
// "mismatch", what the last check of that item said. The wire facts of its frames are counts then:
// `expected` items were checked at this tick, `computed` of them agreed.

#include <optional>
#include <vector>

#include "tickreel/model/schema.h"
#include "tickreel/model/snapshot.h"

namespace tickreel {

bool has_item_checksums(const Schema& schema);
// Items whose last check failed, in the order of the snapshot.
std::vector<ItemKey> failed_items(const Schema& schema, const Snapshot& snapshot);

}  // namespace tickreel
