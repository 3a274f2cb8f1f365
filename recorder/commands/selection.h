#pragma once
// Which item types and fields a verb shows: --types A,B and --fields x,y against a schema.

#include <optional>
#include <string>
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
    SelectedType lost{};                // types that the schema does not have

    const SelectedType& operator[](TypeId id) const { return id < types.size() ? types[id] : lost; }
};

// find_type_named() with where all the names are at the end of its error.
Result<TypeId> find_typed(const Schema& schema, std::string_view name,
                          std::optional<TypeUse> preferred = std::nullopt);

// Empty lists mean all. With names in `fields`, a type that has none of them is not
// shown. A name that nothing bears is an error that says where the names are.
Result<Selection> select_types(const Schema& schema, TypeUse use,
                               const std::vector<std::string>& types,
                               const std::vector<std::string>& fields);

}  // namespace tickreel
