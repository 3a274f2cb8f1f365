#pragma once
// A Character item as the words of its row, and as a core. Types of all versions of the protocol:
// fields are found by name. A type that lacks a field of the core has no layout.

#include <array>
#include <optional>

#include "tickreel/games/teeworlds/character_core.h"
#include "tickreel/model/schema.h"

namespace tickreel::teeworlds {

class CharacterLayout {
public:
    static std::optional<CharacterLayout> of(const ItemType& type);

    // False for rows that are cut before their core ends.
    bool whole(Row row) const { return row.size() >= words_; }
    Tick tick(Row row) const { return row[tick_]; }
    // The words of a core, in the order of the protocol: x, y, vel_x, vel_y, angle, direction,
    // jumped, hooked_player, hook_state, hook_tick, hook_x, hook_y, hook_dx, hook_dy.
    static constexpr std::size_t kCoreWords = 14;
    using CoreWords = std::array<Word, kCoreWords>;
    CoreWords core_words(Row row) const;
    // Puts them into a row of this type, and the tick.
    void put(const CoreWords& words, Tick tick, std::span<Word> row) const;

private:
    std::size_t tick_ = 0;
    std::array<std::size_t, kCoreWords> places_{};
    std::size_t words_ = 0;
};

CharacterCore core_of(const CharacterLayout::CoreWords& words);
CharacterLayout::CoreWords words_of(const CharacterCore& core);

}  // namespace tickreel::teeworlds
