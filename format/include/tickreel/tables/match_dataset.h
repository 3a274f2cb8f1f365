#pragma once
// One recording as a part of a dataset that grows by recordings: a folder of Parquet files whose
// names, columns and types are the same whatever else is in the dataset.
//   matches, players, snapshots, events, markers   the same columns for every game
//   PROTOCOL/TYPE                                   items and events as recorded
// Each has a column `match`. Times are UTC and say so; the key "tickreel" of each file describes
// its columns with units. A table without rows has no file.

#include "tickreel/tables/table_export.h"

namespace tickreel {

// The name of the server, "" if the recording does not say.
std::string server_of(const RecordingInfo& info);

// The database holds the recording alone; the folder is there and empty.
Result<void> export_dataset_match(TableDatabase& database, const std::string& folder,
                                  const std::string& match);

}  // namespace tickreel
