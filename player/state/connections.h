#pragma once
// The recordings of one imported capture, one for each connection; of a match file, one for each
// view and one for what all of them saw.

#include <optional>
#include <string>
#include <vector>

#include "tickreel/base/result.h"

namespace tickreel {

struct CapturedConnection {
    unsigned number = 1;   // as `tickreel import --connection` counts
    std::string path{};    // the first recording of it
    std::string player{};  // who was recorded, or "union"; "" if it does not say
};

// Of a recording that came of importing `source`; empty: it did not.
std::optional<unsigned> connection_number(const std::string& source, const std::string& recording);
// Which recording of `source` it is: "2", "2-map3", "9-union"; "" for the first.
std::string part_of_import(const std::string& source, const std::string& recording);
// Those beside `recording`, the result of importing `source`; ascending.
std::vector<CapturedConnection> captured_connections(const std::string& source,
                                                     const std::string& recording);
// The one with that number; the error names those that there are.
Result<CapturedConnection> choose_connection(const std::vector<CapturedConnection>& all,
                                             unsigned number);
// That of a view of a match file, as find_view() takes it; the union is behind the views.
Result<unsigned> view_number(const std::string& match_file, const std::string& typed);
// Which one is shown and how to see another; "" if there is only one.
std::string tell_connections(const std::vector<CapturedConnection>& all, unsigned shown);
// The same of a match file, whose views have the names that every command takes.
std::string tell_views(const std::string& match_file, unsigned shown);

}  // namespace tickreel
