#pragma once
// Random but valid bytes for any view, so that every layout is tested without captures.

#include <algorithm>
#include <random>

#include "recorder/games/firefall/view.h"

namespace tickreel_test {

class RandomView {
public:
    explicit RandomView(std::uint64_t seed) : random_(seed) {}

    std::uint64_t number() { return random_(); }

    // `present` decides for each nullable field in order.
    template <class Present>
    tickreel::Bytes keyframe(const tickreel::firefall::ViewLayout& layout, Present present) {
        tickreel::Bytes bitfield((layout.nullable_count() + 7) / 8);
        tickreel::ByteWriter values;
        std::size_t bit = 0;
        for (const tickreel::firefall::ShadowField& field : layout.fields) {
            if (field.nullable) {
                const bool there = present(bit);
                if (!there) bitfield[bit / 8] |= static_cast<tickreel::Byte>(1U << (bit % 8));
                ++bit;
                if (!there) continue;
            }
            value(*field.type, nullptr, values);
        }
        tickreel::ByteWriter out;
        if (layout.is_controller()) out.u64(random_());
        out.bytes(bitfield);
        out.bytes(values.data());
        return out.take();
    }

    void value(const tickreel::firefall::Type& type, const std::vector<std::uint64_t>* members,
               tickreel::ByteWriter& out) {
        using Kind = tickreel::firefall::Type::Kind;
        switch (type.kind) {
            case Kind::Scalar:
                (void)scalar(type, out);
                break;
            case Kind::CString:
                for (std::uint64_t n = random_() % 6; n > 0; --n)
                    out.u8(static_cast<tickreel::Byte>(1 + random_() % 255));
                if (!type.to_end) out.u8(0);
                break;
            case Kind::Struct:
                structure(*type.members, out);
                break;
            case Kind::Array:
                array(type, members, out);
                break;
        }
    }

private:
    // Half of the numbers are small, so that conditions often hold; the rest are arbitrary bits.
    std::uint64_t scalar(const tickreel::firefall::Type& type, tickreel::ByteWriter& out) {
        std::uint64_t bits = random_() % 2 == 0 ? random_() % 14 : random_();
        if (type.bytes < 8) bits &= (1ULL << (8 * type.bytes)) - 1;
        for (unsigned i = 0; i < type.bytes; ++i)
            out.u8(static_cast<tickreel::Byte>(bits >> (8 * i)));
        return bits;
    }

    void structure(const tickreel::firefall::Struct& owner, tickreel::ByteWriter& out) {
        std::vector<std::uint64_t> members(owner.members.size());
        for (std::size_t i = 0; i < members.size(); ++i) {
            const tickreel::firefall::Member& member = owner.members[i];
            const auto holds = [&](const tickreel::firefall::Condition& one) {
                return one.holds(members[one.member]);
            };
            if (!std::all_of(member.conditions.begin(), member.conditions.end(), holds)) continue;
            if (member.type->kind == tickreel::firefall::Type::Kind::Scalar)
                members[i] = scalar(*member.type, out);
            else
                value(*member.type, &members, out);
        }
    }

    void array(const tickreel::firefall::Type& type, const std::vector<std::uint64_t>* members,
               tickreel::ByteWriter& out) {
        using Count = tickreel::firefall::Type::Count;
        if (type.count == Count::Bytes) {
            tickreel::ByteWriter inside;
            for (std::uint64_t i = random_() % 3; i > 0; --i) value(*type.element, nullptr, inside);
            out.u16(static_cast<std::uint16_t>(inside.size()));
            out.bytes(inside.data());
            return;
        }
        std::uint64_t count = type.fixed_count;
        if (type.count == Count::Prefix) {
            count = random_() % 4;
            for (unsigned i = 0; i < type.bytes; ++i)
                out.u8(static_cast<tickreel::Byte>(count >> (8 * i)));
        }
        if (type.count == Count::Member) count = (*members)[type.count_member];
        if (type.count == Count::Per64) count = (((*members)[type.count_member] >> 6) + 1) << 3;
        for (std::uint64_t i = 0; i < count; ++i) value(*type.element, nullptr, out);
    }

    std::mt19937_64 random_;
};

}  // namespace tickreel_test
