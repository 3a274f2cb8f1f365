#pragma once
// JSON Schemas for types and the JSON messages of frames, for .mcap. A message of an item type is
// all items of that type at a tick; of an event type, one event. Values are as in `cat --format
// ndjson`; null fields are omitted, and so are floats that JSON cannot represent.

#include <string>
#include <utility>
#include <vector>

#include "tickreel/model/frame.h"
#include "tickreel/model/row.h"

namespace tickreel {

std::string mcap_schema(const ItemType& type);
std::string mcap_snapshot_schema();  // of the messages of mcap_snapshot()
std::string mcap_marker_schema();    // {tick, segment, text, color}

// The rows of a type as messages, frame by frame.
class McapRows {
public:
    explicit McapRows(const RowReader& reader);  // must outlive it

    std::string items(const Frame& frame, const std::vector<Item>& items);
    std::string event(const Frame& frame, const Event& event) const;

private:
    // An item of the frame before: most are the same in the next one, and so is their text.
    struct Shown {
        EntityId entity = 0;
        std::vector<Word> row{};
        std::string text{};
    };
    void append_row(std::string& out, Row row) const;

    const RowReader& reader_;
    // Of fields that have values: their number, and how JSON begins with their name.
    std::vector<std::pair<std::size_t, std::string>> names_;
    std::vector<Shown> shown_;
};
std::string mcap_snapshot(const Frame& frame);  // facts about a snapshot without its items
std::string mcap_marker(const Marker& marker);

}  // namespace tickreel
