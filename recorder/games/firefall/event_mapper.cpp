#include "recorder/games/firefall/event_mapper.h"

#include <algorithm>
#include <limits>

#include "recorder/games/firefall/view_shape.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/row.h"

namespace tickreel::firefall {

namespace {

constexpr std::size_t kMaxTypes = 2048;  // a game has some hundreds; noise must not add more

ItemType check_type() {
    return {.name = std::string(kChecksumEvent),
            .origin = "2",
            .use = TypeUse::Event,
            .fields =
                {{.name = "View", .kind = FieldKind::Text, .roles = Role::SumPart},
                 {.name = "Entity", .kind = FieldKind::UInt64, .roles = Role::Owner},
                 {.name = "Expected", .kind = FieldKind::UInt32, .roles = Role::SumExpected},
                 {.name = "Computed", .kind = FieldKind::UInt32, .roles = Role::SumComputed},
                 {.name = "Reason",
                  .kind = FieldKind::Enum,
                  .roles = Role::SumReason,
                  .values = {{1, "keyframe older than an update"},
                             {2, "update of an unknown view"},
                             {3, "packets lost"},
                             {4, "moved by a pose"},
                             {5, "unknown reference"},
                             {6, "unknown"},
                             {7, "out of range"}}},
                 {.name = "PutRight", .kind = FieldKind::Bool, .roles = Role::SumRepaired},
                 {.name = "PacketsLost", .kind = FieldKind::UInt32},
                 {.name = "SinceAgreed", .kind = FieldKind::Int32, .nullable = true, .unit = "ms"}},
            .event_class = EventClass::Transport};
}

ItemType cause_type() {
    return {.name = std::string(kChecksumCauseEvent),
            .origin = "cause",
            .use = TypeUse::Event,
            .fields = {{.name = "View", .kind = FieldKind::Text, .roles = Role::SumPart},
                       {.name = "Entity", .kind = FieldKind::UInt64, .roles = Role::Owner},
                       {.name = "Expected", .kind = FieldKind::UInt32, .roles = Role::SumExpected},
                       {.name = "Cause",
                        .kind = FieldKind::Enum,
                        .values = {{1, "later keyframe"},
                                   {2, "later update"},
                                   {3, "later keyframe with changes of no update"}}},
                       {.name = "After", .kind = FieldKind::Int32, .unit = "ms"},
                       {.name = "Fields", .kind = FieldKind::Text, .nullable = true}},
            .event_class = EventClass::Transport};
}

Cell text_of(std::string_view text) {
    return {.bytes = Bytes(text.begin(), text.end())};
}

Cell milliseconds(const std::optional<std::chrono::nanoseconds>& time) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    if (!time) return {.null = true};
    const auto count = std::chrono::duration_cast<std::chrono::milliseconds>(*time).count();
    return {.bits = static_cast<std::uint64_t>(std::min<std::int64_t>(count, kMost))};
}

std::int32_t microseconds_between(std::chrono::nanoseconds from, std::chrono::nanoseconds to) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    const auto count = std::chrono::duration_cast<std::chrono::microseconds>(to - from).count();
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(count, -kMost, kMost));
}

struct Annotated {
    Annotation::Kind kind;
    ItemType type;
};

const std::vector<Annotated>& annotated() {
    using Kind = Annotation::Kind;
    static const std::vector<Annotated> kAll{{Kind::Checksum, check_type()},
                                             {Kind::Cause, cause_type()},
                                             {Kind::ServerResend, resend_type(Direction::ToClient)},
                                             {Kind::ClientResend, resend_type(Direction::ToServer)},
                                             {Kind::ServerLoss, loss_type()}};
    return kAll;
}

}  // namespace

ItemType resend_type(Direction direction) {
    return tickreel::resend_type(direction, "packets");
}

ItemType loss_type() {
    return {.name = "ServerLoss",
            .origin = "packet numbers",
            .use = TypeUse::Event,
            .fields = {{.name = "delay", .unit = "us"},       // arrival - time of the frame
                       {.name = "lost", .unit = "packets"}},  // negative: came late after all
            .event_class = EventClass::Transport,
            .derived = true};
}

std::vector<ItemType> derived_event_types() {
    std::vector<ItemType> types{checksum_total_type()};
    for (const Annotated& one : annotated()) types.push_back(one.type);
    return types;
}

std::optional<Annotation::Kind> annotation_kind(std::string_view event) {
    for (const Annotated& one : annotated())
        if (one.type.name == event) return one.kind;
    return std::nullopt;
}

void EventMapper::add(const WorldChanges& changes, const std::vector<Delivery>& deliveries,
                      std::chrono::nanoseconds time, const World& world, FrameSink& sink,
                      std::vector<Event>& events) {
    for (const CheckOutcome& check : changes.checks)
        if (!check.agrees()) events.push_back(check_event(check, world, sink));
    for (const LaterOutcome& later : changes.later)
        events.push_back(cause_event(later, world, sink));
    for (const Annotation& annotation : changes.annotations)
        add_annotation(annotation, sink, events);
    for (const Delivery& delivery : deliveries) add_delivery(delivery, time, sink, events);
    for (const GameEvent& event : changes.events) game_event(event, time, world, sink, events);
}

