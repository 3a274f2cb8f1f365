#include "tickreel/base/text.h"

#include <algorithm>

#include "tickreel/base/concat.h"

namespace tickreel {

bool same_but_case(std::string_view a, std::string_view b) {
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(),
        [](char x, char y) { return ascii_lower(x) == ascii_lower(y); });
}

std::string with_spaces(std::string name) {
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
}

std::string group_digits(std::string digits) {
    const std::size_t first = digits.starts_with('-') ? 1 : 0;
    for (std::size_t at = digits.size(); at > first + 3;) {
        at -= 3;
        digits.insert(at, " ");
    }
    return digits;
}

std::string plural(std::uint64_t count, std::string_view word) {
    return concat(count, ' ', word, count == 1 ? "" : "s");
}

}  // namespace tickreel
