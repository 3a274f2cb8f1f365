#pragma once
// The tokens of a query. Columns count bytes from 1.

#include <string>
#include <string_view>
#include <vector>

#include "tickreel/base/result.h"

namespace tickreel {

struct QueryWord {
    enum class Kind { Name, Quoted, Text, Number, Sign, End };
    Kind kind = Kind::End;
    std::string text{};  // without quotes; an operator as typed
    std::size_t column = 0;
};

// Ends with a token of kind End. A Name is letters, digits and _; a name in back quotes may contain
// anything; text is in double quotes, with \" and \\ inside.
Result<std::vector<QueryWord>> split_query(std::string_view text);

// Needs no back quotes: a Name that is not a keyword.
bool is_plain_name(std::string_view name);
// The name as a query writes it.
std::string name_text(std::string_view name);

}  // namespace tickreel
