#include "tickreel/analysis/roster.h"

#include <algorithm>

#include "tickreel/model/row.h"

namespace tickreel {
namespace {

constexpr std::size_t kMostEntries = 100'000;  // of all clients

std::string text_of(const ItemType& type, Row row, std::optional<std::size_t> field) {
    return field ? as_text(read_field(type, row, *field)) : std::string();
}

std::optional<EntityId> owner_of(const ItemType& type, Row row) {
    const auto field = find_role(type, Role::Owner);
    const auto number = field ? as_number(read_field(type, row, *field)) : std::nullopt;
    return number && *number >= 0 ? std::optional(static_cast<EntityId>(*number)) : std::nullopt;
}

std::optional<std::size_t> team_field(const ItemType& type) {
    const auto by_role = find_role(type, Role::Team);
    return by_role ? by_role : find_field(type, "team");
}

bool is_named(const ItemType& type, std::string_view part) {
    return type.name.find(part) != std::string::npos;
}

}  // namespace

void RosterHistory::keep(EntityId client, Moment at, bool there, RosterEntry roster) {
    if (there) {
        latest_[client] = roster;
    } else {
        latest_.erase(client);
    }
    if (entries_ < kMostEntries) {
        ++entries_;
        clients_[client].push_back({at, there, std::move(roster)});
    }
}

void RosterHistory::add(const Schema& schema, const Frame& frame) {
    for (const Event& event : frame.events) {
        if (!schema.contains(event.type)) {
            continue;
        }
        const ItemType& type = schema[event.type];
        const bool roster = tells_name(type);
        const bool drops = is_named(type, "ClientDrop") || is_named(type, "ClientLeave");
        const bool moves = is_named(type, "_Team") && team_field(type);
        if (!roster && !drops && !moves) {
            continue;
        }
        const std::optional<EntityId> client = owner_of(type, event.row);
        const auto known = client ? latest_.find(*client) : latest_.end();
        if (!client || (!roster && known == latest_.end())) {
            continue;
        }
        RosterEntry now = known == latest_.end() ? RosterEntry() : known->second;
        if (roster) {
            now.name = text_of(type, event.row, find_role(type, Role::Name));
            now.clan = text_of(type, event.row, find_role(type, Role::Clan));
        }
        if (const auto team = team_field(type); team && !drops) {
            const Value value = read_field(type, event.row, *team);
            now.team = display_value(type.fields[*team], value);
            now.team_number = static_cast<std::int64_t>(as_number(value).value_or(0));
        }
        if (drops || known == latest_.end() || now != known->second) {
            keep(*client, frame.moment(), !drops, std::move(now));
        }
    }
}

Roster RosterHistory::at(Moment moment) const {
    Roster players;
    for (const auto& [client, entries] : clients_) {
        const auto after =
            std::upper_bound(entries.begin(), entries.end(), moment,
                             [](Moment m, const Entry& entry) { return m < entry.from; });
        if (after != entries.begin() && (after - 1)->there) {
            players[client] = (after - 1)->roster;
        }
    }
    return players;
}

}  // namespace tickreel
