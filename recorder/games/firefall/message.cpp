#include "recorder/games/firefall/message.h"

#include <algorithm>
#include <array>

#include "recorder/games/firefall/view_shape.h"
#include "tickreel/base/concat.h"

namespace tickreel::firefall {

namespace {

constexpr std::size_t kHeadColumns = 2;  // View, Entity
constexpr std::string_view kSamples[] = {"Character_MovementInput", "Character_MovementInputFake",
                                         "Vehicle_MovementInput", "Vehicle_MovementInputFake",
                                         "Generic_ScheduleUpdateRequest"};

// Ids in bodies have the kind of controller in their lowest byte; the entity number that items have
// is the rest. Behind the columns of the body comes one with the number for each of these.
struct IdColumn {
    std::string_view id{};
    std::string_view number{};
    EventClass about = EventClass::Other;
    Role role = Role::None;
};
constexpr std::array kIdColumns = {
    IdColumn{"Killer.Backing", "KillerEntity", EventClass::Kill, Role::Subject},
    IdColumn{"SenderId.Backing", "SenderEntity", EventClass::Chat, Role::Speaker},
};

ItemType head_type(std::string name, std::string origin, EventClass about) {
    return {.name = std::move(name),
            .origin = std::move(origin),
            .use = TypeUse::Event,
            .fields = {{.name = "View", .kind = FieldKind::UInt32},
                       {.name = "Entity", .kind = FieldKind::UInt64, .roles = Role::Owner}},
            .event_class = about};
}

Cells head_cells(const GssMessage& message) {
    return {{.bits = message.typecode()}, {.bits = message.entity()}};
}

// The array at the end of a body whose other members are all plain numbers.
const Type* list_of(const Type& body) {
    const std::vector<Member>& members = body.members->members;
    if (members.empty()) return nullptr;
    for (std::size_t i = 0; i < members.size(); ++i) {
        const bool last = i + 1 == members.size();
        if (members[i].may_miss() || (!last && members[i].type->kind != Type::Kind::Scalar))
            return nullptr;
    }
    const Type& only = *members.back().type;
    const bool counted = only.count == Type::Count::Prefix || only.count == Type::Count::Bytes;
    const bool is_list =
        only.kind == Type::Kind::Array && counted && only.element->kind == Type::Kind::Struct;
    return is_list ? &only : nullptr;
}

void add_member_columns(std::span<const Member> members, ItemType& type) {
    for (const Member& member : members)
        add_columns(*member.type, member.name, member.may_miss(), type.fields);
}

void add_body_columns(const Type& body, const Type* list, ItemType& type) {
    const std::span<const Member> members(body.members->members);
    add_member_columns(list != nullptr ? members.first(members.size() - 1) : members, type);
    if (list != nullptr) add_member_columns(list->element->members->members, type);
    const auto text = [&type](std::string_view name) {
        const auto named = [name](const Field& field) {
            return field.kind == FieldKind::Text && field.name == name;
        };
        return std::find_if(type.fields.begin(), type.fields.end(), named);
    };
    const auto said = text("Message");
    const auto by = text("SenderName");
    if (said == type.fields.end()) return;
    said->roles = Role::Text;
    if (by != type.fields.end()) by->roles = Role::Name;
}

// Which columns are the ids; their numbers are added to the type.
std::vector<std::size_t> add_number_columns(ItemType& type) {
    std::vector<std::size_t> ids;
    for (const IdColumn& column : kIdColumns) {
        const auto id = find_field(type, column.id);
        if (!id || type.event_class != column.about) continue;
        ids.push_back(*id);
        type.fields.push_back({.name = std::string(column.number),
                               .kind = FieldKind::UInt64,
                               .nullable = true,
                               .roles = column.role});
        if (column.role == Role::Subject) type.fields[1].roles = Role::Owner | Role::Object;
    }
    return ids;
}

Field delay_column() {
    return {.name = std::string(kDelayColumn), .kind = FieldKind::Int32, .unit = "us"};
}

Cell delay_cell(Arrival arrival) {
    return {.bits = static_cast<std::uint64_t>(std::int64_t{arrival.delay})};
}

Bytes write_value(const Type& type, std::span<const Cell>& cells) {
    ByteWriter out;
    write_cells(type, false, cells, out);
    return out.take();
}

// Encodes a body from its columns; a list gets one element.
Bytes write_body(const Type& body, const Type* list, std::span<const Cell> cells) {
    if (list == nullptr) return write_value(body, cells);
    ByteWriter out;
    const std::vector<Member>& members = body.members->members;
    for (std::size_t i = 0; i + 1 < members.size(); ++i)
        out.bytes(write_value(*members[i].type, cells));
    const Bytes element = write_value(*list->element, cells);
    const std::size_t count = list->count == Type::Count::Bytes ? element.size() : 1;
    for (unsigned i = 0; i < list->bytes; ++i) out.u8(static_cast<Byte>(count >> (8 * i)));
    out.bytes(element);
    return out.take();
}

}  // namespace

bool is_sample(std::string_view command) {
    return std::find(std::begin(kSamples), std::end(kSamples), command) != std::end(kSamples);
}

EventShape::EventShape(const MessageLayout* layout, std::string_view view, std::uint8_t number,
                       bool from_client)
    : from_client_(from_client),
      sample_(from_client && layout != nullptr && is_sample(layout->name)) {
    std::string name = layout != nullptr ? layout->name : concat(view, "_message_", number);
    if (from_client) name += "_Command";
    const std::string origin = std::to_string(number);
    const EventClass about = layout != nullptr ? layout->about
                             : from_client     ? EventClass::Input
                                               : EventClass::Other;
    raw_ = head_type(name + "_bytes", origin, about);
    raw_.known = false;
    raw_.fields.push_back({.name = "Body", .kind = FieldKind::Blob});
    if (from_client) raw_.fields.push_back(delay_column());
    type_ = head_type(std::move(name), origin, about);
    if (layout == nullptr || layout->body == nullptr) return;
    body_ = layout->body;
    list_ = list_of(*body_);
    add_body_columns(*body_, list_, type_);
    ids_ = add_number_columns(type_);
    arrival_ = type_.fields.size();
    if (from_client) type_.fields.push_back(delay_column());
    if (!sample_) return;
    type_.derived = true;
    type_.fields.push_back({.name = "Status",
                            .kind = FieldKind::Enum,
                            .values = {{0, "new"}, {1, "repeat"}, {2, "overdue"}}});
}

std::optional<std::uint16_t> EventShape::sample_clock(const GssMessage& message) const {
    if (!sample_ || body_ == nullptr) return std::nullopt;
    auto column = find_field(type_, "ShortTime");
    if (!column) column = find_field(type_, "Time");
    ByteReader in(message.body);
    Cells cells = head_cells(message);
    read_cells(*body_, false, in, cells);
    if (in.failed() || !column || *column >= cells.size()) return std::nullopt;
    return static_cast<std::uint16_t>(cells[*column].bits);
}

// One event: the rest of `in`, or its next element.
std::optional<std::vector<Word>> EventShape::row(const Cells& head, ByteReader& in,
                                                 Arrival arrival) const {
    ByteReader before = in;
    Cells cells = head;
    read_cells(list_ != nullptr ? *list_->element : *body_, false, in, cells);
    if (in.failed() || cells.size() + ids_.size() != arrival_) return std::nullopt;
    const ByteView bytes = before.bytes(in.position() - before.position());
    std::span<const Cell> own = std::span<const Cell>(cells).subspan(head.size());
    const Bytes again = write_value(list_ != nullptr ? *list_->element : *body_, own);
    if (!std::equal(again.begin(), again.end(), bytes.begin(), bytes.end())) return std::nullopt;
    for (const std::size_t id : ids_) {
        const Cell of = cells[id];
        cells.push_back({.null = of.null || of.bits == 0, .bits = of.bits >> 8});
    }
    if (from_client_) cells.push_back(delay_cell(arrival));
    if (sample_) cells.push_back({.bits = static_cast<std::uint64_t>(arrival.status)});
    return pack_row(type_, cells);
}

std::optional<std::vector<std::vector<Word>>> EventShape::rows(const GssMessage& message,
                                                               Arrival arrival) const {
    if (!is_known()) return std::nullopt;
    ByteReader in(message.body);
    Cells head = head_cells(message);
    std::vector<std::vector<Word>> rows;
    if (list_ == nullptr) {
        auto one = row(head, in, arrival);
        if (!one || in.left() > 0) return std::nullopt;
        rows.push_back(*std::move(one));
        return rows;
    }
    const std::vector<Member>& members = body_->members->members;
    for (std::size_t i = 0; i + 1 < members.size(); ++i)
        read_cells(*members[i].type, false, in, head);
    std::size_t count = 0;
    for (unsigned i = 0; i < list_->bytes; ++i) count |= std::size_t{in.u8()} << (8 * i);
    if (list_->count == Type::Count::Bytes && count != in.left()) return std::nullopt;
    // Every element takes at least one byte.
    while (in.left() > 0) {
        auto one = row(head, in, arrival);
        if (!one) return std::nullopt;
        rows.push_back(*std::move(one));
    }
    const bool all = list_->count == Type::Count::Bytes || rows.size() == count;
    if (in.failed() || !all || rows.empty()) return std::nullopt;
    return rows;
}

std::vector<Word> EventShape::raw_row(const GssMessage& message, Arrival arrival) const {
    Cells cells = head_cells(message);
    cells.push_back({.bytes = Bytes(message.body.begin(), message.body.end())});
    if (from_client_) cells.push_back(delay_cell(arrival));
    return pack_row(raw_, cells);
}

std::optional<WrittenMessage> write_event(const MessageLayout* layout, const ItemType& type,
                                          Row row) {
    const std::optional<Cells> cells = unpack_row(type, row);
    if (!cells || cells->size() < kHeadColumns) return std::nullopt;
    WrittenMessage written{(*cells)[1].bits << 8 | ((*cells)[0].bits & 0xff), {}};
    const std::span<const Cell> rest = std::span<const Cell>(*cells).subspan(kHeadColumns);
    if (!type.known) {
        if (!rest.empty()) written.body = rest[0].bytes;
        return written;
    }
    if (layout == nullptr || layout->body == nullptr) return std::nullopt;
    written.body = write_body(*layout->body, list_of(*layout->body), rest);
    return written;
}

}  // namespace tickreel::firefall
