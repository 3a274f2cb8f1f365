#pragma once
// The types of a recording for reading: like the Schema, but total. A damaged or foreign file may
// contain items whose type definition is lost; they get a nameless type and keep their words.

#include <map>
#include <vector>

#include "tickreel/model/row.h"
#include "tickreel/model/schema.h"

namespace tickreel {

class TypeTable {
public:
    explicit TypeTable(const Schema& schema);  // must outlive the book
    TypeTable(const TypeTable&) = delete;
    TypeTable& operator=(const TypeTable&) = delete;

    const RowReader& reader(TypeId id) const;
    const ItemType& operator[](TypeId id) const { return reader(id).type(); }

private:
    std::vector<RowReader> readers_;  // by TypeId
    mutable std::map<TypeId, ItemType> lost_;
    mutable std::map<TypeId, RowReader> lost_readers_;
};

}  // namespace tickreel
