#pragma once
// Access to items of one type by field name, for any version of the protocol. Values are as stored,
// without scaling.

#include <optional>
#include <string>
#include <string_view>

#include "player/draw/geometry.h"
#include "tickreel/model/row.h"
#include "tickreel/model/snapshot.h"

namespace tickreel::teeworlds_art {

class Items {
public:
    // Keeps a reference to the schema.
    Items(const Schema& schema, std::string_view type_name) : id_(schema.find(type_name)) {
        if (id_) reader_.emplace(schema[*id_]);
    }

    bool exist() const { return id_.has_value(); }
    bool has(std::string_view field) const {
        return reader_ && find_field(reader_->type(), field).has_value();
    }
    ItemKey key(EntityId entity) const { return {id_.value_or(0), entity}; }
    // The row of an entity; empty if the type or the entity does not exist.
    std::optional<Row> find(const Snapshot& snapshot, EntityId entity) const {
        return id_ ? snapshot.find(key(entity)) : std::nullopt;
    }

    // Returns `absent` if the type has no such field, or the row is too short.
    int number(Row row, std::string_view field, int absent = 0) const;
    std::string text(Row row, std::string_view field) const;
    Vec2 point(Row row, std::string_view x = "x", std::string_view y = "y") const;

    template <class Visit>  // visit(entity, row)
    void each(const Snapshot& snapshot, Visit visit) const {
        if (!id_) return;
        for (std::size_t i = snapshot.lower_bound({*id_, 0}); i < snapshot.size(); ++i) {
            const Item item = snapshot[i];
            if (item.key.type != *id_) return;
            visit(item.key.entity, item.row);
        }
    }

private:
    std::optional<TypeId> id_;
    std::optional<RowReader> reader_;
};

}  // namespace tickreel::teeworlds_art
