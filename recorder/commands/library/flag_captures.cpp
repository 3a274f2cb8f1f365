#include "recorder/commands/library/flag_captures.h"

#include <algorithm>

#include "tickreel/model/row.h"

namespace tickreel {

namespace {

constexpr std::int64_t kCapture = 100;  // points
constexpr std::string_view kCarrier = "flag_carrier_";
constexpr std::string_view kScore = "teamscore_";

}  // namespace

std::string flag_name(const Field& holder) {
    return holder.name.starts_with(kCarrier) ? holder.name.substr(kCarrier.size()) : "";
}

FlagCaptures::FlagCaptures(const Schema& schema) : schema_(schema) {
    for (TypeId id = 0; id < schema.size(); ++id)
        for (std::size_t i = 0; i < schema[id].fields.size(); ++i)
            if (schema[id].use == TypeUse::Item && schema[id].fields[i].name.starts_with(kScore))
                scores_.push_back({id, i, std::nullopt, false});
}

void FlagCaptures::add_types(std::vector<TypeId>& types) const {
    for (const TeamScore& score : scores_) types.push_back(score.type);
}

void FlagCaptures::begin() {
    for (TeamScore& score : scores_) score.points.reset();
}

void FlagCaptures::see(const Snapshot& snapshot) {
    for (TeamScore& score : scores_) {
        score.rose = false;
        const std::size_t at = snapshot.lower_bound({score.type, 0});
        if (at == snapshot.size() || snapshot[at].key.type != score.type) continue;
        const Value value = read_field(schema_[score.type], snapshot[at].row, score.field);
        const auto* const points = std::get_if<std::int64_t>(&value);
        if (points == nullptr) continue;
        score.rose = score.points && *points - *score.points >= kCapture;
        score.points = *points;
    }
}

bool FlagCaptures::captured(std::string_view flag) const {
    return std::any_of(
        scores_.begin(), scores_.end(),
        [&](const TeamScore& score) {
            const std::string& name = schema_[score.type].fields[score.field].name;
            return score.rose && name.substr(kScore.size()) != flag;
        });
}

}  // namespace tickreel
