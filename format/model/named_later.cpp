#include "tickreel/model/named_later.h"

#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

constexpr std::string_view kBetween = ", ";

bool lists(std::string_view list, std::string_view type) {
    for (bool more = true; more;) {
        const std::size_t end = list.find(kBetween);
        if (list.substr(0, end) == type) return true;
        more = end != std::string_view::npos;
        if (more) list.remove_prefix(end + kBetween.size());
    }
    return false;
}

}  // namespace

std::string with_named_later(std::string_view list, std::string_view type) {
    if (lists(list, type)) return std::string(list);
    return concat(list, list.empty() ? "" : kBetween, type);
}

bool is_named_later(const std::map<std::string, std::string>& properties, std::string_view type) {
    const auto found = properties.find(std::string(kNamedLater));
    return found != properties.end() && lists(found->second, type);
}

}  // namespace tickreel
