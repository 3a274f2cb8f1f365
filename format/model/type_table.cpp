#include "tickreel/model/type_table.h"

#include "tickreel/base/concat.h"

namespace tickreel {

TypeTable::TypeTable(const Schema& schema) {
    readers_.reserve(schema.size());
    for (const ItemType& type : schema.types()) readers_.emplace_back(type);
}

const RowReader& TypeTable::reader(TypeId id) const {
    if (id < readers_.size()) return readers_[id];
    const auto known = lost_readers_.find(id);
    if (known != lost_readers_.end()) return known->second;
    ItemType& type = lost_[id];
    type.name = concat("lost type ", id);
    type.known = false;
    return lost_readers_.emplace(id, RowReader(type)).first->second;
}

}  // namespace tickreel
