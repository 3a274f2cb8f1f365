#include "recorder/games/firefall/view_sums.h"

#include <algorithm>

#include "recorder/games/firefall/view.h"

namespace tickreel::firefall {

namespace {

// Most rows are the same as a second ago: their sums are kept.
class ViewChecker final : public PartChecker {
public:
    ViewChecker(const ProtocolLayout& protocol, const Schema& schema)
        : schema_(schema), shapes_(protocol) {}

    std::optional<PartCheck> add(const Frame& frame) override {
        for (const Event& event : frame.events) {
            if (schema_[event.type].name != kChecksumTotalEvent) continue;
            const auto stored = unpack_row(checksum_total_type(), event.row);
            if (!stored) continue;
            const ViewSums told{static_cast<std::uint32_t>((*stored)[0].bits),
                                static_cast<std::uint32_t>((*stored)[1].bits)};
            return PartCheck{told.views, told == sums_of(frame.snapshot)};
        }
        return std::nullopt;
    }

private:
    struct Known {
        std::vector<Word> row{};
        std::optional<std::uint32_t> sum{};  // empty: not confirmed
    };

    ViewSums sums_of(const Snapshot& snapshot) {
        ViewSums sums;
        for (const Item item : snapshot) {
            const ViewShape* shape = shapes_.find(schema_[item.key.type]);
            if (shape == nullptr) continue;
            Known& known = known_[item.key];
            if (!std::equal(known.row.begin(), known.row.end(), item.row.begin(), item.row.end())) {
                known.row.assign(item.row.begin(), item.row.end());
                const auto view = View::from_row(*shape, item.row);
                known.sum.reset();
                if (view && view->is_confirmed()) known.sum = view->checksum();
            }
            if (!known.sum) continue;
            ++sums.views;
            sums.sum += *known.sum;
        }
        return sums;
    }

    const Schema& schema_;
    ViewShapes shapes_;
    std::map<ItemKey, Known> known_;
};

}  // namespace

const ItemType& checksum_total_type() {
    static const ItemType kType{.name = std::string(kChecksumTotalEvent),
                                .origin = "total",
                                .use = TypeUse::Event,
                                .fields = {{.name = "Views", .kind = FieldKind::UInt32},
                                           {.name = "Sum", .kind = FieldKind::UInt32}},
                                .event_class = EventClass::Transport};
    return kType;
}

std::vector<Word> checksum_total_row(const ViewSums& sums) {
    return pack_row(checksum_total_type(), {{.bits = sums.views}, {.bits = sums.sum}});
}

std::unique_ptr<PartChecker> make_view_checker(const Schema& schema, std::string_view protocol) {
    const ProtocolLayout* layout = find_protocol(protocol);
    if (layout == nullptr) return nullptr;
    return std::make_unique<ViewChecker>(*layout, schema);
}

}  // namespace tickreel::firefall
