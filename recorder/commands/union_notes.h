#pragma once
// What a recording that is the union of views (see union_property.h) does not tell, and the line
// that says so.

#include <string>
#include <string_view>
#include <vector>

#include "recorder/commands/command_line.h"
#include "tickreel/reel/match_reader.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

bool is_union(const ReelReader& reel);
// What each client sends, answers to it, and what the recorder noted of its connection: the union
// leaves such events out (one of an earlier version may have them, and does not tell whose they
// are).
bool is_of_one_client(const ItemType& type);
std::vector<TypeId> types_of_one_client(const Schema& schema);

// One line if the recording is a union and `asked`, types of its schema, has such events.
void warn_of_union(const CommandLine& line, const std::string& path, const ReelReader& reel,
                   const std::vector<TypeId>& asked);
// The same of the types that a query names.
void warn_of_union(const CommandLine& line, const std::string& path, const ReelReader& reel,
                   std::string_view query);

// One line about a match file: for which of its views, of these names, the server numbers the
// players otherwise, and what follows. "" if there are none.
std::vector<std::uint64_t> numbered_apart(const RecordingInfo& info);
std::string numbered_apart_note(const RecordingInfo& info, const std::vector<std::string>& names);
std::string numbered_apart_note(const MatchReader& match);
// For who reads the union: it has everything twice then, and so has every answer about it.
void warn_numbered_apart(const CommandLine& line, const std::string& path, const std::string& note);

}  // namespace tickreel
