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

std::string with_named_later(std::string_view list, std::string_view types) {
    std::string all(list);
    for (bool more = !types.empty(); more;) {
        const std::size_t end = types.find(kBetween);
        const std::string_view type = types.substr(0, end);
        if (!lists(all, type)) all = concat(all, all.empty() ? "" : kBetween, type);
        more = end != std::string_view::npos;
        if (more) types.remove_prefix(end + kBetween.size());
    }
    return all;
}

bool is_named_later(const std::map<std::string, std::string>& properties, std::string_view type) {
    const auto found = properties.find(std::string(kNamedLater));
    return found != properties.end() && lists(found->second, type);
}

}  // namespace tickreel
