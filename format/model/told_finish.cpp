#include "tickreel/model/told_finish.h"

#include <algorithm>

namespace tickreel {

bool finishes_in_chat(const Schema& schema) {
    return std::none_of(
        schema.types().begin(), schema.types().end(),
        [](const ItemType& type) {
            return type.event_class == EventClass::Race && find_role(type, Role::Owner);
        });
}

std::optional<ToldFinish> told_finish(std::string_view line) {
    const std::size_t at = line.find(" finished in: ");
    if (at == std::string_view::npos) return std::nullopt;
    return ToldFinish{line.substr(0, at), line.substr(at + 1)};
}

}  // namespace tickreel
