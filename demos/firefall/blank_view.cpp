#include "demos/firefall/blank_view.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace tickreel::firefall_match {

using firefall::Condition;
using firefall::Member;
using firefall::ShadowField;
using firefall::Type;
using firefall::View;

namespace {

constexpr std::uint32_t kFactionsOfNone = 8;  // size in bytes of an empty set of factions

void write_zeros(std::size_t count, ByteWriter& out) {
    out.bytes(Bytes(count));
}

void write_blank_array(const Type& type, ByteWriter& out) {
    std::uint32_t count = 0;
    if (type.count == Type::Count::Prefix) write_zeros(type.bytes, out);
    if (type.count == Type::Count::Fixed) count = type.fixed_count;
    if (type.count == Type::Count::Per64) count = kFactionsOfNone;
    for (std::uint32_t i = 0; i < count; ++i) write_blank(*type.element, out);
}

}  // namespace

void write_blank(const Type& type, ByteWriter& out) {
    switch (type.kind) {
        case Type::Kind::Scalar:
            write_zeros(type.bytes, out);
            break;
        case Type::Kind::CString:
            out.u8(0);
            break;
        case Type::Kind::Struct:
            for (const Member& member : type.members->members)
                if (std::all_of(member.conditions.begin(), member.conditions.end(),
                                [](const Condition& one) { return one.holds(0); }))
                    write_blank(*member.type, out);
            break;
        case Type::Kind::Array:
            write_blank_array(type, out);
            break;
    }
}

View blank_view(const firefall::ViewShape& shape, std::uint64_t player) {
    ByteWriter out;
    if (shape.layout->is_controller()) out.u64(player);
    Bytes bitfield(shape.bitfield_bytes);
    const std::size_t nullable = shape.layout->nullable_count();
    for (std::size_t bit = 0; bit < nullable; ++bit)
        bitfield[bit / 8] |= static_cast<Byte>(1U << (bit % 8));
    out.bytes(bitfield);
    for (const ShadowField& field : shape.layout->fields)
        if (!field.nullable) write_blank(*field.type, out);
    View view(shape);
    [[maybe_unused]] const Result<void> made = view.set_keyframe(out.data());
    assert(made.ok());
    return view;
}

void set_field(View& view, std::string_view name, ByteView value) {
    const std::vector<ShadowField>& fields = view.shape().layout->fields;
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [&](const ShadowField& one) { return one.name == name; });
    assert(field != fields.end());
    ByteWriter update;
    update.u8(value.empty() ? static_cast<Byte>(field->index | 0x80) : field->index);
    update.bytes(value);
    const firefall::ViewCheck check = view.check();  // of the server's own state
    [[maybe_unused]] const Result<void> done = view.update(update.data());
    view.set_check(check);
    assert(done.ok());
}

void set_number(View& view, std::string_view field, std::uint64_t value, std::size_t bytes) {
    Bytes out;
    for (std::size_t i = 0; i < bytes; ++i) out.push_back(static_cast<Byte>(value >> (8 * i)));
    set_field(view, field, out);
}

void put_float(float value, ByteWriter& out) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    out.u32(bits);
}

void put_vector(std::initializer_list<float> axes, ByteWriter& out) {
    for (const float axis : axes) put_float(axis, out);
}

void put_text(std::string_view text, ByteWriter& out) {
    out.bytes(as_bytes(text));
    out.u8(0);
}

}  // namespace tickreel::firefall_match
