#include "recorder/games/teeworlds/inputs.h"

#include <algorithm>

#include "recorder/games/teeworlds/type_tables.h"
#include "tickreel/model/row.h"

namespace tickreel::teeworlds {

namespace {

constexpr std::size_t kInputInts = 10;
constexpr std::int32_t kInputBytes = 4 * kInputInts;

constexpr ValueName kStatuses[] = {{0, "new"}, {1, "repeat"}, {2, "overdue"}};
constexpr ValueName kWantedWeapons[] = {{0, "keep"},    {1, "hammer"}, {2, "gun"},  {3, "shotgun"},
                                        {4, "grenade"}, {5, "laser"},  {6, "ninja"}};

Field field_of(std::string_view name, FieldKind kind = FieldKind::Int32, std::string_view unit = {},
               ValueNames values = {}) {
    Field field;
    field.name = name;
    field.kind = kind;
    field.unit = unit;
    for (const ValueName& value : values)
        field.values.push_back({value.value, std::string(value.name)});
    return field;
}

Field nullable(Field field) {
    field.nullable = true;
    return field;
}

ItemType event_about_input(std::string_view name, std::string_view origin,
                           std::vector<Field> fields) {
    ItemType type;
    type.name = name;
    type.origin = origin;
    type.use = TypeUse::Event;
    type.event_class = EventClass::Input;
    type.derived = true;  // its ticks are: no bytes of the wire are made from it
    type.fields = std::move(fields);
    return type;
}

// Of a type without such a field: behind all of them.
std::size_t slot_of(const ItemType& type, std::string_view name) {
    const RowReader reader(type);
    const auto field = find_field(type, name);
    return field ? reader.place(*field).slot : reader.slots_end();
}

}  // namespace

ItemType input_type(Protocol protocol) {
    const bool v07 = protocol == Protocol::V07;
    std::vector<Field> fields{
        field_of("delay", FieldKind::Int32, "us"),     // arrival - time of the frame, +-100 us
        field_of("margin", FieldKind::Int32, "tick"),  // intended tick - tick of the frame
        // Tick of the frame - newest snapshot that the client has; null: it asks for a full one.
        nullable(field_of("ack_lag", FieldKind::Int32, "tick")),
        field_of("status", FieldKind::Enum, {}, kStatuses), field_of("direction"),
        field_of("target_x", FieldKind::Int32, "unit"),
        field_of("target_y", FieldKind::Int32, "unit"), field_of("jump"),
        field_of("fire"),  // counts modulo 64; odd: the button is held
        field_of("hook"),
        field_of("player_flags", FieldKind::Flags, {},
                 builtin_tables().value_names(v07 ? "player_flags07" : "player_flags")),
        field_of("wanted_weapon", FieldKind::Enum, {}, kWantedWeapons), field_of("next_weapon"),
        field_of("prev_weapon")};
    fields[5].roles = Role::TargetX;
    fields[6].roles = Role::TargetY;
    if (v07) fields.push_back(nullable(field_of("ping_correction")));
    return event_about_input("Input", v07 ? "system 20" : "system 16", std::move(fields));
}

ItemType input_timing_type(Protocol protocol) {
    return event_about_input(
        "InputTiming", protocol == Protocol::V07 ? "system 10" : "system 9",
        {field_of("delay", FieldKind::Int32, "us"), field_of("margin", FieldKind::Int32, "tick"),
         // How long before its tick the input arrived; negative: too late.
         field_of("time_left", FieldKind::Int32, "ms")});
}

InputEvents::TimedType::TimedType(ItemType shape, FrameSink& sink)
    : type(std::move(shape)),
      id(sink.add_type(type)),
      delay(slot_of(type, "delay")),
      margin(slot_of(type, "margin")),
      ack_lag(slot_of(type, "ack_lag")) {}

std::optional<RelativeEvent> InputEvents::read(const Message& message, FrameSink& sink) {
    std::optional<RelativeEvent> event = message.direction == Direction::ToServer
                                             ? read_input(message.body, sink)
                                             : read_timing(message.body, sink);
    if (!event) ++broken_;
    return event;
}

InputStatus InputEvents::status_of(std::int32_t intended) {
    if (newest_ && intended == *newest_) return InputStatus::Repeat;
    if (newest_ && intended < *newest_) return InputStatus::Overdue;
    newest_ = intended;
    return InputStatus::New;
}

std::optional<RelativeEvent> InputEvents::read_input(ByteView body, FrameSink& sink) {
    Unpacker in(body);
    const std::int32_t ack = in.get_int();
    const std::int32_t intended = in.get_int();
    const std::int32_t bytes = in.get_int();
    std::vector<Value> values;
    values.reserve(4 + kInputInts + 1);
    values.resize(4, Value{std::int64_t{0}});
    if (ack < 0) values[2] = {};
    for (std::size_t i = 0; i < kInputInts; ++i) values.emplace_back(std::int64_t{in.get_int()});
    if (in.failed() || bytes != kInputBytes || ack < -1) return std::nullopt;
    if (protocol_ == Protocol::V07)
        values.push_back(in.left() == 0 ? Value{} : Value{std::int64_t{in.get_int()}});
    if (in.failed()) return std::nullopt;
    values[3] = static_cast<std::int64_t>(status_of(intended));
    if (!input_) input_.emplace(input_type(protocol_), sink);
    ++inputs_;
    RelativeEvent event;
    event.event.type = input_->id;
    event.event.row = make_row(input_->type, values);
    event.delay_word = input_->delay;
    event.ticks.push_back({input_->margin, intended, false});
    if (ack >= 0) event.ticks.push_back({input_->ack_lag, ack, true});
    return event;
}

std::optional<RelativeEvent> InputEvents::read_timing(ByteView body, FrameSink& sink) {
    Unpacker in(body);
    const std::int32_t intended = in.get_int();
    const std::int32_t left = in.get_int();
    if (in.failed()) return std::nullopt;
    if (!timing_) timing_.emplace(input_timing_type(protocol_), sink);
    RelativeEvent event;
    event.event.type = timing_->id;
    event.event.row =
        make_row(timing_->type, {std::int64_t{0}, std::int64_t{0}, std::int64_t{left}});
    event.delay_word = timing_->delay;
    event.ticks.push_back({timing_->margin, intended, false});
    return event;
}

}  // namespace tickreel::teeworlds
