#include "format/model/legacy_meaning.h"

#include <algorithm>
#include <array>

#include "tickreel/base/ascii.h"

namespace tickreel {

namespace {

constexpr std::int64_t kMismatch = 2;

bool is_text(const Field& field) {
    return field.kind == FieldKind::Text || field.kind == FieldKind::PackedText;
}

// The first part of the name that matches decides.
EventClass class_by_name(const ItemType& type) {
    struct Hint {
        std::string_view part;
        EventClass kind;
    };
    static constexpr std::array kHints = {
        Hint{"option", EventClass::Other},    Hint{"map", EventClass::Map},
        Hint{"chat", EventClass::Chat},       Hint{"motd", EventClass::Chat},
        Hint{"broadcast", EventClass::Chat},  Hint{"kill", EventClass::Kill},
        Hint{"death", EventClass::Kill},      Hint{"died", EventClass::Kill},
        Hint{"flag", EventClass::Flag},       Hint{"vote", EventClass::Vote},
        Hint{"finish", EventClass::Race},     Hint{"race", EventClass::Race},
        Hint{"record", EventClass::Race},     Hint{"checkpoint", EventClass::Race},
        Hint{"leave", EventClass::Leave},     Hint{"drop", EventClass::Leave},
        Hint{"enter", EventClass::Join},      Hint{"join", EventClass::Join},
        Hint{"team", EventClass::Team},       Hint{"sound", EventClass::Effect},
        Hint{"emoticon", EventClass::Effect},
    };
    const std::string name = ascii_lower(type.name);
    if (name.starts_with("cl_")) return EventClass::Input;
    if (is_naming_event(type)) return EventClass::Join;
    const auto found = std::find_if(kHints.begin(), kHints.end(), [&](const Hint& hint) {
        return name.find(hint.part) != std::string::npos;
    });
    return found == kHints.end() ? EventClass::Other : found->kind;
}

bool shares_names_by_name(const ItemType& type) {
    static constexpr std::array<std::string_view, 7> kHints{
        "character", "player", "client", "speccha", "spectator", "person", "actor"};
    const std::string name = ascii_lower(type.name);
    return std::any_of(kHints.begin(), kHints.end(),
                       [&](std::string_view hint) { return name.find(hint) != std::string::npos; });
}

// Adds a role to the field of that name; `only`: unless a field already has it.
void add_role(ItemType& type, std::string_view name, Role role, bool only = false) {
    if (only && find_role(type, role)) return;
    if (const auto field = find_field(type, name)) {
        Roles& roles = type.fields[*field].roles;
        roles = roles | role;
    }
}

void name_checksum_parts(ItemType& type) {
    if (!find_field(type, "Expected") || !find_field(type, "Computed") ||
        !find_field(type, "Reason"))
        return;
    add_role(type, "Expected", Role::SumExpected);
    add_role(type, "Computed", Role::SumComputed);
    add_role(type, "Reason", Role::SumReason);
    add_role(type, "PutRight", Role::SumRepaired);
    add_role(type, "View", Role::SumPart);
}

void name_event_fields(ItemType& type) {
    add_role(type, "client_id", Role::Owner, true);
    for (const char* name : {"killer", "killer_id"}) add_role(type, name, Role::Subject, true);
    for (const char* name : {"victim", "victim_id"}) add_role(type, name, Role::Object, true);
    add_role(type, "sender", Role::Speaker, true);
    add_role(type, "weapon", Role::Weapon);
    add_role(type, "message", Role::Text, true);
    add_role(type, "team", Role::Team, true);
    for (Field& field : type.fields) {
        if (!is_text(field)) continue;
        if (field.name == "name") field.roles = field.roles | Role::Name;
        if (field.name == "clan") field.roles = field.roles | Role::Clan;
        if (field.name == "map_name") field.roles = field.roles | Role::Map;
    }
    name_checksum_parts(type);
}

void name_item_fields(ItemType& type) {
    add_role(type, "latency", Role::Latency);
    for (Field& field : type.fields) {
        if (field.name.starts_with("flag_carrier")) field.roles = field.roles | Role::FlagHolder;
        if (field.name == "Checksum" && field.kind == FieldKind::Enum &&
            std::any_of(field.values.begin(), field.values.end(), [](const NamedValue& named) {
                return named.name == "mismatch" && named.value == kMismatch;
            })) {
            field.roles = field.roles | Role::Checksum;
            type.checksum = ChecksumScope::Item;
        }
    }
}

// Teeworlds (0.6, 0.7, DDNet) sends health, armour and ammo of a tee only to its own player and to
// who spectates it, and 0 to everybody else; DDNet marks what was never set.
void hide_by_name(ItemType& type) {
    struct Rule {
        std::string_view type;
        std::string_view field;
        Word word;
        std::string_view with;  // "" none
    };
    static constexpr std::array kRules{
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
    // Another game may have a Character with health 0: one that is dead.
    if (type.name == "Character" &&
        !(find_field(type, "hooked_player") && find_field(type, "ammo_count")))
        return;
    for (const Rule& rule : kRules) {
        const auto field = rule.type == type.name ? find_field(type, rule.field) : std::nullopt;
        if (field) type.fields[*field].sentinel = Sentinel{rule.word, find_field(type, rule.with)};
    }
}

}  // namespace

void give_later_roles(ItemType& type) {
    for (Field& field : type.fields)
        if (is_text(field) && field.name.starts_with("skin"))
            field.roles = field.roles | Role::Skin;
}

void give_legacy_meaning(ItemType& type) {
    give_later_roles(type);
    if (type.use == TypeUse::Event) {
        type.event_class = class_by_name(type);
        name_event_fields(type);
        return;
    }
    type.shares_names = shares_names_by_name(type);
    type.derived = type.origin == "derived";
    if (type.derived) type.checksum = ChecksumScope::None;
    name_item_fields(type);
    hide_by_name(type);
}

}  // namespace tickreel
