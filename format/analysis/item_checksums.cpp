#include "tickreel/analysis/item_checksums.h"

#include "tickreel/model/row.h"

namespace tickreel {
namespace {

constexpr std::int64_t kMismatch = 2;

}  // namespace

bool has_item_checksums(const Schema& schema) {
    return checksum_scope(schema) == ChecksumScope::Item;
}

std::vector<ItemKey> failed_items(const Schema& schema, const Snapshot& snapshot) {
    std::vector<ItemKey> found;
    for (TypeId id = 0; id < schema.size(); ++id) {
        const auto field = find_role(schema[id], Role::Checksum);
        for (std::size_t i = field ? snapshot.lower_bound({id, 0}) : snapshot.size();
             i < snapshot.size() && snapshot[i].key.type == id; ++i) {
            const Value value = read_field(schema[id], snapshot[i].row, *field);
            const auto* number = std::get_if<std::int64_t>(&value);
            if (number != nullptr && *number == kMismatch) found.push_back(snapshot[i].key);
        }
    }
    return found;
}

}  // namespace tickreel
