#include "recorder/games/firefall/view.h"

#include <algorithm>

#include "tickreel/base/crc32.h"

namespace tickreel::firefall {

namespace {

constexpr std::uint8_t kClear = 0x80;

Bytes copy(ByteView bytes) {
    return {bytes.begin(), bytes.end()};
}

}  // namespace

std::optional<std::size_t> View::find(std::uint8_t index) const {
    const std::vector<ShadowField>& fields = shape_->layout->fields;
    const auto at = std::lower_bound(
        fields.begin(), fields.end(), index,
        [](const ShadowField& field, std::uint8_t wanted) { return field.index < wanted; });
    if (at == fields.end() || at->index != index) return std::nullopt;
    return static_cast<std::size_t>(at - fields.begin());
}

Result<void> View::set_raw(ByteView body) {
    raw_ = copy(body);
    stale_ = false;
    return {};
}

Result<void> View::set_keyframe(ByteView body) {
    const ViewLayout& layout = *shape_->layout;
    if (!layout.known) return set_raw(body);
    ByteReader in(body);
    const std::uint64_t player = layout.is_controller() ? in.u64() : 0;
    const ByteView bitfield = in.bytes(shape_->bitfield_bytes);
    if (in.failed()) return fail("keyframe of ", layout.name, " is cut short");
    std::vector<std::optional<Bytes>> fields(layout.fields.size());
    std::size_t bit = 0;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (layout.fields[i].nullable) {
            const bool null = (bitfield[bit / 8] >> (bit % 8) & 1) != 0;
            ++bit;
            if (null) continue;
        }
        fields[i] = copy(take_value(*layout.fields[i].type, in));
        if (in.failed())
            return fail("keyframe of ", layout.name, " ends inside ", layout.fields[i].name);
    }
    if (in.left() > 0)
        return fail("keyframe of ", layout.name, " has ", in.left(), " bytes too many");
    fields_ = std::move(fields);
    player_ = player;
    if (shape_->has_unused_bits) unused_bits_ = static_cast<Byte>(bitfield.back() >> (bit % 8));
    return {};
}

Result<void> View::update(ByteView body) {
    const ViewLayout& layout = *shape_->layout;
    if (!layout.known) {
        stale_ = true;
        changed();
        return {};
    }
    std::vector<std::pair<std::size_t, std::optional<Bytes>>> changes;
    ByteReader in(body);
    while (in.left() > 0) {
        const std::uint8_t code = in.u8();
        const std::optional<std::size_t> at = find(code & (kClear - 1));
        if (!at) return fail("update of ", layout.name, " names field ", code & (kClear - 1));
        const ShadowField& field = layout.fields[*at];
        if (code >= kClear && !field.nullable)
            return fail("update of ", layout.name, " clears ", field.name);
        if (code >= kClear)
            changes.emplace_back(*at, std::nullopt);
        else
            changes.emplace_back(*at, copy(take_value(*field.type, in)));
        if (in.failed()) return fail("update of ", layout.name, " ends inside ", field.name);
    }
    for (auto& [at, value] : changes) fields_[at] = std::move(value);
    changed();
    return {};
}

std::optional<Bytes> View::difference(const View& now) const {
    const ViewLayout& layout = *shape_->layout;
    if (now.shape_ != shape_ || now.player_ != player_ || now.unused_bits_ != unused_bits_ ||
        now.raw_ != raw_)
        return std::nullopt;
    // An update of an unknown layout makes the stored bytes stale.
    if (!layout.known && now.stale_ != stale_)
        return now.stale_ ? std::optional(Bytes{0}) : std::nullopt;
    ByteWriter out;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        if (now.fields_[i] == fields_[i]) continue;
        const std::uint8_t index = layout.fields[i].index;
        out.u8(now.fields_[i] ? index : static_cast<Byte>(index | kClear));
        if (now.fields_[i]) out.bytes(*now.fields_[i]);
    }
    return out.take();
}