void EventMapper::add_total(const ViewSums& sums, FrameSink& sink, std::vector<Event>& events) {
    events.push_back({type_id(checksum_total_type(), sink), checksum_total_row(sums), false});
}

TypeId EventMapper::type_id(const ItemType& type, FrameSink& sink) {
    auto known = types_.find(type.name);
    if (known == types_.end()) known = types_.emplace(type.name, sink.add_type(type)).first;
    return known->second;
}

Event EventMapper::check_event(const CheckOutcome& check, const World& world, FrameSink& sink) {
    const ItemType type = check_type();
    const std::string view = world.view_name(static_cast<std::uint8_t>(check.id));
    const Cells cells{text_of(view),
                      {.bits = check.id >> 8},
                      {.bits = check.expected},
                      {.bits = check.computed},
                      {.bits = static_cast<std::uint64_t>(check.reason)},
                      {.bits = check.repaired ? 1U : 0U},
                      {.bits = check.lost},
                      milliseconds(check.agreed)};
    return {type_id(type, sink), pack_row(type, cells), false};
}

Event EventMapper::cause_event(const LaterOutcome& later, const World& world, FrameSink& sink) {
    const ItemType type = cause_type();
    const LaterFinding& finding = later.finding;
    const Cells cells{text_of(world.view_name(static_cast<std::uint8_t>(later.id))),
                      {.bits = later.id >> 8},
                      {.bits = finding.expected},
                      {.bits = static_cast<std::uint64_t>(finding.cause)},
                      milliseconds(finding.after),
                      finding.fields.empty() ? Cell{.null = true} : text_of(finding.fields)};
    return {type_id(type, sink), pack_row(type, cells), false};
}

void EventMapper::add_delivery(const Delivery& delivery, std::chrono::nanoseconds frame,
                               FrameSink& sink, std::vector<Event>& events) {
    const std::int64_t delay = microseconds_between(frame, delivery.resends.time);
    if (delivery.resends.any()) {
        const ItemType type = resend_type(delivery.resends.direction);
        events.push_back({type_id(type, sink), resend_row(type, delivery.resends, delay), false});
    }
    if (delivery.lost != 0) {
        const ItemType type = loss_type();
        events.push_back({type_id(type, sink), make_row(type, {delay, delivery.lost}), false});
    }
}

void EventMapper::add_annotation(const Annotation& annotation, FrameSink& sink,
                                 std::vector<Event>& events) {
    for (const auto& [kind, type] : annotated())
        if (const auto cells =
                kind == annotation.kind ? unpack_row(type, annotation.row) : std::nullopt)
            events.push_back({type_id(type, sink), pack_row(type, *cells), false});
}

const EventShape& EventMapper::shape(const GameEvent& event, const World& world) {
    const auto typecode = static_cast<std::uint8_t>(event.id);
    const std::string protocol =
        world.protocol() == nullptr ? "?" : std::to_string(world.protocol()->number);
    const std::string key =
        concat(protocol, event.from_client ? " c " : " s ", typecode, ' ', event.message);
    if (const auto found = shapes_.find(key); found != shapes_.end()) return found->second;
    const MessageLayout* layout =
        world.protocol() == nullptr
            ? nullptr
            : world.protocol()->find_message(typecode, event.message, event.from_client);
    return shapes_
        .emplace(key,
                 EventShape(layout, world.view_name(typecode), event.message, event.from_client))
        .first->second;
}

Arrival EventMapper::arrival_of(const GameEvent& event, const EventShape& about,
                                std::chrono::nanoseconds frame) {
    if (!event.from_client) return {};
    Arrival arrival{.delay = microseconds_between(frame, event.time)};
    const auto time = about.sample_clock({event.id, event.message, event.body});
    if (!time) return arrival;
    const auto [newest, first] = newest_sample_.try_emplace(about.type().name, *time);
    const auto ahead =
        static_cast<std::int16_t>(static_cast<std::uint16_t>(*time - newest->second));
    if (first || ahead > 0)
        newest->second = *time;
    else
        arrival.status = ahead == 0 ? SampleStatus::Repeat : SampleStatus::Overdue;
    return arrival;
}

void EventMapper::game_event(const GameEvent& event, std::chrono::nanoseconds frame,
                             const World& world, FrameSink& sink, std::vector<Event>& events) {
    const GssMessage message{event.id, event.message, event.body};
    if (types_.size() >= kMaxTypes) {
        ++refused_;
        return;
    }
    const EventShape& about = shape(event, world);
    const Arrival arrival = arrival_of(event, about, frame);
    if (auto rows = about.rows(message, arrival)) {
        ++typed_;
        const TypeId type = type_id(about.type(), sink);
        for (std::vector<Word>& row : *rows) events.push_back({type, std::move(row), false});
        return;
    }
    ++raw_;
    events.push_back({type_id(about.raw_type(), sink), about.raw_row(message, arrival), false});
}

}  // namespace tickreel::firefall
