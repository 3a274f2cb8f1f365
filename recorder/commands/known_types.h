#pragma once
// tickreel/model/known_types.h for a recording, and its game's types; empty where that is unknown.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "recorder/commands/command_line.h"
#include "recorder/commands/selection.h"
#include "tickreel/model/known_types.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

std::vector<ItemType> absent_types(const ReelReader& reel, std::string_view name,
                                   std::optional<TypeUse> preferred = std::nullopt);
// "has no item 'laser'"
std::string no_such_type(std::string_view name, TypeUse use);
// What is wrong with a name that neither the recording nor its game has: the closest that one of
// them has is suggested.
Error unknown_type(const ReelReader& reel, std::string_view name,
                   std::optional<TypeUse> preferred = std::nullopt);

std::vector<Schema> wider_schemas(const ReelReader& reel);

// select_types() of a recording: says on stderr which of the types it lacks, and shows none of
// them.
Result<Selection> select_types(const CommandLine& line, const std::string& path,
                               const ReelReader& reel, TypeUse use,
                               const std::vector<std::string>& types,
                               const std::vector<std::string>& fields);

}  // namespace tickreel
