#pragma once
// The SQL views and tables that the games of these recordings add.

#include <memory>
#include <vector>

#include "tickreel/reel/reel_reader.h"
#include "tickreel/tables/table_database.h"

namespace tickreel {

TableExtras table_extras(const std::vector<std::unique_ptr<ReelReader>>& reels);

}  // namespace tickreel
