#pragma once
// The item types of snapshots, as data. Numbered types have a number on the wire, extended (DDNet)
// types a UUID. A row is the item's words unchanged; servers may send fewer or more words than
// there are fields.

#include "recorder/games/teeworlds/facts.h"

namespace tickreel::teeworlds {

struct ItemFacts {
    std::string_view name{};
    int wire_type = -1;       // -1: extended
    std::string_view uuid{};  // extended only, "76ce455b-f9eb-3a48-add7-e04b941d045c"
    FieldFacts fields{};
    bool of_player = false;  // its ids are player numbers
};
inline constexpr bool kOfPlayer = true;

std::span<const ItemFacts> item_types_06();
std::span<const ItemFacts> item_types_ddnet();  // extended; 0.6 and 0.7 connections carry them
std::span<const ItemFacts> item_types_07();

}  // namespace tickreel::teeworlds
