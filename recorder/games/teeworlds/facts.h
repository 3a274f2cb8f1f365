#pragma once
// Declarations of item and message types: constexpr facts, one line per field. item_type() in
// schema_fields.h turns facts into a type of the model. Sources of the numbers: the published 0.6
// and DDNet network tables; units: 32 world units = one tile, 50 ticks = 1 s.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "tickreel/model/schema.h"

namespace tickreel::teeworlds {

struct ValueName {
    std::int64_t value = 0;
    std::string_view name{};
};
using ValueNames = std::span<const ValueName>;

enum class FactKind : std::uint8_t {
    Int,
    Bool,
    Tick,
    Enum,
    Flags,
    PackedText,  // items only: `count` words
    String,      // messages only: bytes up to a NUL
    Raw,         // messages only: `count` bytes
};

struct FieldFact {
    std::string_view name{};
    FactKind kind = FactKind::Int;
    Roles roles{};
    double scale = 1.0;
    std::string_view unit{};
    ValueNames values{};
    std::uint16_t count = 1;  // PackedText: words; Raw: bytes; else the length of an array
    bool optional = false;    // messages only: later servers added it at the end
    // Items only: the word that stands for "not sent" or "never set", where the field so called
    // has it too ("" = the word alone says so).
    std::optional<Word> sentinel{};
    std::string_view sentinel_with{};
};
using FieldFacts = std::span<const FieldFact>;

inline constexpr double kDegreesPer256thRadian = 57.29577951308232 / 256.0;

constexpr FieldFact number(std::string_view name, Roles roles = {}) {
    return {.name = name, .roles = roles};
}
constexpr FieldFact measure(std::string_view name, Roles roles, double scale,
                            std::string_view unit) {
    return {.name = name, .roles = roles, .scale = scale, .unit = unit};
}
constexpr FieldFact distance(std::string_view name, Roles roles = {}) {
    return measure(name, roles, 1.0, "unit");
}
constexpr FieldFact angle(std::string_view name) {
    return measure(name, Role::Angle, kDegreesPer256thRadian, "deg");
}
constexpr FieldFact boolean(std::string_view name) {
    return {.name = name, .kind = FactKind::Bool};
}
constexpr FieldFact tick(std::string_view name, Roles roles = {}) {
    return {.name = name, .kind = FactKind::Tick, .roles = roles};
}
constexpr FieldFact choice(std::string_view name, ValueNames values, Roles roles = {}) {
    return {.name = name, .kind = FactKind::Enum, .roles = roles, .values = values};
}
constexpr FieldFact flags(std::string_view name, ValueNames values) {
    return {.name = name, .kind = FactKind::Flags, .values = values};
}
constexpr FieldFact packed_text(std::string_view name, std::uint16_t words, Roles roles = {}) {
    return {.name = name, .kind = FactKind::PackedText, .roles = roles, .count = words};
}
constexpr FieldFact text(std::string_view name, Roles roles = {}) {
    return {.name = name, .kind = FactKind::String, .roles = roles};
}
constexpr FieldFact raw(std::string_view name, std::uint16_t bytes) {
    return {.name = name, .kind = FactKind::Raw, .count = bytes};
}
// The number of a player.
constexpr FieldFact player(std::string_view name, Roles roles = Role::Owner) {
    return number(name, roles);
}
constexpr FieldFact optional(FieldFact fact) {
    fact.optional = true;
    return fact;
}
// Servers send health, armour and ammo of a tee only to its own player and that player's
// spectators, and 0 to everybody else. A living tee has at least 1 health and a dead one has no
// item, so health 0 always means "not sent", and so do armour and ammo 0 next to it. (Nonzero ammo
// there is DDNet's: a tick, for 0.7 clients.) True for all our recordings of real servers: no tee
// with health 0 has armour, and in recordings made by servers no tee has health 0.
constexpr FieldFact hidden(FieldFact fact) {
    fact.sentinel = 0;
    fact.sentinel_with = "health";
    return fact;
}
// DDNet's mark of what was never set.
constexpr FieldFact unset(FieldFact fact, Word word = -1) {
    fact.sentinel = word;
    return fact;
}
constexpr FieldFact array(FieldFact fact, std::uint16_t count) {
    fact.count = count;
    return fact;
}

}  // namespace tickreel::teeworlds
