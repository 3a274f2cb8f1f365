#include "recorder/games/teeworlds/private_talk.h"

#include <optional>

#include "tickreel/model/row.h"

namespace tickreel::teeworlds {

namespace {

std::optional<Value> field_value(const ItemType& type, Row row, std::string_view name) {
    for (std::size_t i = 0; i < type.fields.size(); ++i)
        if (type.fields[i].name == name) return read_field(type, row, i);
    return std::nullopt;
}

std::optional<std::int64_t> field_number(const ItemType& type, Row row, std::string_view name) {
    const std::optional<Value> value = field_value(type, row, name);
    if (!value) return std::nullopt;
    if (const auto* number = std::get_if<std::int64_t>(&*value)) return *number;
    if (const auto* yes = std::get_if<bool>(&*value)) return *yes ? 1 : 0;
    return std::nullopt;
}

// How DDNet shows a whisper to a client that it does not know as its own: a line of the server.
bool is_whisper_as_text(const ItemType& type, Row row) {
    const std::optional<std::int64_t> from = field_number(type, row, "client_id");
    if (!from || *from >= 0) return false;
    const std::optional<Value> message = field_value(type, row, "message");
    const auto* text = message ? std::get_if<std::string>(&*message) : nullptr;
    return text != nullptr && (text->starts_with("[\u2190 ") || text->starts_with("[\u2192 "));
}

}  // namespace

bool is_private_talk(const ItemType& type, Row row) {
    if (type.name != "Sv_Chat" && type.name != "Cl_Say") return false;
    constexpr std::int64_t kTeam06 = 1;  // 2 and 3: whispers of DDNet
    constexpr std::int64_t kTeam07 = 2;  // 3: a whisper
    if (const auto mode = field_number(type, row, "mode")) return *mode >= kTeam07;
    const auto team = field_number(type, row, "team");
    return (team && *team >= kTeam06) || is_whisper_as_text(type, row);
}

}  // namespace tickreel::teeworlds
