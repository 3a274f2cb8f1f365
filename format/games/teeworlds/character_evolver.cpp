#include "tickreel/games/teeworlds/character_evolver.h"

#include <unordered_map>

#include "tickreel/games/teeworlds/character_row.h"
#include "tickreel/games/teeworlds/game_map.h"

namespace tickreel::teeworlds {
namespace {

class CharacterEvolver final : public Evolver {
public:
    CharacterEvolver(TypeId type, CharacterLayout layout, LineRule line, TileMap tiles)
        : type_(type), layout_(layout), tiles_(std::move(tiles)), reckoning_(tiles_, line) {}
    CharacterEvolver(const CharacterEvolver&) = delete;  // holds a reference to its own tiles
    CharacterEvolver& operator=(const CharacterEvolver&) = delete;

    bool evolves(TypeId type) const override { return type == type_; }

    Row evolve(ItemKey key, Row row, Tick now) override {
        if (!layout_.whole(row)) return {};
        const Tick sent = layout_.tick(row);
        if (sent == 0 || sent == now) return row;  // 0: no dead reckoning by the server
        if (sent < 0 || sent > now || now - sent > kOldestCore) return {};
        const CharacterLayout::CoreWords words = layout_.core_words(row);
        State& state = states_[key.entity];
        if (state.sent != sent || state.now > now || state.words != words)
            state = {words, sent, sent, core_of(words)};
        for (; state.now < now; ++state.now) reckoning_.step(state.core);
        row_.assign(row.begin(), row.end());
        layout_.put(words_of(state.core), now, row_);
        return row_;
    }

private:
    // A row and the tick it was evolved to.
    struct State {
        CharacterLayout::CoreWords words{};
        Tick sent = 0;
        Tick now = 0;
        CharacterCore core{};
    };
    TypeId type_;
    CharacterLayout layout_;
    TileMap tiles_;
    Reckoning reckoning_;
    std::unordered_map<EntityId, State> states_;
    std::vector<Word> row_;
};

}  // namespace

LineRule line_rule_of(const Schema& schema) {
    const auto type = schema.find("Character");
    const bool of_06 = type && find_field(schema[*type], "player_flags");  // 0.7 has no such field
    const bool ddnet = schema.find("DDNetCharacter") || schema.find("GameInfoEx");
    return of_06 && !ddnet ? LineRule::Until065 : LineRule::Since07;
}

Result<std::unique_ptr<Evolver>> make_character_evolver(const Schema& schema, TileMap tiles) {
    const auto type = schema.find("Character");
    const auto layout = type ? CharacterLayout::of(schema[*type]) : std::nullopt;
    if (!layout) return fail("the recording has no characters that could be evolved");
    return std::unique_ptr<Evolver>(
        std::make_unique<CharacterEvolver>(*type, *layout, line_rule_of(schema), std::move(tiles)));
}

Result<std::unique_ptr<Evolver>> read_character_evolver(const Schema& schema, ByteView map) {
    Result<TileMap> tiles = read_game_tiles(map);
    if (!tiles) return tiles.error();
    return make_character_evolver(schema, std::move(*tiles));
}

}  // namespace tickreel::teeworlds
