#pragma once
// What the games of these recordings add to their tables.

#include <memory>
#include <vector>

#include "format/reel/reel_reader.h"
#include "format/tables/table_database.h"

namespace tickreel {

TableExtras table_extras(const std::vector<std::unique_ptr<ReelReader>>& reels);

}  // namespace tickreel
