#include "tickreel/games/teeworlds/character_row.h"

#include <algorithm>
#include <string_view>

#include "tickreel/model/row.h"

namespace tickreel::teeworlds {
namespace {

constexpr std::array<std::string_view, CharacterLayout::kCoreWords> kNames{
    "x",         "y",      "vel_x",         "vel_y",      "angle",
    "direction", "jumped", "hooked_player", "hook_state", "hook_tick",
    "hook_x",    "hook_y", "hook_dx",       "hook_dy"};

// The index of a field's word, if the field is a single word that is always present.
std::optional<std::size_t> word_of(const ItemType& type, std::string_view name) {
    const auto field = find_field(type, name);
    if (!field || type.fields[*field].nullable) return {};
    const FieldPlace place = field_places(type)[*field];
    return place.words == 1 ? std::optional(place.slot) : std::nullopt;
}

Vec point(Word x, Word y, float steps) {
    return {static_cast<float>(x) / steps, static_cast<float>(y) / steps};
}

}  // namespace

std::optional<CharacterLayout> CharacterLayout::of(const ItemType& type) {
    CharacterLayout layout;
    const auto tick = word_of(type, "tick");
    if (!tick) return {};
    layout.tick_ = *tick;
    layout.words_ = *tick + 1;
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        const auto place = word_of(type, kNames[i]);
        if (!place) return {};
        layout.places_[i] = *place;
        layout.words_ = std::max(layout.words_, *place + 1);
    }
    return layout;
}

CharacterLayout::CoreWords CharacterLayout::core_words(Row row) const {
    CoreWords words{};
    for (std::size_t i = 0; i < kCoreWords; ++i) words[i] = row[places_[i]];
    return words;
}

void CharacterLayout::put(const CoreWords& words, Tick tick, std::span<Word> row) const {
    for (std::size_t i = 0; i < kCoreWords; ++i) row[places_[i]] = words[i];
    row[tick_] = static_cast<Word>(tick);
}

CharacterCore core_of(const CharacterLayout::CoreWords& w) {
    CharacterCore core;
    core.position = point(w[0], w[1], 1.0F);
    core.velocity = point(w[2], w[3], kWireSpeed);
    core.angle = w[4];
    core.direction = w[5];
    core.jumped = w[6];
    core.hooked_player = w[7];
    core.hook_state = w[8];
    core.hook_tick = w[9];
    core.hook_position = point(w[10], w[11], 1.0F);
    core.hook_direction = point(w[12], w[13], kWireSpeed);
    return core;
}

CharacterLayout::CoreWords words_of(const CharacterCore& core) {
    return {to_int(core.position.x),
            to_int(core.position.y),
            to_int(core.velocity.x * kWireSpeed),
            to_int(core.velocity.y * kWireSpeed),
            core.angle,
            core.direction,
            core.jumped,
            core.hooked_player,
            core.hook_state,
            core.hook_tick,
            to_int(core.hook_position.x),
            to_int(core.hook_position.y),
            to_int(core.hook_direction.x * kWireSpeed),
            to_int(core.hook_direction.y * kWireSpeed)};
}

}  // namespace tickreel::teeworlds
