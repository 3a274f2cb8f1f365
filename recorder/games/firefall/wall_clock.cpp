#include "recorder/games/firefall/wall_clock.h"

#include <algorithm>

namespace tickreel::firefall {

namespace {

constexpr WallClock kMicroseconds{std::chrono::microseconds(1), 64};
constexpr WallClock kMilliseconds{std::chrono::milliseconds(1), 32};
constexpr WallClock kShortMilliseconds{std::chrono::milliseconds(1), 16};
constexpr WallClock kSeconds{std::chrono::seconds(1), 32};

// Milliseconds, by their values; their names do not end as those of the others.
constexpr std::string_view kMoments[] = {"AbilityCooldownEndMs",
                                         "AvailableAt",
                                         "ClipEmptyBegin",
                                         "ClipEmptyEnd",
                                         "ForcedAt",
                                         "Time1",
                                         "Time2",
                                         "WeaponBurstCancelled",
                                         "WeaponBurstEnded",
                                         "WeaponBurstFired",
                                         "WeaponReloadCancelled",
                                         "WeaponReloaded"};

// Of these no recording tells whether they are times or durations, or in which unit.
constexpr std::string_view kUnclear[] = {"CombatTimer", "CountdownTime", "CountdownToTime",
                                         "LastClaimTime", "PingTime"};

bool is_one_of(std::span<const std::string_view> names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

// "StatusEffectsChangeTime" of "A.StatusEffectsChangeTime_12".
std::string_view last_name(std::string_view path) {
    path.remove_prefix(path.rfind('.') + 1);
    const std::size_t end = path.find_last_not_of("0123456789");
    const bool numbered = end != path.npos && end + 1 < path.size() && path[end] == '_';
    return numbered ? path.substr(0, end) : path;
}

}  // namespace

std::optional<WallClock> wall_clock(const Field& column) {
    const std::string_view name = last_name(column.name);
    if (column.kind == FieldKind::UInt64 && name.ends_with("Micro")) return kMicroseconds;
    if (column.kind != FieldKind::UInt32) return std::nullopt;
    if (is_one_of(kUnclear, name)) return WallClock{};
    if (name.starts_with("ShortTime") || name.ends_with("ShortTime") ||
        name.ends_with("ChangeTime"))
        return kShortMilliseconds;
    if (name.ends_with("Epoch")) return kSeconds;
    if (name.ends_with("Time") || is_one_of(kMoments, name)) return kMilliseconds;
    return std::nullopt;
}

}  // namespace tickreel::firefall
