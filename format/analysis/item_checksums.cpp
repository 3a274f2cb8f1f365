#include "tickreel/analysis/item_checksums.h"

#include <algorithm>

#include "tickreel/model/row.h"

namespace tickreel {
namespace {

struct ChecksumField {
    std::size_t index = 0;
    std::int64_t mismatch = 0;
};

std::optional<ChecksumField> checksum_field(const ItemType& type) {
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
        const Field& field = type.fields[i];
        const auto value = [&field](std::string_view name) {
            return std::find_if(field.values.begin(), field.values.end(),
                                [name](const NamedValue& named) { return named.name == name; });
        };
        const auto mismatch = value("mismatch");
        if (field.name == "Checksum" && field.kind == FieldKind::Enum &&
            mismatch != field.values.end() && value("ok") != field.values.end()) {
            return ChecksumField{i, mismatch->value};
        }
    }
    return {};
}

}  // namespace

bool has_item_checksums(const Schema& schema) {
    const auto& types = schema.types();
    return std::any_of(types.begin(), types.end(),
                       [](const ItemType& type) { return checksum_field(type).has_value(); });
}

std::vector<ItemKey> failed_items(const Schema& schema, const Snapshot& snapshot) {
    std::vector<ItemKey> found;
    for (TypeId id = 0; id < schema.size(); ++id) {
        const auto field = checksum_field(schema[id]);
        for (std::size_t i = field ? snapshot.lower_bound({id, 0}) : snapshot.size();
             i < snapshot.size() && snapshot[i].key.type == id; ++i) {
            const Value value = read_field(schema[id], snapshot[i].row, field->index);
            const auto* number = std::get_if<std::int64_t>(&value);
            if (number != nullptr && *number == field->mismatch) {
                found.push_back(snapshot[i].key);
            }
        }
    }
    return found;
}

}  // namespace tickreel
