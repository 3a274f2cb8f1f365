#include "tickreel/model/told_finish.h"

#include <algorithm>

namespace tickreel {

namespace {

// Takes it from the beginning of what is left.
bool take(std::string_view& left, std::string_view what) {
    if (!left.starts_with(what)) return false;
    left.remove_prefix(what.size());
    return true;
}

bool take_digits(std::string_view& left) {
    const std::size_t digits = std::min(left.find_first_not_of("0123456789"), left.size());
    left.remove_prefix(digits);
    return digits > 0;
}

// "%d minute(s) %5.2f second(s)", or in older races three decimals and perhaps no minutes.
bool is_time(std::string_view left) {
    if (std::string_view minutes = left; take_digits(minutes) && take(minutes, " minute")) {
        take(minutes, "(s)");
        if (!take(minutes, " ")) return false;
        left = minutes;
    }
    while (take(left, " ")) {
    }
    if (!take_digits(left) || !take(left, ".") || !take_digits(left)) return false;
    return left == " second(s)";
}

}  // namespace

bool finishes_in_chat(const Schema& schema) {
    return std::none_of(
        schema.types().begin(), schema.types().end(),
        [](const ItemType& type) {
            return type.event_class == EventClass::Race && find_role(type, Role::Owner);
        });
}

// A name may contain the words, a time not.
std::optional<ToldFinish> told_finish(std::string_view line) {
    constexpr std::string_view kFinished = " finished in: ";
    const std::size_t at = line.rfind(kFinished);
    if (at == std::string_view::npos || !is_time(line.substr(at + kFinished.size())))
        return std::nullopt;
    return ToldFinish{line.substr(0, at), line.substr(at + 1)};
}

}  // namespace tickreel
