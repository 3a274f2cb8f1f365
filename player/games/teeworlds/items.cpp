#include "player/games/teeworlds/items.h"

namespace tickreel::teeworlds_art {

int Items::number(Row row, std::string_view field, int absent) const {
    const auto at = reader_ ? find_field(reader_->type(), field) : std::nullopt;
    if (!at) return absent;
    const Value value = reader_->read(row, *at);
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<int>(*whole);
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? 1 : 0;
    return absent;
}

std::string Items::text(Row row, std::string_view field) const {
    const auto at = reader_ ? find_field(reader_->type(), field) : std::nullopt;
    return at ? as_text(reader_->read(row, *at)) : std::string();
}

Vec2 Items::point(Row row, std::string_view x, std::string_view y) const {
    return {static_cast<float>(number(row, x)), static_cast<float>(number(row, y))};
}

}  // namespace tickreel::teeworlds_art
