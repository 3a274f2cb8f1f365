#pragma once
// JSON Schemas for types and the JSON messages of frames, for .mcap. A message of an item type is
// all items of that type at a tick; of an event type, one event. Values are as in `cat --format
// ndjson`; null fields are omitted, and so are floats that JSON cannot represent.

#include <string>
#include <vector>

#include "tickreel/model/frame.h"
#include "tickreel/model/row.h"

namespace tickreel {

std::string mcap_schema(const ItemType& type);
std::string mcap_snapshot_schema();  // of the messages of mcap_snapshot()
std::string mcap_marker_schema();    // {tick, segment, text, color}

std::string mcap_items(const Frame& frame, const RowReader& type, const std::vector<Item>& items);
std::string mcap_event(const Frame& frame, const RowReader& type, const Event& event);
std::string mcap_snapshot(const Frame& frame);  // facts about a snapshot without its items
std::string mcap_marker(const Marker& marker);

}  // namespace tickreel
