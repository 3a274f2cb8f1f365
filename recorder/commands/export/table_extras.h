#pragma once
// The SQL views and tables that the games of these recordings add.

#include <span>

#include "tickreel/tables/table_database.h"

namespace tickreel {

// A view that several games have has the rows of all, each game's of its recordings.
TableExtras table_extras(std::span<const ReelFile> files);

}  // namespace tickreel
