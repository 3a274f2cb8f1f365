#include "recorder/games/teeworlds/snapshot_image.h"

#include <algorithm>
#include <set>

namespace tickreel::teeworlds {

std::vector<std::int32_t> write_snapshot_image(const WireSnapshot& snapshot) {
    const std::size_t count = snapshot.num_items();
    std::vector<std::int32_t> image{
        static_cast<std::int32_t>((count + snapshot.word_count()) * sizeof(std::int32_t)),
        static_cast<std::int32_t>(count)};
    std::size_t offset = 0;
    for (std::size_t i = 0; i < count; ++i) {
        image.push_back(static_cast<std::int32_t>(offset));
        offset += (1 + snapshot.get_item(i).ints.size()) * sizeof(std::int32_t);
    }
    for (std::size_t i = 0; i < count; ++i) {
        const SnapItem item = snapshot.get_item(i);
        image.push_back(static_cast<std::int32_t>(make_key(item.type, item.id)));
        image.insert(image.end(), item.ints.begin(), item.ints.end());
    }
    return image;
}

Result<WireSnapshot> read_snapshot_image(std::span<const std::int32_t> ints) {
    if (ints.size() < 2) return fail("a snapshot of ", ints.size(), " ints");
    const std::int64_t data_ints = std::int64_t{ints[0]} / 4;
    const std::int64_t count = ints[1];
    const auto available = static_cast<std::int64_t>(ints.size()) - 2;
    if (ints[0] < 0 || ints[0] % 4 != 0 || count < 0 || count > available ||
        data_ints > available - count)
        return fail("a snapshot says ", count, " items in ", ints[0], " bytes, but has ", available,
                    " ints");
    const auto offsets = ints.subspan(2, static_cast<std::size_t>(count));
    const auto items =
        ints.subspan(2 + static_cast<std::size_t>(count), static_cast<std::size_t>(data_ints));
    SnapBuilder builder;
    builder.begin();
    std::set<SnapKey> seen;
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        const std::int64_t begin = offsets[i];
        const std::int64_t end = i + 1 < offsets.size() ? offsets[i + 1] : ints[0];
        if (begin < 0 || begin % 4 != 0 || end % 4 != 0 || end < begin + 4 || end > ints[0])
            return fail("item ", i, " of a snapshot lies at bytes ", begin, " to ", end, " of ",
                        ints[0]);
        const auto item = items.subspan(static_cast<std::size_t>(begin / 4),
                                        static_cast<std::size_t>((end - begin) / 4));
        const auto key = static_cast<SnapKey>(item[0]);
        const auto data = item.subspan(1);
        const auto target = builder.new_item(key_type(key), key_id(key), data.size());
        if (!seen.insert(key).second) continue;
        if (!target)
            return fail("item ", i, " of a snapshot (type ", key_type(key), ") breaks a limit");
        std::copy(data.begin(), data.end(), target->begin());
    }
    return builder.end();
}

}  // namespace tickreel::teeworlds
