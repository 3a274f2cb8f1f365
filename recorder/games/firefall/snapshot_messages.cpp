#include "recorder/games/firefall/snapshot_messages.h"

#include <algorithm>
#include <limits>

#include "recorder/games/firefall/entity_item.h"
#include "recorder/games/firefall/event_mapper.h"
#include "recorder/games/firefall/message.h"
#include "tickreel/base/parse_number.h"
#include "tickreel/model/row.h"

namespace tickreel::firefall {

namespace {

constexpr TypeId kNoType = std::numeric_limits<TypeId>::max();

bool is_place(const ItemType& type) {
    return type.origin == entity_type(PoseOf::Character).origin;
}

bool same_row(std::optional<Row> a, std::optional<Row> b) {
    if (!a || !b) return a.has_value() == b.has_value();
    return std::equal(a->begin(), a->end(), b->begin(), b->end());
}

std::optional<std::uint8_t> find_number(const ProtocolLayout& protocol, std::string_view entity,
                                        std::string_view name) {
    const auto own = protocol.events.find(entity);
    if (own == protocol.events.end()) return std::nullopt;
    for (const auto& [number, layout] : own->second)
        if (layout.name == name) return number;
    return std::nullopt;
}

Pose pose_of(const ItemType& type, Row row, std::uint16_t short_time) {
    Pose pose{.short_time = short_time, .position = Vector3{}};
    const auto read = [&](std::size_t column) { return as_number(read_field(type, row, column)); };
    for (std::size_t axis = 0; axis < pose.position->size(); ++axis)
        (*pose.position)[axis] = read(entity_column::kX + axis).value_or(0) * kPlaceStep;
    if (const auto heading = read(entity_column::kHeading)) pose.heading = *heading * kTenthDegree;
    pose.movement = static_cast<std::uint16_t>(read(entity_column::kMovement).value_or(0));
    return pose;
}

// Where the receiver of a movement view assumes the entity, in the columns of its item.
bool is_at(const ItemType& type, Row row, const Pose& pose) {
    Mover mover{
        .position = *pose.position, .movement = pose.movement.value_or(0), .heading = pose.heading};
    const ItemType& own = entity_type(PoseOf::Character);
    const std::vector<Word> there = EntityItems().row(0, mover);
    for (std::size_t column = entity_column::kX; column <= entity_column::kMovement; ++column)
        if (read_field(own, there, column) != read_field(type, row, column)) return false;
    return true;
}

}  // namespace

const ViewLayout* SnapshotMessages::find_view(std::string_view name) const {
    const auto found = std::find_if(protocol_.views.begin(), protocol_.views.end(),
                                    [&](const auto& entry) { return entry.second.name == name; });
    return found == protocol_.views.end() ? nullptr : &found->second;
}

void SnapshotMessages::add(const GssMessage& message, bool reliable, bool from_client) {
    out_.push_back({write_gss(message), reliable, from_client});
}

std::vector<OutMessage> SnapshotMessages::changes(const Snapshot& before, const Frame& frame,
                                                  std::uint16_t short_time) {
    const Snapshot& now = frame.snapshot;
    differing_.clear();
    if (for_ == For::File) write_annotations(frame);
    write_differing(frame, before, false);
    if (!before.same_storage(now)) {
        for (const Item item : before)
            if (!is_place(schema_[item.key.type]) && !now.find(item.key))
                change_view(schema_[item.key.type], item.key.entity, item.row, std::nullopt);
        for (const Item item : now)
            if (!is_place(schema_[item.key.type]))
                change_view(schema_[item.key.type], item.key.entity, before.find(item.key),
                            item.row);
        for (const Item item : now)
            if (is_place(schema_[item.key.type]))
                change_place(schema_[item.key.type], before, now, item.key, short_time);
    }
    write_differing(frame, now, true);
    write_verdicts(frame);
    write_events(frame);
    return std::exchange(out_, {});
}

void SnapshotMessages::change_view(const ItemType& type, EntityId entity, std::optional<Row> before,
                                   std::optional<Row> now) {
    if (same_row(before, now)) return;
    const ViewShape* about = shapes_.find(type);
    if (about == nullptr) return;
    const ViewLayout& layout = *about->layout;
    const std::uint64_t id = entity << 8 | layout.typecode;
    const auto old_view = before ? View::from_row(*about, *before) : std::nullopt;
    const auto view = now ? View::from_row(*about, *now) : std::nullopt;
    if (!view) {
        ByteWriter player;
        if (old_view && layout.is_controller()) player.u64(old_view->player());
        add({id, layout.is_controller() ? message_id::kControllerRemove : message_id::kRemove,
             player.data()},
            true);
        return;
    }
    const std::optional<Bytes> update = old_view ? old_view->difference(*view) : std::nullopt;
    if (!update)
        add({id, layout.keyframe_id, view->body()}, true);
    else if (!update->empty())
        add({id, message_id::kUpdate, *update}, true);
    if (!update && view->is_stale()) add({id, message_id::kUpdate, Bytes{0}}, true);
    // A keyframe resets the receiver's checksum status, and after an update it is of earlier.
    ViewCheck heard = old_view && update ? old_view->check() : ViewCheck::None;
    if (heard == ViewCheck::Ok && !update->empty()) heard = ViewCheck::OkEarlier;
    verdicts_.push_back({id, view->check(), heard, view->checksum()});
}

void SnapshotMessages::change_place(const ItemType& type, const Snapshot& before,
                                    const Snapshot& now, ItemKey key, std::uint16_t short_time) {
    const Row row = *now.find(key);
    const std::optional<Row> old = before.find(key);
    if (same_row(old, row)) return;
    const ViewLayout* movement = find_view(type.name + "_MovementView");
    const TypeId view_type =
        movement != nullptr ? schema_.find(movement->name).value_or(kNoType) : kNoType;
    const auto view_row =
        view_type != kNoType ? now.find({view_type, key.entity}) : std::optional<Row>();
    Pose pose = pose_of(type, row, short_time);
    if (!view_row) {
        const ViewLayout* own = find_view(type.name + "_BaseController");
        const auto number = find_number(protocol_, type.name, type.name + "_ConfirmedPoseUpdate");
        if (own != nullptr && number)
            add({key.entity << 8 | own->typecode, *number, write_confirmed_pose(pose)}, true);
        return;
    }
    // A new movement view sets the entity's position; a pose is sent for what it does not contain.
    const bool placed_now = !old || !same_row(before.find({view_type, key.entity}), view_row);
    if (placed_now) {
        const ViewShape* about = shapes_.find(schema_[view_type]);
        const auto view = about != nullptr ? View::from_row(*about, *view_row) : std::nullopt;
        const auto data = view ? view->field(0) : std::nullopt;
        const auto roster = data ? read_movement_data(*data, PoseOf::Character) : std::nullopt;
        if (roster && is_at(type, row, *roster)) return;
    }
    const auto number = find_number(protocol_, type.name, type.name + "_CurrentPoseUpdate");
    if (number)
        add({key.entity << 8 | movement->typecode, *number, write_current_pose(pose)}, true);
}

void SnapshotMessages::write_events(const Frame& frame) {
    for (const Event& event : frame.events) {
        const ItemType& type = schema_[event.type];
        if (annotation_kind(type.name)) continue;
        const auto number = parse_number<std::uint8_t>(type.origin);
        if (!number) continue;
        const bool from_client = type.name.find("_Command") != std::string::npos;
        const auto head = unpack_row(type, event.row);
        if (!head || head->empty()) continue;
        const MessageLayout* layout = protocol_.find_message(
            static_cast<std::uint8_t>(head->front().bits), *number, from_client);
        const auto written = write_event(layout, type, event.row);
        if (!written) continue;
        add({written->id, *number, written->body}, !type.derived, from_client);
        const auto delay = from_client ? find_field(type, kDelayColumn) : std::nullopt;
        if (delay)
            out_.back().delay = std::chrono::microseconds(static_cast<std::int64_t>(
                as_number(read_field(type, event.row, *delay)).value_or(0)));
    }
}

}  // namespace tickreel::firefall
