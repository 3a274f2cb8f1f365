#pragma once
// The item types and fields to show: --types A,B and --fields x,y resolved in a schema.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/base/result.h"
#include "tickreel/model/schema.h"

namespace tickreel {

struct SelectedType {
    bool shown = false;
    std::vector<std::size_t> fields{};  // indices into ItemType::fields, in schema order
};

struct Selection {
    std::vector<SelectedType> types{};  // by TypeId
    SelectedType lost{};                // types missing from the schema

    const SelectedType& operator[](TypeId id) const { return id < types.size() ? types[id] : lost; }
};

// find_type_named() with an error that also says where all names are listed.
Result<TypeId> find_typed(const Schema& schema, std::string_view name,
                          std::optional<TypeUse> preferred = std::nullopt);

// Empty lists mean all; a field is `x` of each type or `Character.x` of one. With names in
// `fields`, types without any of them are not shown. An unknown name is an error that says where
// the names are listed.
Result<Selection> select_types(const Schema& schema, TypeUse use,
                               const std::vector<std::string>& types,
                               const std::vector<std::string>& fields);

}  // namespace tickreel