std::string View::changed_fields(const View& before) const {
    constexpr std::size_t kNamed = 8;
    std::string names;
    if (before.shape_ != shape_) return names;
    std::size_t count = 0;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        if (before.fields_[i] == fields_[i]) continue;
        if (++count > kNamed) return names + ", ...";
        names += (names.empty() ? "" : ", ") + shape_->layout->fields[i].name;
    }
    return names;
}

Bytes View::checked() const {
    const ViewLayout& layout = *shape_->layout;
    if (!layout.known) return raw_;
    Bytes bitfield(shape_->bitfield_bytes);
    std::size_t bit = 0;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        if (!layout.fields[i].nullable) continue;
        if (!fields_[i]) bitfield[bit / 8] |= static_cast<Byte>(1U << (bit % 8));
        ++bit;
    }
    if (shape_->has_unused_bits) bitfield.back() |= static_cast<Byte>(unused_bits_ << (bit % 8));
    for (const std::optional<Bytes>& field : fields_)
        if (field) bitfield.insert(bitfield.end(), field->begin(), field->end());
    return bitfield;
}

Bytes View::body() const {
    if (!shape_->layout->known || !shape_->layout->is_controller()) return checked();
    ByteWriter out;
    out.u64(player_);
    out.bytes(checked());
    return out.take();
}

std::optional<ByteView> View::field(std::size_t at) const {
    if (at >= fields_.size() || !fields_[at]) return std::nullopt;
    return ByteView(*fields_[at]);
}

std::uint32_t View::checksum() const {
    return crc32_ieee(checked());
}

void View::add_field_cells(std::size_t field, Cells& cells) const {
    const ShadowField& about = shape_->layout->fields[field];
    if (!fields_[field]) {
        cells.resize(cells.size() + shape_->columns[field], Cell{.null = true});
        return;
    }
    ByteReader in(*fields_[field]);
    read_cells(*about.type, about.nullable, in, cells);
}

std::vector<Word> View::row() const {
    const ViewLayout& layout = *shape_->layout;
    Cells cells;
    cells.reserve(shape_->type.fields.size());
    cells.push_back({.bits = static_cast<std::uint64_t>(check_)});
    if (!layout.known) {
        cells.push_back({.bits = stale_ ? 1U : 0U});
        cells.push_back({.bytes = raw_});
        return pack_row(shape_->type, cells);
    }
    if (layout.is_controller()) cells.push_back({.bits = player_});
    if (shape_->has_unused_bits) cells.push_back({.bits = unused_bits_});
    for (std::size_t i = 0; i < fields_.size(); ++i) add_field_cells(i, cells);
    return pack_row(shape_->type, cells);
}

std::optional<View> View::from_row(const ViewShape& shape, Row row) {
    const std::optional<Cells> cells = unpack_row(shape.type, row);
    if (!cells) return std::nullopt;
    View view(shape);
    std::span<const Cell> rest(*cells);
    const auto take_bits = [&rest] {
        const std::uint64_t bits = rest.front().bits;
        rest = rest.subspan(1);
        return bits;
    };
    view.check_ = static_cast<ViewCheck>(take_bits());
    if (!shape.layout->known) {
        view.stale_ = take_bits() != 0;
        view.raw_ = rest.front().bytes;
        return view;
    }
    if (shape.layout->is_controller()) view.player_ = take_bits();
    if (shape.has_unused_bits) view.unused_bits_ = static_cast<Byte>(take_bits());
    for (std::size_t i = 0; i < view.fields_.size(); ++i) {
        const ShadowField& field = shape.layout->fields[i];
        std::span<const Cell> own = rest.first(shape.columns[i]);
        rest = rest.subspan(shape.columns[i]);
        const bool null = field.nullable &&
                          std::all_of(own.begin(), own.end(), [](const Cell& c) { return c.null; });
        if (null) continue;
        ByteWriter out;
        write_cells(*field.type, field.nullable, own, out);
        view.fields_[i] = out.take();
    }
    return view;
}

}  // namespace tickreel::firefall
