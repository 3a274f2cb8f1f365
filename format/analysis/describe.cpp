#include "tickreel/analysis/describe.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "tickreel/model/row.h"

namespace tickreel {
namespace {

char lower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

std::string lowered(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), lower);
    return out;
}

// Whether the number in this field is that of a named thing: by role, else by what games call it.
bool names_player(const Field& field) {
    static constexpr std::array<std::string_view, 6> kNames = {"client_id", "killer",    "victim",
                                                               "killer_id", "victim_id", "sender"};
    return field.role == Role::Owner ||
           std::find(kNames.begin(), kNames.end(), field.name) != kNames.end();
}

// The name in place of the number, when the field names a player that is in the snapshot.
std::string field_text(const Schema& schema, const Snapshot& snapshot, const Field& field,
                       const Value& value, const Roster* roster) {
    std::string text = display_value(field, value);
    const auto number = as_number(value);
    if (names_player(field) && number && *number >= 0) {
        const std::string name =
            entity_name(schema, snapshot, static_cast<EntityId>(*number), roster);
        if (!name.empty()) {
            return name;
        }
    }
    return text;
}

std::optional<std::size_t> text_field(const ItemType& type) {
    const auto by_role = find_role(type, Role::Text);
    if (by_role) {
        return by_role;
    }
    return find_field(type, "message");
}

std::string speaker(const Schema& schema, const Snapshot& snapshot, const ItemType& type, Row row,
                    const Roster* roster) {
    if (const auto name = find_role(type, Role::Name)) {
        return as_text(read_field(type, row, *name));
    }
    auto owner = find_role(type, Role::Owner);
    if (!owner) {
        owner = find_field(type, "client_id");
    }
    if (!owner) {
        return {};
    }
    const auto number = as_number(read_field(type, row, *owner));
    return number && *number >= 0
               ? entity_name(schema, snapshot, static_cast<EntityId>(*number), roster)
               : std::string();
}

// "Ada killed Bob (grenade)", where fields say who and whom.
std::string kill_text(const Schema& schema, const Snapshot& snapshot, const ItemType& type, Row row,
                      const Roster* roster) {
    const auto either = [&type](const char* a, const char* b) {
        const auto found = find_field(type, a);
        return found ? found : find_field(type, b);
    };
    const auto killer = either("killer", "killer_id");
    const auto victim = either("victim", "victim_id");
    if (!killer || !victim) {
        return {};
    }
    const auto who = [&](std::size_t field) {
        return field_text(schema, snapshot, type.fields[field], read_field(type, row, field),
                          roster);
    };
    const std::string by = who(*killer);
    const std::string whom = who(*victim);
    std::string text = by == whom ? whom + " died" : by + " killed " + whom;
    if (const auto weapon = find_field(type, "weapon")) {
        text += " (" + display_value(type.fields[*weapon], read_field(type, row, *weapon)) + ")";
    }
    return text;
}

}  // namespace

std::string entity_name(const Schema& schema, const Snapshot& snapshot, EntityId entity,
                        const Roster* roster) {
    std::string name = entity_name(schema, snapshot, entity);
    if (name.empty() && roster != nullptr) {
        const auto known = roster->find(entity);
        return known == roster->end() ? name : known->second.name;
    }
    return name;
}

std::string item_title(const Schema& schema, const Snapshot& snapshot, ItemKey key,
                       const Roster* roster) {
    std::string title =
        schema.contains(key.type) ? schema[key.type].name : "type " + std::to_string(key.type);
    title += " " + std::to_string(key.entity);
    if (!schema.contains(key.type) || !shares_names(schema[key.type])) {
        return title;
    }
    const std::string name = entity_name(schema, snapshot, key.entity, roster);
    return name.empty() ? title : title + " (" + name + ")";
}

std::string event_text(const Schema& schema, const Snapshot& snapshot, const Event& event,
                       const Roster* roster) {
    if (!schema.contains(event.type)) {
        return "type " + std::to_string(event.type);
    }
    const ItemType& type = schema[event.type];
    const auto text = text_field(type);
    if (text) {
        const std::string who = speaker(schema, snapshot, type, event.row, roster);
        const std::string said = as_text(read_field(type, event.row, *text));
        return who.empty() ? said : who + ": " + said;
    }
    std::string line = kill_text(schema, snapshot, type, event.row, roster);
    if (!line.empty()) {
        return line;
    }
    for (std::size_t i = 0; i < type.fields.size() && line.size() < 200; ++i) {
        const Value value = read_field(type, event.row, i);
        if (std::holds_alternative<std::monostate>(value)) {
            continue;
        }
        line += line.empty() ? "" : ", ";
        line +=
            type.fields[i].name + " " + field_text(schema, snapshot, type.fields[i], value, roster);
    }
    return line;
}

EventClass event_class(const ItemType& type) {
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
        Hint{"enter", EventClass::Join},      Hint{"join", EventClass::Join},
        Hint{"leave", EventClass::Join},      Hint{"drop", EventClass::Join},
        Hint{"team", EventClass::Join},       Hint{"sound", EventClass::Effect},
        Hint{"emoticon", EventClass::Effect},
    };
    const std::string name = lowered(type.name);
    for (const Hint& hint : kHints) {
        if (name.find(hint.part) != std::string::npos) {
            return hint.kind;
        }
    }
    return EventClass::Other;
}

std::string_view event_class_name(EventClass kind) {
    static constexpr std::array<std::string_view, kEventClasses> kNames = {
        "chat", "kill", "flag", "join", "map", "vote", "race", "effect", "other"};
    return kNames[static_cast<std::size_t>(kind)];
}

bool matches_filter(std::string_view text, std::string_view filter) {
    const std::string where = lowered(text);
    const std::string words = lowered(filter);
    std::size_t at = 0;
    while (at < words.size()) {
        const std::size_t end = std::min(words.find(' ', at), words.size());
        if (end > at && where.find(words.substr(at, end - at)) == std::string::npos) {
            return false;
        }
        at = end + 1;
    }
    return true;
}

}  // namespace tickreel
