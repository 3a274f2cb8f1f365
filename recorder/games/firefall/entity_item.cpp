#include "recorder/games/firefall/entity_item.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tickreel/model/row.h"

namespace tickreel::firefall {

namespace {

constexpr std::int64_t kIsNpc = 1;  // of Character.TargetFlags
constexpr std::string_view kObservers[] = {"Character_ObserverView", "Vehicle_ObserverView"};

bool is_observer(const ItemType& type) {
    return std::find(std::begin(kObservers), std::end(kObservers), type.name) !=
           std::end(kObservers);
}

std::optional<std::int64_t> number_of(const ItemType& type, Row row, std::string_view name) {
    const auto field = find_field(type, name);
    const auto number = field ? as_number(read_field(type, row, *field)) : std::nullopt;
    if (!number) return std::nullopt;
    return static_cast<std::int64_t>(*number);
}

Cell number_cell(std::optional<std::int64_t> number) {
    if (!number) return {.null = true};
    return {.bits = static_cast<std::uint64_t>(*number)};
}

Cell text_cell(const ItemType& type, Row row, std::string_view name) {
    const auto field = find_field(type, name);
    const Value value = field ? read_field(type, row, *field) : Value();
    const auto* text = std::get_if<std::string>(&value);
    if (text == nullptr) return {.null = true};
    return {.bytes = Bytes(text->begin(), text->end())};
}

// Characters report a fraction, vehicles points.
std::optional<std::int64_t> health_of(const ItemType& type, Row row) {
    if (const auto share = number_of(type, row, "CurrentHealthPct")) return share;
    const auto now = number_of(type, row, "CurrentHealth");
    const auto most = number_of(type, row, "MaxHealth");
    if (!now || !most || *most <= 0) return std::nullopt;
    return *now * 100 / *most;
}

Field position_field(const char* name, Role role) {
    return {
        .name = name, .kind = FieldKind::Int32, .roles = role, .scale = kPlaceStep, .unit = "m"};
}

// A stream can contain any number.
std::uint64_t in_units(double value, double unit) {
    constexpr double kMost = std::numeric_limits<std::int32_t>::max();
    return static_cast<std::uint64_t>(std::llround(std::clamp(value / unit, -kMost, kMost)));
}

ItemType make_type(bool vehicle) {
    ItemType type{.name = vehicle ? "Vehicle" : "Character",
                  .origin = "derived",
                  .checksum = ChecksumScope::None,
                  .derived = true,
                  .shares_names = true};
    type.fields = {
        {.name = "Name", .kind = FieldKind::Text, .nullable = true, .roles = Role::Name},
        position_field("Position.x", Role::PositionX),
        position_field("Position.y", Role::PositionY),
        position_field("Position.z", Role::PositionZ),
        {.name = "Heading",
         .kind = FieldKind::Int32,
         .nullable = true,
         .roles = Role::Angle,
         .scale = kTenthDegree,
         .unit = "deg"},
        {.name = "Movement", .kind = FieldKind::UInt32},
        {.name = "State", .kind = FieldKind::UInt32, .nullable = true},
        {.name = "Health",
         .kind = FieldKind::UInt32,
         .nullable = true,
         .roles = Role::Health,
         .unit = "%"},
        {.name = "Faction", .kind = FieldKind::UInt32, .nullable = true, .roles = Role::Team},
        {.name = "Team", .kind = FieldKind::UInt32, .nullable = true}};
    if (!vehicle) {
        Field& state = type.fields[entity_column::kState];
        state.kind = FieldKind::Enum;
        state.values = {{0, "Spawning"},      {1, "Ghost"},       {2, "Dead"},  {3, "Respawning"},
                        {4, "Incapacitated"}, {5, "Traumatized"}, {6, "Living"}};
        // Null for NPCs: they are no players (players.h).
        type.fields.push_back(
            {.name = "ArmyTag", .kind = FieldKind::Text, .nullable = true, .roles = Role::Clan});
    }
    return type;
}

}  // namespace

const ItemType& entity_type(PoseOf of) {
    static const ItemType kCharacter = make_type(false);
    static const ItemType kVehicle = make_type(true);
    return of == PoseOf::Vehicle ? kVehicle : kCharacter;
}

bool EntityItems::note_view(std::uint64_t id, const ItemType& type, Row row) {
    if (!is_observer(type)) return false;
    Appearance& look = appearances_[id >> 8];
    const bool person = find_field(type, "StaticInfo.DisplayName").has_value();
    look.name = text_cell(type, row, person ? "StaticInfo.DisplayName" : "OwnerName");
    look.state = number_cell(number_of(type, row, person ? "CharacterState.State" : "EngineState"));
    look.health = number_cell(health_of(type, row));
    look.faction = number_cell(number_of(type, row, "HostilityInfo.FactionId"));
    look.team = number_cell(number_of(type, row, "HostilityInfo.TeamId"));
    const auto flags = number_of(type, row, "StaticInfo.TargetFlags");
    const bool played = person && flags && (*flags & kIsNpc) == 0;
    look.army_tag = played ? text_cell(type, row, "StaticInfo.ArmyTag") : Cell{.null = true};
    return true;
}

bool EntityItems::forget_view(std::uint64_t id, const ItemType& type) {
    return is_observer(type) && appearances_.erase(id >> 8) > 0;
}

std::vector<Word> EntityItems::row(std::uint64_t entity, const Mover& mover) const {
    static const Appearance kUnseen{};
    const auto found = appearances_.find(entity);
    const Appearance& look = found == appearances_.end() ? kUnseen : found->second;
    Cells cells{look.name};
    for (const double axis : mover.position) cells.push_back({.bits = in_units(axis, kPlaceStep)});
    cells.push_back(mover.heading ? Cell{.bits = in_units(*mover.heading, kTenthDegree)}
                                  : Cell{.null = true});
    cells.push_back({.bits = mover.movement});
    for (const Cell* cell : {&look.state, &look.health, &look.faction, &look.team})
        cells.push_back(*cell);
    if (mover.of == PoseOf::Character) cells.push_back(look.army_tag);
    return pack_row(entity_type(mover.of), cells);
}

}  // namespace tickreel::firefall
