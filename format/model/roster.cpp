#include "tickreel/model/roster.h"

#include <algorithm>

#include "tickreel/model/names.h"
#include "tickreel/model/row.h"

namespace tickreel {
namespace {

constexpr std::size_t kMostEntries = 100'000;  // of all clients

std::string text_of(const ItemType& type, Row row, std::optional<std::size_t> field) {
    return field ? as_text(read_field(type, row, *field)) : std::string();
}

std::optional<EntityId> owner_of(const ItemType& type, Row row) {
    const auto field = find_role(type, Role::Owner);
    return field ? entity_of(read_field(type, row, *field)) : std::nullopt;
}

}  // namespace

bool RosterEntry::operator==(const RosterEntry& other) const {
    const bool same_source =
        source == other.source || (source && other.source && *source == *other.source);
    return same_source && name == other.name && clan == other.clan && team == other.team &&
           team_number == other.team_number;
}

void RosterHistory::keep(EntityId client, Moment at, bool there, RosterEntry roster) {
    if (there)
        latest_[client] = roster;
    else
        latest_.erase(client);
    if (entries_ < kMostEntries) {
        ++entries_;
        clients_[client].push_back({at, there, std::move(roster)});
    }
}

void RosterHistory::add(const Schema& schema, const Frame& frame) {
    if (frame.events.empty()) return;
    if (!needed_) needed_ = names_by_message(schema);
    if (!*needed_) return;
    for (const Event& event : frame.events) {
        if (!schema.contains(event.type)) continue;
        const ItemType& type = schema[event.type];
        const auto team = find_role(type, Role::Team);
        const bool drops = type.event_class == EventClass::Leave;
        const bool names = is_naming_event(type) && !drops;
        const bool moves = type.event_class == EventClass::Team && team;
        if (!names && !drops && !moves) continue;
        const std::optional<EntityId> client = owner_of(type, event.row);
        const auto known = client ? latest_.find(*client) : latest_.end();
        if (!client || (!names && known == latest_.end())) continue;
        RosterEntry now = known == latest_.end() ? RosterEntry() : known->second;
        if (names) {
            now.source = std::make_shared<const Event>(event);
            now.name = text_of(type, event.row, find_role(type, Role::Name));
            now.clan = text_of(type, event.row, find_role(type, Role::Clan));
        }
        if (team && !drops) {
            const Value value = read_field(type, event.row, *team);
            now.team = display_value(type.fields[*team], value);
            now.team_number = static_cast<std::int64_t>(as_number(value).value_or(0));
        }
        if (drops || known == latest_.end() || now != known->second)
            keep(*client, frame.moment(), !drops, std::move(now));
    }
}

Roster RosterHistory::at(Moment moment) const {
    Roster players;
    for (const auto& [client, entries] : clients_)
        if (const RosterEntry* entry = entry_at(entries, moment)) players[client] = *entry;
    return players;
}

const RosterEntry* RosterHistory::find(EntityId client, Moment moment) const {
    const auto found = clients_.find(client);
    return found == clients_.end() ? nullptr : entry_at(found->second, moment);
}

const RosterEntry* RosterHistory::entry_at(const std::vector<Entry>& entries, Moment moment) {
    const auto after =
        std::upper_bound(entries.begin(), entries.end(), moment,
                         [](Moment m, const Entry& entry) { return m < entry.from; });
    const bool there = after != entries.begin() && (after - 1)->there;
    return there ? &(after - 1)->roster : nullptr;
}

}  // namespace tickreel
