#pragma once
// What a game has and a recording of it may lack: a type that is known here, and not in the
// recording, did not occur in it. That is an answer; only what nobody knows is a mistake.

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "tickreel/model/schema.h"

namespace tickreel {

struct KnownTypes {
    Schema types{};         // of a game, the usual ones first
    std::size_t usual = 0;  // so many of them recordings usually have
};

// The types that the name stands for where `own`, a recording's schema, has none of it: one, or
// those of a class of events ("vote"). Empty: it has one, or nobody knows the name.
std::vector<ItemType> absent_types(const Schema& own, const KnownTypes& known,
                                   std::string_view name,
                                   std::optional<TypeUse> preferred = std::nullopt);

// For find_hits(): `own` with the usual types behind, and an event of each class; and the same with
// all types. The first is asked first: there, more fields are of one type only.
std::vector<Schema> wider_schemas(const Schema& own, const KnownTypes& known);

}  // namespace tickreel
