#include "format/tables/wide_numbers.h"

#include <algorithm>
#include <set>

namespace tickreel {

// Names of fields are followed by a space.
std::string with_wide_as_text(const std::string& type) {
    static const std::set<std::string> kWide{"BIGINT", "UBIGINT", "HUGEINT", "UHUGEINT"};
    std::string text;
    char quote = 0;
    for (std::size_t i = 0; i < type.size();) {
        std::size_t end = i;
        while (quote == 0 && end < type.size() && type[end] >= 'A' && type[end] <= 'Z') ++end;
        const std::string word = type.substr(i, std::max<std::size_t>(end - i, 1));
        const bool is_type = end == type.size() || type[end] != ' ';
        if (word == "'" || word == "\"")
            quote = quote == 0 ? word[0] : quote == word[0] ? '\0' : quote;
        text += is_type && kWide.contains(word) ? "VARCHAR" : word;
        i += word.size();
    }
    return text;
}

}  // namespace tickreel
