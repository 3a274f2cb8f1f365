#pragma once
// What `tickreel sql` knows of a match file besides the items and events of its union: which view
// was sent whose character at each tick, and where views have other values than most. Both are
// items of the recording in memory that open_view() makes, and SQL views over them.

#include <vector>

#include "tickreel/reel/match_reader.h"
#include "tickreel/reel/reel_writer.h"
#include "tickreel/tables/table_database.h"

namespace tickreel {

// A MakeVisitor of open_view(). Both must outlive the visitor.
MatchReader::WorldVisitor add_match_tables(const MatchReader& match, ReelWriter& into);
bool has_match_tables(const ReelReader& reel);
// `visible` (tick, time, viewer, type, id, name: of characters and other items with a place and a
// player's name) and `conflicts` (tick, time, viewer, type, id, field, value, most: of all items),
// each with segment and file.
std::vector<SqlView> match_table_views();

}  // namespace tickreel
