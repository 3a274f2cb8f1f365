#pragma once
// Converts a Character item between its row and a core. Works with the types of every protocol
// version: fields are found by name. A type that lacks a field of the core has no layout.

#include <array>
#include <optional>

#include "tickreel/games/teeworlds/character_core.h"
#include "tickreel/model/schema.h"

namespace tickreel::teeworlds {

class CharacterLayout {
public:
    static std::optional<CharacterLayout> of(const ItemType& type);

    // False for rows that are too short for the core.
    bool whole(Row row) const { return row.size() >= words_; }
    Tick tick(Row row) const { return row[tick_]; }
    // The words of a core in protocol order: x, y, vel_x, vel_y, angle, direction, jumped,
    // hooked_player, hook_state, hook_tick, hook_x, hook_y, hook_dx, hook_dy.
    static constexpr std::size_t kCoreWords = 14;
    using CoreWords = std::array<Word, kCoreWords>;
    CoreWords core_words(Row row) const;
    // Writes the core and its tick into a row of this type.
    void put(const CoreWords& words, Tick tick, std::span<Word> row) const;

private:
    std::size_t tick_ = 0;
    std::array<std::size_t, kCoreWords> places_{};
    std::size_t words_ = 0;
};

CharacterCore core_of(const CharacterLayout::CoreWords& words);
CharacterLayout::CoreWords words_of(const CharacterCore& core);

}  // namespace tickreel::teeworlds
