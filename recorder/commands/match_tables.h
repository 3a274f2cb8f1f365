#pragma once
// What `tickreel sql` knows of a match file besides the items and events of its union: which view
// was sent whose character at each tick, what it was not sent, and where views have other values
// than most. These are items of the recording in memory that open_view() makes, and SQL views over
// them.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/reel/match_reader.h"
#include "tickreel/reel/reel_writer.h"
#include "tickreel/tables/table_database.h"

namespace tickreel {

// As in the view `positions`: who is somewhere, an item with a place and a player's name.
bool is_character(const ItemType& type);

// Ticks at which a view lacks snapshots that were sent, in moments of the union, by its name.
struct ViewerGap {
    std::string viewer{};
    std::size_t number = 0;  // of the view
    Gap gap{};
};
// A MakeVisitor of open_view(). Both must outlive the visitor, which puts the gaps of the views
// into `gaps` when it goes.
MatchReader::WorldVisitor add_match_tables(const MatchReader& match, ReelWriter& into,
                                           const std::shared_ptr<std::vector<ViewerGap>>& gaps);
bool has_match_tables(const ReelReader& reel);
// The item types of these tables.
std::vector<std::string> match_table_types();
// Whether the statements may read them: their names are in it, or what lists tables, or what makes
// a query of a text. If not, they need not be made.
bool may_read_match_tables(std::string_view sql);
// visible: tick, time, viewer, type, id, name, own (the viewer's player); of characters: items with
//   a place and a player's name. missing: the same of all items that the union has and the viewer
//   was not sent, at ticks at which the viewer has a snapshot; with `character`.
// conflicts: tick, time, viewer, type, id, field, value, most; of all items.
// in_sight, out_of_sight: viewer, type, id, name, from_tick, to_tick, from_time, to_time,
// snapshots;
//   stretches of the viewer's snapshots, without a gap, in which the character is visible, or
//   missing.
// first_sights: of each kill whose killer is a viewer since when the victim was in sight, up to the
//   killer's last snapshot before it: tick, time, viewer, killer, killer_name, victim, victim_name,
//   weapon, seen_tick, seen_time, seconds; the last three null if the victim was not in sight then.
// Each with segment and file.
// `gaps`: a SELECT of viewer, from_tick, segment and file, see select_gaps().
std::vector<SqlView> match_table_views(const std::string& gaps);
// Those of one union; `file` as in its tables. `raw`: viewers are numbers there.
std::string select_gaps(const std::vector<ViewerGap>& gaps, const ReelReader& world,
                        const std::string& file, bool raw);

// What the union cannot say. Tables whose rows are of one client each and that tell nobody which:
// the union leaves them out or joins equal rows.
std::vector<std::string> tables_of_one_client(const Schema& world);
// Events in which nobody is named, whoever got them.
std::vector<std::string> tables_of_nobody(const Schema& world);
// The first of the tables that the statement reads; empty: none.
std::string find_table_read(std::string_view statement, const std::vector<std::string>& tables);

}  // namespace tickreel
