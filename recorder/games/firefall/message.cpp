#include "recorder/games/firefall/message.h"

#include <algorithm>

#include "recorder/games/firefall/view_shape.h"

namespace tickreel::firefall {

namespace {

constexpr std::size_t kHeadColumns = 2;  // View, Entity

ItemType head_type(std::string name, std::string origin) {
    return {.name = std::move(name),
            .origin = std::move(origin),
            .use = TypeUse::Event,
            .fields = {{.name = "View", .kind = FieldKind::UInt32},
                       {.name = "Entity", .kind = FieldKind::UInt64, .role = Role::Owner}}};
}

Cells head_cells(const GssMessage& message) {
    return {{.bits = message.typecode()}, {.bits = message.entity()}};
}

// The array that a body is, when it is nothing else.
const Type* list_of(const Type& body) {
    const std::vector<Member>& members = body.members->members;
    if (members.size() != 1 || members[0].may_miss()) return nullptr;
    const Type& only = *members[0].type;
    const bool is_list = only.kind == Type::Kind::Array && only.count == Type::Count::Prefix &&
                         only.element->kind == Type::Kind::Struct;
    return is_list ? &only : nullptr;
}

void add_body_columns(const Type& body, ItemType& type) {
    for (const Member& member : body.members->members)
        add_columns(*member.type, member.name, member.may_miss(), type.fields);
    const auto said = std::find_if(type.fields.begin(), type.fields.end(), [](const Field& f) {
        return f.kind == FieldKind::Text && f.name == "Message";
    });
    if (said != type.fields.end()) said->role = Role::Text;
}

Bytes write_body(const Type& body, std::span<const Cell> cells) {
    ByteWriter out;
    write_cells(body, false, cells, out);
    return out.take();
}

void write_count(const Type& list, std::size_t count, ByteWriter& out) {
    for (unsigned i = 0; i < list.bytes; ++i) out.u8(static_cast<Byte>(count >> (8 * i)));
}

}  // namespace

EventShape::EventShape(const MessageLayout* layout, std::string_view view, std::uint8_t number,
                       bool from_client) {
    std::string name =
        layout != nullptr ? layout->name : std::string(view) + "_message_" + std::to_string(number);
    if (from_client) name += "_Command";
    const std::string origin = std::to_string(number);
    raw_ = head_type(name + "_bytes", origin);
    raw_.known = false;
    raw_.fields.push_back({.name = "Body", .kind = FieldKind::Blob});
    type_ = head_type(std::move(name), origin);
    if (layout == nullptr || layout->body == nullptr) return;
    list_ = list_of(*layout->body);
    body_ = list_ != nullptr ? list_->element : layout->body;
    add_body_columns(*body_, type_);
}

std::optional<std::vector<Word>> EventShape::row(const GssMessage& message, ByteReader& in) const {
    ByteReader before = in;
    Cells cells = head_cells(message);
    read_cells(*body_, false, in, cells);
    if (in.failed() || cells.size() != type_.fields.size()) return std::nullopt;
    const ByteView bytes = before.bytes(in.position() - before.position());
    const Bytes again = write_body(*body_, std::span<const Cell>(cells).subspan(kHeadColumns));
    if (!std::equal(again.begin(), again.end(), bytes.begin(), bytes.end())) return std::nullopt;
    return pack_row(type_, cells);
}

std::optional<std::vector<std::vector<Word>>> EventShape::rows(const GssMessage& message) const {
    if (!is_known()) return std::nullopt;
    ByteReader in(message.body);
    std::size_t count = 1;
    if (list_ != nullptr) {
        count = 0;
        for (unsigned i = 0; i < list_->bytes; ++i) count |= std::size_t{in.u8()} << (8 * i);
    }
    std::vector<std::vector<Word>> rows;
    for (std::size_t i = 0; i < count; ++i) {
        auto one = row(message, in);
        // An element takes a byte at least, so a false count ends soon.
        if (!one || (list_ != nullptr && in.left() == 0 && i + 1 < count)) return std::nullopt;
        rows.push_back(*std::move(one));
    }
    if (in.failed() || in.left() > 0 || rows.empty()) return std::nullopt;
    return rows;
}

std::vector<Word> EventShape::raw_row(const GssMessage& message) const {
    Cells cells = head_cells(message);
    cells.push_back({.bytes = Bytes(message.body.begin(), message.body.end())});
    return pack_row(raw_, cells);
}

std::optional<WrittenMessage> write_event(const MessageLayout* layout, const ItemType& type,
                                          Row row) {
    const std::optional<Cells> cells = unpack_row(type, row);
    if (!cells || cells->size() < kHeadColumns) return std::nullopt;
    WrittenMessage written{(*cells)[1].bits << 8 | ((*cells)[0].bits & 0xff), {}};
    const std::span<const Cell> rest = std::span<const Cell>(*cells).subspan(kHeadColumns);
    if (!type.known) {
        if (rest.size() == 1) written.body = rest[0].bytes;
        return written;
    }
    if (layout == nullptr || layout->body == nullptr) return std::nullopt;
    const Type* list = list_of(*layout->body);
    ByteWriter out;
    if (list != nullptr) write_count(*list, 1, out);
    out.bytes(write_body(list != nullptr ? *list->element : *layout->body, rest));
    written.body = out.take();
    return written;
}

}  // namespace tickreel::firefall
