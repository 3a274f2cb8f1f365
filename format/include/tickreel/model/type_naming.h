#pragma once
// How items of a game name types. Some servers number types as they come to need them, and send
// items that say which number is which type. A game tells what such an item says; types are found
// by their origins.

#include <optional>
#include <string>
#include <string_view>

#include "tickreel/model/snapshot.h"

namespace tickreel {

struct NamedType {
    std::string number{};  // the origin of the type that its items have until it is named
    std::string origin{};  // of the named type
};

struct TypeNaming {
    std::string_view type{};  // the name of the type whose items name others; "": there is none
    std::optional<NamedType> (*read)(EntityId entity, Row row) = nullptr;
};

}  // namespace tickreel
