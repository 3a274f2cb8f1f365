#include "format/model/hidden_values.h"

#include <algorithm>
#include <array>

namespace tickreel {

namespace {

struct Rule {
    std::string_view type;
    std::string_view field;
    Word word;
    std::string_view with;  // "": none
};

constexpr std::array kRules{
    Rule{"Character", "health", 0, "health"},
    Rule{"Character", "armor", 0, "health"},
    Rule{"Character", "ammo_count", 0, "health"},
    Rule{"DDNetCharacter", "tele_checkpoint", -1, ""},
    Rule{"DDNetCharacter", "jumped_total", -1, ""},
    Rule{"DDNetCharacter", "ninja_activation_tick", -1, ""},
    Rule{"DDNetCharacter", "freeze_start", -1, ""},
    Rule{"DDNetCharacter", "tune_zone_override", -1, ""},
    Rule{"DDNetPlayer", "finish_time_seconds", -2, ""},
    Rule{"DDNetLaser", "switch_number", -1, ""},
    Rule{"DDNetLaser", "subtype", -1, ""},
};

// In another game a Character with health 0 may be a dead one.
bool is_teeworlds(const ItemType& type) {
    return type.name != "Character" ||
           (find_field(type, "hooked_player") && find_field(type, "ammo_count"));
}

}  // namespace

std::vector<std::optional<HiddenValue>> hidden_values(const ItemType& type) {
    std::vector<std::optional<HiddenValue>> hidden;
    for (const Rule& rule : kRules) {
        if (rule.type != type.name || type.use != TypeUse::Item) continue;
        const auto field = find_field(type, rule.field);
        const auto with = rule.with.empty() ? std::nullopt : find_field(type, rule.with);
        if (!field || (!rule.with.empty() && !with) || !is_teeworlds(type)) continue;
        hidden.resize(type.fields.size());
        hidden[*field] = HiddenValue{rule.word, with};
    }
    return hidden;
}

}  // namespace tickreel
