#include "recorder/games/teeworlds/demo_items.h"

#include <algorithm>

#include "recorder/games/teeworlds/schema_fields.h"
#include "tickreel/model/row.h"

namespace tickreel::teeworlds {

namespace {

constexpr std::string_view kGameInfo = "Sv_GameInfo";

ItemType type_of_07(std::string_view name) {
    const auto types = item_types_07();
    return item_type(*std::find_if(types.begin(), types.end(),
                                   [&](const ItemFacts& facts) { return facts.name == name; }));
}

// All its numbers; short if one is missing.
std::vector<Word> numbers_of(const ItemType& type, Row row) {
    std::vector<Word> numbers;
    for (std::size_t field = 0; field < type.fields.size(); ++field) {
        const std::optional<double> number = as_number(read_field(type, row, field));
        if (number) numbers.push_back(static_cast<Word>(*number));
    }
    return numbers;
}

void add_item(std::string_view name, const std::vector<Word>& row, Schema& schema,
              SnapshotBuilder& builder) {
    if (row.empty()) return;
    const std::optional<TypeId> known = schema.find(name);
    builder.set({known ? *known : schema.add(type_of_07(name)), 0}, row);
}

}  // namespace

ItemType DemoItems::type_in_demo(const ItemType& type) {
    return type.derived && type.name == "De_ClientInfo" ? type_of_07(type.name) : type;
}

bool DemoItems::are_in(const Schema& schema) {
    return schema.find(kGameInfo).has_value();
}

void DemoItems::take(const Event& event, const Schema& schema) {
    const ItemType& type = schema[event.type];
    if (type.name == kGameInfo) game_info_ = numbers_of(type, event.row);
    // DDNet sends more of them to clients of 0.7; an item has those of the game.
    constexpr std::size_t kTunings = 32;
    if (type.name != "Sv_TuneParams") return;
    tuning_ = numbers_of(type, event.row);
    tuning_.resize(std::min(tuning_.size(), kTunings));
}

Snapshot DemoItems::complete(const Frame& frame, Schema& schema) {
    for (const Event& event : frame.events) take(event, schema);
    SnapshotBuilder builder(frame.snapshot);
    add_item("De_GameInfo", game_info_, schema, builder);
    add_item("De_TuneParams", tuning_, schema, builder);
    return builder.build();
}

}  // namespace tickreel::teeworlds
