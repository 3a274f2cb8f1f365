#include "tickreel/model/type_table.h"

namespace tickreel {

TypeTable::TypeTable(const Schema& schema) {
    readers_.reserve(schema.size());
    for (const ItemType& type : schema.types()) readers_.emplace_back(type);
}

const RowReader& TypeTable::reader(TypeId id) const {
    if (id < readers_.size()) return readers_[id];
    const auto known = lost_readers_.find(id);
    if (known != lost_readers_.end()) return known->second;
    const ItemType& type = lost_.emplace(id, lost_type(id)).first->second;
    return lost_readers_.emplace(id, RowReader(type)).first->second;
}

}  // namespace tickreel
