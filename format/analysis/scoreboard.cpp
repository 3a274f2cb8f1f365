#include "tickreel/analysis/scoreboard.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "tickreel/analysis/describe.h"
#include "tickreel/model/players.h"
#include "tickreel/model/row.h"

namespace tickreel {
namespace {

std::optional<std::int64_t> whole(const Value& value) {
    const auto number = as_number(value);
    return number ? std::optional(static_cast<std::int64_t>(*number)) : std::nullopt;
}

void take_field(ScoreRow& row, const Field& field, const Value& value) {
    const Roles roles = field.roles;
    if (roles.has(Role::Name)) row.name = as_text(value);
    if (roles.has(Role::Clan)) row.clan = as_text(value);
    if (roles.has(Role::Team)) {
        row.team = display_value(field, value);
        row.team_number = whole(value).value_or(0);
    }
    if (roles.has(Role::Score)) row.score = whole(value);
    if (roles.has(Role::Health)) row.health = whole(value);
    if (roles.has(Role::Latency)) row.latency = whole(value);
}

// Spectators (negative) come last.
std::int64_t team_rank(const ScoreRow& row) {
    return row.team_number < 0 ? 1'000'000 : row.team_number;
}

// Which of both it is only all of them tell: nobody needs but a second, so that a board whose least
// score is -1 has milliseconds.
void read_times(std::vector<ScoreRow>& rows) {
    constexpr std::int64_t kLongest = 1'000'000'000'000;
    const bool seconds = std::any_of(
        rows.begin(), rows.end(), [](const ScoreRow& row) { return row.score.value_or(0) < -1; });
    for (ScoreRow& row : rows) {
        if (!row.score || *row.score < -kLongest || *row.score > kLongest) continue;
        if (seconds && *row.score != kNoTime)
            row.time = std::chrono::seconds(std::abs(*row.score));
        else if (!seconds && *row.score >= 0)
            row.time = std::chrono::milliseconds(*row.score);
    }
}

bool is_before(const ScoreRow& a, const ScoreRow& b, bool times) {
    if (team_rank(a) != team_rank(b)) return team_rank(a) < team_rank(b);
    if (!times) return a.score.value_or(0) > b.score.value_or(0);
    return a.time && (!b.time || *a.time < *b.time);
}

}  // namespace

std::vector<ScoreRow> make_scoreboard(const Schema& schema, const Snapshot& snapshot,
                                      const Roster* roster) {
    std::map<EntityId, ScoreRow> rows;
    std::map<EntityId, bool> named;
    const PlayerRule rule(schema);
    for (const auto& [entity, player] : roster != nullptr ? *roster : Roster()) {
        ScoreRow& row = rows[entity];
        row.entity = entity;
        row.name = player.name;
        row.clan = player.clan;
        row.team = player.team;
        row.team_number = player.team_number;
        named[entity] = true;
    }
    for (const Item item : snapshot) {
        if (!schema.contains(item.key.type) || !shares_names(schema[item.key.type])) continue;
        const ItemType& type = schema[item.key.type];
        ScoreRow& row = rows[item.key.entity];
        row.entity = item.key.entity;
        for (std::size_t i = 0; i < type.fields.size(); ++i)
            take_field(row, type.fields[i], read_field(type, item.row, i));
        const bool is_player = find_role(type, Role::Name) && rule.fits(type, item.row);
        named[item.key.entity] = named[item.key.entity] || is_player;
        if (find_role(type, Role::PositionX)) row.body = item.key;
    }
    std::vector<ScoreRow> list;
    for (auto& [entity, row] : rows)
        if (named[entity]) list.push_back(std::move(row));
    const bool times = scores_are_times(schema, snapshot);
    if (times) read_times(list);
    std::stable_sort(list.begin(), list.end(), [times](const ScoreRow& a, const ScoreRow& b) {
        return is_before(a, b, times);
    });
    return list;
}

bool scores_are_times(const Schema& schema, const Snapshot& snapshot) {
    for (TypeId id = 0; id < schema.size(); ++id) {
        const ItemType& type = schema[id];
        for (std::size_t f = 0; f < type.fields.size(); ++f) {
            const Field& field = type.fields[f];
            if (type.use != TypeUse::Item || field.kind != FieldKind::Flags) continue;
            const auto flag =
                std::find_if(field.values.begin(), field.values.end(),
                             [](const auto& value) { return value.name == "timescore"; });
            const std::size_t at = snapshot.lower_bound({id, 0});
            if (flag == field.values.end() || at >= snapshot.size() || snapshot[at].key.type != id)
                continue;
            const auto bits = whole(read_field(type, snapshot[at].row, f)).value_or(0);
            if ((bits & flag->value) != 0) return true;
        }
    }
    return false;
}

}  // namespace tickreel
