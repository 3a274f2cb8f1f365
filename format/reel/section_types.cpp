// The section of types: the schema in the file.
#include <bit>

#include "format/model/legacy_meaning.h"
#include "format/reel/sections.h"
#include "tickreel/reel/layout.h"

namespace tickreel {

namespace {

constexpr std::uint8_t kDerived = 1;
constexpr std::uint8_t kSharesNames = 2;

// All except the first.
void write_more_roles(Roles roles, ByteWriter& out) {
    std::vector<Role> more;
    for (int i = static_cast<int>(roles.first()) + 1; i < kRoles; ++i)
        if (roles.has(static_cast<Role>(i))) more.push_back(static_cast<Role>(i));
    out.varint(more.size());
    for (const Role role : more) out.text(role_name(role));
}

// Files of 1.0 end before them.
void read_more_roles(ByteReader& in, Roles& roles) {
    const std::uint64_t count = in.left() > 0 ? in.varint() : 0;
    for (std::uint64_t i = 0; i < count && !in.failed(); ++i)
        roles = roles | role_from_name(in.text());
}

// Most fields have none and end before it.
void write_sentinel(const Field& field, ByteWriter& out) {
    if (!field.sentinel) return;
    out.signed_varint(field.sentinel->word);
    out.varint(field.sentinel->with ? *field.sentinel->with + 1 : 0);
}

void read_sentinel(ByteReader& in, Field& field) {
    if (in.left() == 0) return;
    Sentinel& sentinel = field.sentinel.emplace();
    sentinel.word = static_cast<Word>(in.signed_varint());
    if (const std::uint64_t with = in.varint(); with > 0)
        sentinel.with = static_cast<std::size_t>(with - 1);
}

void write_meaning(const ItemType& type, ByteWriter& out) {
    // Defaults are stored as empty text: a schema is in the file at least twice.
    out.text(type.event_class == EventClass::Other ? "" : event_class_name(type.event_class));
    out.text(type.checksum == ChecksumScope::Snapshot ? "" : checksum_scope_name(type.checksum));
    out.u8(static_cast<std::uint8_t>((type.derived ? kDerived : 0) |
                                     (type.shares_names ? kSharesNames : 0)));
}

// Absent from types of files before 1.1.
void read_meaning(ByteReader& in, ItemType& type) {
    if (in.left() == 0) return give_legacy_meaning(type);
    give_later_roles(type);
    type.event_class = event_class_from_name(in.text());
    type.checksum = checksum_scope_from_name(in.text());
    const std::uint8_t flags = in.u8();
    type.derived = (flags & kDerived) != 0;
    type.shares_names = (flags & kSharesNames) != 0;
}

void write_field(const Field& field, ByteWriter& out) {
    ByteWriter content;
    content.text(field.name);
    content.u8(static_cast<std::uint8_t>(field.kind));
    content.u8(field.nullable ? 1 : 0);
    content.text(role_name(field.roles.first()));
    content.u64(std::bit_cast<std::uint64_t>(field.scale));
    content.text(field.unit);
    content.varint(field.words);
    content.varint(field.values.size());
    for (const NamedValue& named : field.values) {
        content.signed_varint(named.value);
        content.text(named.name);
    }
    write_more_roles(field.roles, content);
    write_sentinel(field, content);
    out.varint(content.size());
    out.bytes(content.data());
}

// False if the kind is from a newer version.
bool read_field(ByteReader& in, Field& field) {
    field.name = in.text();
    const std::uint8_t kind = in.u8();
    field.nullable = (in.u8() & 1) != 0;
    field.roles = role_from_name(in.text());
    field.scale = std::bit_cast<double>(in.u64());
    field.unit = in.text();
    field.words = static_cast<std::uint16_t>(in.varint());
    const std::uint64_t values = in.varint();
    for (std::uint64_t i = 0; i < values && !in.failed(); ++i) {
        NamedValue named;
        named.value = in.signed_varint();
        named.name = in.text();
        field.values.push_back(std::move(named));
    }
    read_more_roles(in, field.roles);
    read_sentinel(in, field);
    if (kind >= kFieldKinds) return false;
    field.kind = static_cast<FieldKind>(kind);
    return true;
}

ItemType read_type(ByteReader& in) {
    ItemType type;
    type.name = in.text();
    type.origin = in.text();
    type.use = (in.u8() & 1) != 0 ? TypeUse::Event : TypeUse::Item;
    type.known = (in.u8() & 1) != 0;
    const std::uint64_t fields = in.varint();
    bool all_known = true;
    for (std::uint64_t i = 0; i < fields && !in.failed(); ++i) {
        const std::uint64_t length = in.varint();
        if (length > in.left()) {
            in.fail();
            break;
        }
        ByteReader content(in.bytes(static_cast<std::size_t>(length)));
        Field field;
        all_known = read_field(content, field) && all_known;
        if (content.failed()) in.fail();
        type.fields.push_back(std::move(field));
    }
    // A kind of unknown size shifts all later fields: show the rows as plain words.
    if (!all_known) {
        type.fields.clear();
        type.known = false;
    }
    if (!in.failed()) read_meaning(in, type);
    return type;
}

}  // namespace

void write_types(const std::map<std::uint32_t, ItemType>& types, std::uint32_t from,
                 ByteWriter& out) {
    const auto first = types.lower_bound(from);
    out.varint(from);
    out.varint(static_cast<std::uint64_t>(std::distance(first, types.end())));
    for (auto at = first; at != types.end(); ++at) {
        const ItemType& type = at->second;
        ByteWriter content;
        content.text(type.name);
        content.text(type.origin);
        content.u8(type.use == TypeUse::Event ? 1 : 0);
        content.u8(type.known ? 1 : 0);
        content.varint(type.fields.size());
        for (const Field& field : type.fields) write_field(field, content);
        write_meaning(type, content);
        out.varint(content.size());
        out.bytes(content.data());
    }
}

Result<void> read_types(ByteReader& in, std::map<std::uint32_t, ItemType>& into) {
    const std::uint64_t first = in.varint();
    const std::uint64_t count = in.varint();
    if (first > layout::kMaxTypes || count > layout::kMaxTypes - first)
        return fail("the list of types says ", count, " entries from number ", first);
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t length = in.varint();
        if (in.failed() || length > in.left())
            return fail("the list of types ends in type ", first + i);
        ByteReader content(in.bytes(static_cast<std::size_t>(length)));
        ItemType type = read_type(content);
        if (content.failed()) return fail("type ", first + i, " is cut");
        into[static_cast<std::uint32_t>(first + i)] = std::move(type);
    }
    return {};
}

}  // namespace tickreel
