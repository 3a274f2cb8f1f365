#include "tickreel/analysis/describe.h"

#include <algorithm>
#include <array>

#include "format/analysis/event_words.h"
#include "tickreel/analysis/chat_audience.h"
#include "tickreel/analysis/field_detail.h"
#include "tickreel/base/ascii.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/text.h"
#include "tickreel/model/entity_slots.h"
#include "tickreel/model/row.h"

namespace tickreel {
namespace {

// The name instead of the number, if the field refers to a player in the snapshot.
std::string field_text(const Schema& schema, const Snapshot& snapshot, const Field& field,
                       const Value& value, const Roster* roster) {
    const auto entity = tells_who(field) ? entity_of(value) : std::nullopt;
    const std::string name = entity ? entity_name(schema, snapshot, *entity, roster) : "";
    return name.empty() ? display_value(field, value) : name;
}

struct Speaker {
    std::string name{};
    std::optional<EntityId> id{};  // not known where the event itself has the name
    bool is_told = true;           // else nobody has that number
};

Speaker speaker(const Schema& schema, const Snapshot& snapshot, const ItemType& type, Row row,
                const Roster* roster) {
    if (const auto name = find_role(type, Role::Name))
        return {as_text(read_field(type, row, *name)), {}};
    const auto speaks = find_role(type, Role::Speaker);
    const auto by = speaks ? speaks : find_role(type, Role::Owner);
    const auto who = by ? entity_of(read_field(type, row, *by)) : std::nullopt;
    if (!who) return {};
    const auto name = told_name(schema, snapshot, *who, roster);
    return {name.value_or(""), who, name.has_value()};
}

// Whose words they are: of a player without a name the number. A server may speak under a number
// that nobody has.
std::string chat_speaker(const Speaker& by) {
    if (!by.name.empty() || !by.id || !by.is_told || !is_slot(*by.id)) return by.name;
    return std::to_string(*by.id);
}

// "Ada killed Bob (grenade)", if fields name killer and victim.
std::string kill_text(const Schema& schema, const Snapshot& snapshot, const ItemType& type, Row row,
                      const Roster* roster) {
    const auto killer = find_role(type, Role::Subject);
    const auto victim = find_role(type, Role::Object);
    if (type.event_class == EventClass::Kill && !killer && !victim) {
        const std::string who = speaker(schema, snapshot, type, row, roster).name;
        return who.empty() ? who : who + " was killed";
    }
    if (type.event_class != EventClass::Kill || !killer || !victim) return {};
    const auto who = [&](std::size_t field, const Value& value) {
        return field_text(schema, snapshot, type.fields[field], value, roster);
    };
    const Value by = read_field(type, row, *killer);
    const Value whom = read_field(type, row, *victim);
    const std::string name = who(*victim, whom);
    // Several may have one name.
    const bool alone = std::holds_alternative<std::monostate>(by) ||
                       (entity_of(whom) ? entity_of(by) == entity_of(whom) : by == whom);
    std::string text = alone ? name + " died" : who(*killer, by) + " killed " + name;
    if (const auto weapon = find_role(type, Role::Weapon))
        text += " (" + display_value(type.fields[*weapon], read_field(type, row, *weapon)) + ")";
    return text;
}

// How a message is packed, when it was sent and ids that nobody can read say nothing of what
// happened; `list FILE events` has them.
bool tells_something(const Field& field, const Value& value, std::string_view shown,
                     std::string_view who) {
    constexpr std::uint64_t kMostReadable = std::uint64_t{1} << 32;
    constexpr std::size_t kLongest = 80;
    const auto* text = std::get_if<std::string>(&value);
    if (names_packing(field) || field.kind == FieldKind::Blob) return false;
    const bool wide = field.kind == FieldKind::UInt64 || field.kind == FieldKind::Int64;
    const auto number = entity_of(value);
    if (wide && number && *number >= kMostReadable &&
        shown.find_first_not_of("0123456789") == std::string_view::npos)
        return false;
    if (text != nullptr && (text->empty() || *text == who)) return false;
    const bool nothing =
        shown == "0" && (std::holds_alternative<double>(value) || field.kind == FieldKind::Flags);
    return !nothing && shown.size() <= kLongest && shown.find('\n') == std::string_view::npos;
}

// One of many numbered fields ("team_17") that holds nothing.
bool is_empty_slot(const Field& field, std::string_view shown) {
    const bool numbered = !field.name.empty() && field.name.back() >= '0' &&
                          field.name.back() <= '9' && field.name.find('_') != std::string::npos;
    return numbered && (shown == "0" || shown == "false");
}

// A named value needs no name of its field; of a yes or no, the name is enough and no needs no
// word.
std::string detail(const Field& field, const Value& value, std::string shown) {
    const std::string name = field_words(field.name);
    if (const auto* yes = std::get_if<bool>(&value)) return *yes ? name : std::string();
    const auto* number = std::get_if<std::int64_t>(&value);
    const bool named =
        field.kind == FieldKind::Enum && number != nullptr && shown != std::to_string(*number);
    if (!named) return concat(name, " ", shown);
    return with_spaces(std::move(shown));
}

// "Ada: emoticon hearts", "Ash: took hit, damage value 527, damage type 5", "Game: ctf grab"
std::string other_text(const Schema& schema, const Snapshot& snapshot, const ItemType& type,
                       Row row, const Roster* roster) {
    constexpr int kMostDetails = 4;
    const Speaker by = speaker(schema, snapshot, type, row, roster);
    const std::string& who = by.name;
    std::string what = event_words(type.name);
    if (!who.empty() && what.size() > 1 && ascii_lower(what.substr(1, 1)) == what.substr(1, 1))
        what[0] = ascii_lower(what.substr(0, 1))[0];
    std::string line = who.empty() ? what : who + ": " + what;
    int details = 0;
    for (std::size_t i = 0; i < type.fields.size() && details < kMostDetails; ++i) {
        const Field& field = type.fields[i];
        const Value value = read_field(type, row, i);
        if (std::holds_alternative<std::monostate>(value)) continue;
        const std::string shown = field_text(schema, snapshot, field, value, roster);
        const auto about = tells_who(field) ? entity_of(value) : std::nullopt;
        const bool again = shown == who && !field.roles.empty() &&
                           (!by.id || !about || *by.id == *about);  // another one of that name
        if (again || !tells_something(field, value, shown, who) || is_empty_slot(field, shown))
            continue;
        std::string text = detail(field, value, shown);
        if (text.empty()) continue;
        const bool same = details == 0 && field_words(field.name) == ascii_lower(what);
        if (same && text.starts_with(ascii_lower(what) + " ")) text.erase(0, what.size() + 1);
        const std::string_view before = details > 0 ? ", " : same ? " " : who.empty() ? ": " : ", ";
        line += concat(before, text);
        ++details;
    }
    return line;
}

}  // namespace

std::optional<std::string> told_name(const Schema& schema, const Snapshot& snapshot,
                                     EntityId entity, const Roster* roster) {
    std::optional<std::string> name = told_name(schema, snapshot, entity);
    if (roster == nullptr || (name && !name->empty())) return name;
    const auto known = roster->find(entity);
    return known == roster->end() ? name : std::optional(known->second.name);
}

std::string entity_name(const Schema& schema, const Snapshot& snapshot, EntityId entity,
                        const Roster* roster) {
    return told_name(schema, snapshot, entity, roster).value_or("");
}

std::string item_title(const Schema& schema, const Snapshot& snapshot, ItemKey key,
                       const Roster* roster) {
    std::string title =
        schema.contains(key.type) ? schema[key.type].name : concat("type ", key.type);
    title += concat(' ', key.entity);
    if (!schema.contains(key.type) || !shares_names(schema[key.type])) return title;
    const std::string name = entity_name(schema, snapshot, key.entity, roster);
    return name.empty() ? title : title + " (" + name + ")";
}

std::string event_text(const Schema& schema, const Snapshot& snapshot, const Event& event,
                       const Roster* roster) {
    if (!schema.contains(event.type)) return concat("type ", event.type);
    const ItemType& type = schema[event.type];
    const auto text = find_role(type, Role::Text);
    if (text) {
        const std::string who = chat_speaker(speaker(schema, snapshot, type, event.row, roster));
        const std::string said = as_text(read_field(type, event.row, *text));
        return chat_mark(type, event.row) + (who.empty() ? said : who + ": " + said);
    }
    const std::string line = kill_text(schema, snapshot, type, event.row, roster);
    if (!line.empty()) return line;
    return other_text(schema, snapshot, type, event.row, roster);
}

std::string field_detail(const Field& field, const Value& value) {
    return detail(field, value, display_value(field, value));
}

// The protocol of Teeworlds calls a flag that lies somewhere taken.
std::string loose_flag_text(const Field& field, const Value& value) {
    std::string text = with_spaces(display_value(field, value));
    return text == "taken" ? "dropped" : text;
}

EventLane lane_of(EventClass kind) {
    switch (kind) {
        case EventClass::Chat:
            return EventLane::Chat;
        case EventClass::Kill:
            return EventLane::Kill;
        case EventClass::Flag:
            return EventLane::Flag;
        case EventClass::Join:
        case EventClass::Leave:
        case EventClass::Team:
            return EventLane::Join;
        case EventClass::Map:
            return EventLane::Map;
        case EventClass::Vote:
            return EventLane::Vote;
        case EventClass::Race:
            return EventLane::Race;
        case EventClass::Effect:
            return EventLane::Effect;
        case EventClass::Input:
        case EventClass::Transport:
        case EventClass::Other:
            break;
    }
    return EventLane::Other;
}

EventLane event_lane(const ItemType& type) {
    return lane_of(type.event_class);
}

std::string_view event_lane_name(EventLane lane) {
    static constexpr std::array<std::string_view, kEventLanes> kNames = {
        "chat", "kill", "flag", "join", "map", "vote", "race", "effect", "other"};
    return kNames[static_cast<std::size_t>(lane)];
}

bool matches_filter(std::string_view text, std::string_view filter) {
    const std::string where = ascii_lower(text);
    const std::string words = ascii_lower(filter);
    std::size_t at = 0;
    while (at < words.size()) {
        const std::size_t end = std::min(words.find(' ', at), words.size());
        if (end > at && where.find(words.substr(at, end - at)) == std::string::npos) return false;
        at = end + 1;
    }
    return true;
}

}  // namespace tickreel
