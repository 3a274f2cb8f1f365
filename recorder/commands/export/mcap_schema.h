#pragma once
// Types as JSON Schema and frames as the JSON messages that it describes, for .mcap. A message of
// an item type is all items of that type at a tick; of an event type, one event. The values are
// those of `cat --format ndjson`; null fields are left out, and floats that JSON has no number for.

#include <string>
#include <vector>

#include "tickreel/model/frame.h"
#include "tickreel/model/row.h"

namespace tickreel {

std::string mcap_schema(const ItemType& type);
std::string mcap_snapshot_schema();  // of what mcap_snapshot() makes
std::string mcap_marker_schema();    // {tick, segment, text, color}

std::string mcap_items(const Frame& frame, const RowReader& type, const std::vector<Item>& items);
std::string mcap_event(const Frame& frame, const RowReader& type, const Event& event);
std::string mcap_snapshot(const Frame& frame);  // what is known of a snapshot besides its items
std::string mcap_marker(const Marker& marker);

}  // namespace tickreel
