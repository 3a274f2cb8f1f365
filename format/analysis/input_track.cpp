#include "tickreel/analysis/input_track.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "format/analysis/partition_index.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/names.h"
#include "tickreel/model/schema.h"

namespace tickreel {

namespace {

constexpr double kAimSteps = 10'000;  // per radian: all of a turn fits into 16 bits
constexpr std::int64_t kLastPosition = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kMostPlayers = 1024;  // foreign files may name any number
constexpr std::uint8_t kLeft = 1;
constexpr std::uint8_t kRight = 2;
constexpr std::uint8_t kJump = 4;
constexpr std::uint8_t kFire = 8;
constexpr std::uint8_t kHook = 16;
enum Status : Word { kNew = 0, kRepeat = 1, kUnordered = 2 };

std::optional<Word> input_word(const std::optional<FieldPlace>& place, Row row) {
    if (!place || place->slot >= row.size() || place->is_null(row)) return std::nullopt;
    return row[place->slot];
}

Word input_number(const std::optional<FieldPlace>& place, Row row) {
    return input_word(place, row).value_or(0);
}

std::uint8_t key_if(bool held, std::uint8_t key) {
    return held ? key : std::uint8_t{0};
}

}  // namespace

TrackedInput InputList::operator[](std::size_t index) const {
    const Packed& from = packed(index);
    const auto has = [&](std::uint8_t key) { return (from.keys & key) != 0; };
    const int direction = (has(kRight) ? 1 : 0) - (has(kLeft) ? 1 : 0);
    const auto fate = static_cast<InputFate>(from.fate);
    const bool unknown = fate == InputFate::Unanswered && !answered_;
    return {
        from.position,
        {direction, has(kJump), has(kFire), has(kHook), static_cast<float>(from.aim / kAimSteps)},
        unknown ? InputFate::Answered : fate};
}

std::size_t InputList::lower_bound(std::int64_t position) const {
    return partition_index(
        size(), [&](std::size_t index) { return packed(index).position < position; });
}

const InputList::Packed& InputList::packed(std::size_t index) const {
    const std::size_t block = index / kBlock;
    return block < full_.size() ? (*full_[block])[index % kBlock]
                                : open_[index - full_.size() * kBlock];
}

bool InputList::insert(const Packed& input) {
    if (!full_.empty() && input.position <= full_.back()->back().position) return false;
    const auto at = std::partition_point(open_.begin(), open_.end(), [&](const Packed& earlier) {
        return earlier.position < input.position;
    });
    if (at != open_.end() && at->position == input.position) return false;
    open_.insert(at, input);
    if (open_.size() < 2 * kBlock) return true;
    // The newest ones stay open: they may get answers.
    const auto end = open_.begin() + static_cast<std::ptrdiff_t>(kBlock);
    full_.push_back(std::make_shared<const std::vector<Packed>>(open_.begin(), end));
    open_.erase(open_.begin(), end);
    return true;
}

void InputList::drop_from(std::int64_t position) {
    while (!open_.empty() && open_.back().position >= position) open_.pop_back();
}

// The input for a tick that came first.
InputList::Packed* InputList::find_recent(std::int64_t position) {
    const auto at = std::partition_point(
        open_.begin(), open_.end(), [&](const Packed& input) { return input.position < position; });
    return at != open_.end() && at->position == position ? &*at : nullptr;
}

InputTrack::Places InputTrack::places_of(const ItemType& type) {
    Places places;
    if (type.event_class != EventClass::Input) return places;
    const std::vector<FieldPlace> all = field_places(type);
    const auto place = [&](std::string_view name) -> std::optional<FieldPlace> {
        const auto field = find_field(type, name);
        return field ? std::optional(all[*field]) : std::nullopt;
    };
    places.who = place("client_id");
    places.margin = place("margin");
    places.status = place("status");
    places.left = place("time_left");
    places.direction = place("direction");
    places.x = place("target_x");
    places.y = place("target_y");
    places.jump = place("jump");
    places.fire = place("fire");
    places.hook = place("hook");
    return places;
}

void InputTrack::add(const Frame& frame, const Schema& schema, std::int64_t position) {
    if (segment_ != frame.segment) {
        segment_ = frame.segment;
        starts_.push_back(position);
        // Inputs for ticks that the segment before never reached.
        recorded_.drop_from(position);
        for (auto& [who, list] : clients_) list.drop_from(position);
    }
    for (const Event& event : frame.events) {
        const auto [known, fresh] = types_.try_emplace(event.type);
        if (fresh && schema.contains(event.type)) known->second = places_of(schema[event.type]);
        if (known->second.input())
            add_input(known->second, event.row, position);
        else if (known->second.answer())
            add_answer(known->second, event.row, position);
    }
}

void InputTrack::add_input(const Places& places, Row row, std::int64_t position) {
    const Word status = input_number(places.status, row);
    const std::int64_t meant = position + input_number(places.margin, row);
    const bool possible = meant >= starts_.back() && meant <= kLastPosition;
    if (status == kRepeat || !possible || left_out()) return;
    const std::optional<Word> client = input_word(places.who, row);
    const auto who = static_cast<EntityId>(client.value_or(0));
    if (client && clients_.size() >= kMostPlayers && !clients_.contains(who)) return;
    InputList& list = client ? clients_[who] : recorded_;
    const Word direction = input_number(places.direction, row);
    InputList::Packed packed;
    packed.position = static_cast<std::uint32_t>(meant);
    packed.aim = static_cast<std::int16_t>(std::lround(
        std::atan2(double(input_number(places.y, row)), double(input_number(places.x, row))) *
        kAimSteps));
    packed.keys = static_cast<std::uint8_t>(
        key_if(direction < 0, kLeft) | key_if(direction > 0, kRight) |
        key_if(input_number(places.jump, row) != 0, kJump) |
        key_if(input_number(places.fire, row) % 2 != 0, kFire) |  // counts both changes
        key_if(input_number(places.hook, row) != 0, kHook));
    packed.fate = static_cast<std::uint8_t>(status == kUnordered ? InputFate::Unordered
                                                                 : InputFate::Unanswered);
    size_ += list.insert(packed) ? 1 : 0;
}

void InputTrack::add_answer(const Places& places, Row row, std::int64_t position) {
    recorded_.answered_ = true;
    InputList::Packed* input = recorded_.find_recent(position + input_number(places.margin, row));
    if (input == nullptr) return;
    if (input_number(places.left, row) < 0)
        input->fate = static_cast<std::uint8_t>(InputFate::Late);
    else if (input->fate == static_cast<std::uint8_t>(InputFate::Unanswered))
        input->fate = static_cast<std::uint8_t>(InputFate::Answered);
}

const InputList* InputTrack::find(Who who) const {
    if (!who) return recorded_.size() > 0 ? &recorded_ : nullptr;
    const auto found = clients_.find(*who);
    return found != clients_.end() && found->second.size() > 0 ? &found->second : nullptr;
}

std::optional<InputTrack::Who> InputTrack::first() const {
    if (recorded_.size() > 0) return Who();
    for (const auto& [who, list] : clients_)
        if (list.size() > 0) return Who(who);
    return std::nullopt;
}

std::optional<HeldInput> InputTrack::held(Who who, std::int64_t position,
                                          std::int64_t since) const {
    const InputList* list = find(who);
    const std::size_t after = list != nullptr ? list->lower_bound(position + 1) : 0;
    if (after == 0) return std::nullopt;
    const TrackedInput input = (*list)[after - 1];
    if (input.position < since) return std::nullopt;
    const auto start = std::upper_bound(starts_.begin(), starts_.end(), position);
    if (start != starts_.begin() && input.position < *std::prev(start)) return std::nullopt;
    return input.held;
}

bool has_inputs_of_all(const Schema& schema) {
    const auto& types = schema.types();
    return std::any_of(types.begin(), types.end(), [](const ItemType& type) {
        return type.event_class == EventClass::Input && find_field(type, "client_id") &&
               find_field(type, "direction");
    });
}

std::optional<EntityId> recorded_player(const Schema& schema, const Snapshot& snapshot) {
    for (TypeId id = 0; id < schema.size(); ++id) {
        const auto field = find_field(schema[id], "local");  // no role says it
        if (!field || schema[id].use != TypeUse::Item) continue;
        for (std::size_t i = snapshot.lower_bound({id, 0});
             i < snapshot.size() && snapshot[i].key.type == id; ++i)
            if (as_number(read_field(schema[id], snapshot[i].row, *field)).value_or(0) != 0)
                return snapshot[i].key.entity;
    }
    return std::nullopt;
}

std::optional<PressedInput> pressed_input(const InputTrack& track, const Schema& schema,
                                          const Frame& frame, std::optional<ItemKey> followed,
                                          std::int64_t position, std::int64_t since) {
    if (track.empty()) return std::nullopt;
    const auto recorded = recorded_player(schema, frame.snapshot);
    const std::optional<EntityId> shown = followed ? std::optional(followed->entity) : recorded;
    const bool own = !followed || (recorded && *recorded == followed->entity);
    auto held = shown ? track.held(*shown, position, since) : std::nullopt;
    if (!held && own) held = track.held({}, position, since);
    if (!held) return std::nullopt;
    return PressedInput{*held, input_owner(schema, frame.snapshot, shown)};
}

LaneInputs lane_inputs(const InputTrack& track, std::optional<ItemKey> followed) {
    if (followed && track.find(followed->entity) != nullptr)
        return {track.find(followed->entity), followed->entity};
    const auto whose = track.first();
    return whose ? LaneInputs{track.find(*whose), *whose} : LaneInputs{};
}

std::string input_owner(const Schema& schema, const Snapshot& snapshot, InputTrack::Who whose) {
    if (!whose) whose = recorded_player(schema, snapshot);
    if (!whose) return "the recorded player";
    const std::string name = entity_name(schema, snapshot, *whose);
    return name.empty() ? concat("player ", *whose) : name;
}

bool are_of_another(const Schema& schema, const Snapshot& snapshot, InputTrack::Who whose,
                    std::optional<ItemKey> followed) {
    if (!followed) return false;
    return (whose ? whose : recorded_player(schema, snapshot)) != followed->entity;
}

}  // namespace tickreel
