#include "player/state/command.h"

#include <array>
#include <utility>

namespace tickreel {
namespace {

template <std::size_t Place>
std::shared_ptr<const AnyCommand> taken_at(void* from) {
    using One = std::variant_alternative_t<Place, AnyCommand>;
    return std::make_shared<const AnyCommand>(std::in_place_index<Place>,
                                              std::move(*static_cast<One*>(from)));
}

template <std::size_t... Place>
constexpr auto takers(std::index_sequence<Place...>) {
    return std::array{taken_at<Place>...};
}

}  // namespace

std::shared_ptr<const AnyCommand> Command::taken(std::size_t place, void* from) {
    static constexpr auto kTakers =
        takers(std::make_index_sequence<std::variant_size_v<AnyCommand>>());
    return kTakers[place](from);
}

}  // namespace tickreel
