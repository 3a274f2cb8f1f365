#include "demos/match/net/improper_items.h"

#include <algorithm>
#include <array>

#include "demos/match/net/game_messages.h"

namespace tickreel::match {
namespace {

// As the original clients check them, with DDNet's number of players.
struct Range {
    int type = 0;
    std::size_t field = 0;
    std::int32_t least = 0;
    std::int32_t most = 0;
};

constexpr std::int32_t kMostCarrier = 127;
constexpr std::int32_t kLeastCarrier = -3;  // missing
constexpr std::int32_t kMostHealth = 10;
constexpr std::int32_t kLeastHookState = -1;
constexpr std::int32_t kMostHookState = 5;

constexpr std::array<Range, 5> ranges_of(const Numbers& numbers, bool is_07) {
    const int carriers = is_07 ? int{kItemGameDataFlag} : numbers.game_data;
    const std::size_t carrier = is_07 ? 0 : 2;
    const std::size_t health = character_field::kHealth - (is_07 ? 1U : 0U);
    return {{{numbers.character, character_field::kHookState, kLeastHookState, kMostHookState},
             {numbers.character, health, 0, kMostHealth},
             {kItemFlag, kFlagTeam, 0, 1},
             {carriers, carrier, kLeastCarrier, kMostCarrier},
             {carriers, carrier + 1, kLeastCarrier, kMostCarrier}}};
}

bool is_improper(const teeworlds::SnapItem& item, const Range& range) {
    if (item.type != range.type) return false;
    if (item.ints.size() <= range.field) return true;
    const std::int32_t value = item.ints[range.field];
    return value < range.least || value > range.most;
}

}  // namespace

std::vector<std::size_t> improper_items(const teeworlds::WireSnapshot& snapshot,
                                        teeworlds::Protocol protocol) {
    const auto ranges = ranges_of(numbers_of(protocol), protocol == teeworlds::Protocol::V07);
    std::vector<std::size_t> improper;
    for (std::size_t i = 0; i < snapshot.num_items(); ++i)
        if (std::any_of(ranges.begin(), ranges.end(), [&](const Range& range) {
                return is_improper(snapshot.get_item(i), range);
            }))
            improper.push_back(i);
    return improper;
}

}  // namespace tickreel::match
