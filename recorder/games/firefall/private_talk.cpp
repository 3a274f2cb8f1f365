#include "recorder/games/firefall/private_talk.h"

#include <algorithm>

#include "tickreel/model/row.h"

namespace tickreel::firefall {

namespace {

// None (0, as our own server says), of the zone, of the community, of the zone in one language,
// said and yelled. The others are for some (3 team, 8 whisper, 9 army, 10 its officers, 12 squad,
// 13 platoon, 14 friends), or nobody knows for whom: 5 encounter, 11 debug, 15 and 16 SIN, 17
// admin, and what comes after.
constexpr std::int64_t kPublic[] = {0, 1, 2, 4, 6, 7};

std::optional<std::int64_t> channel_of(const ItemType& type, Row row) {
    const auto column = find_field(type, "Channel");
    if (!column) return std::nullopt;
    const Value value = read_field(type, row, *column);
    if (const auto* number = std::get_if<std::int64_t>(&value)) return *number;
    if (const auto* number = std::get_if<std::uint64_t>(&value))
        return static_cast<std::int64_t>(*number);
    return std::nullopt;
}

}  // namespace

bool is_private_talk(const ItemType& type, Row row) {
    // Those whose body could not be read have no channel, and end in "_bytes".
    constexpr std::string_view kTalk[] = {"Generic_ChatMessageList", "Generic_EncDebugChatMessage",
                                          "Character_PerformTextChat",
                                          "Character_SendMailToPlayer"};
    if (std::none_of(std::begin(kTalk), std::end(kTalk),
                     [&](std::string_view name) { return type.name.starts_with(name); }))
        return false;
    const auto channel = channel_of(type, row);
    return !channel ||
           std::find(std::begin(kPublic), std::end(kPublic), *channel) == std::end(kPublic);
}

}  // namespace tickreel::firefall
