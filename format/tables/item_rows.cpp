#include "format/tables/item_rows.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tickreel {

namespace {

std::vector<FieldPlace> places_of(const ItemType& type) {
    std::vector<FieldPlace> places;
    std::size_t slot = presence_words(type);
    std::size_t null_bit = 0;
    for (const Field& field : type.fields) {
        FieldPlace place{places.size(), slot, slot_words(field), std::nullopt};
        if (field.nullable) place.null_bit = null_bit++;
        slot += place.words;
        places.push_back(place);
    }
    return places;
}

TypeMap map_type(const TablePlan& plan, const ItemType& type) {
    TypeMap map;
    const bool item = type.use == TypeUse::Item;
    map.wanted = plan.kind == TableKind::AllItems ? item : plan.type == type.name;
    if (!map.wanted) return map;
    map.reader.emplace(type);
    const std::vector<FieldPlace> places = places_of(type);
    for (const TableColumn& column : plan.columns) {
        const bool here =
            std::find(column.types.begin(), column.types.end(), type.name) != column.types.end();
        const auto field = here ? find_field(type, column.field) : std::nullopt;
        map.fields.push_back(field ? std::optional(places[*field]) : std::nullopt);
    }
    return map;
}

// A field as its column's type has it: enums by name.
Value field_value(const RowReader& reader, Row row, std::size_t index) {
    Value value = reader.read(row, index);
    const Field& field = reader.type().fields[index];
    const auto* number = std::get_if<std::int64_t>(&value);
    if (field.kind != FieldKind::Enum || number == nullptr) return value;
    const std::string_view name = enum_name(field, *number);
    return name.empty() ? std::to_string(*number) : std::string(name);
}

Value words_of(const ItemRow& row) {
    if (row.type->reader->type().known) return {};
    Bytes bytes(row.row.size_bytes());
    if (!row.row.empty()) std::memcpy(bytes.data(), row.row.data(), row.row.size_bytes());
    return bytes;
}

}  // namespace

void ItemRows::enter_file() {
    const Schema& schema = file().reel->schema();
    types_.clear();
    only_.reset();
    for (const ItemType& type : schema.types()) types_.push_back(map_type(plan_, type));
    if (plan_.kind == TableKind::Items) only_ = schema.find(plan_.type);
    types_of_ = frames_.file();
}

bool ItemRows::take(TypeId type, EntityId entity, Row row) {
    if (type >= types_.size() || !types_[type].wanted) return false;
    current_ = {&types_[type], &frames_.frame(), entity, row};
    const RowReader& reader = *types_[type].reader;
    if (reader.type().known) dropped_words_ += reader.extra_words(row).size();
    return true;
}

bool ItemRows::next_in_frame() {
    const Frame& frame = frames_.frame();
    if (plan_.kind == TableKind::Events) {
        while (index_ < frame.events.size()) {
            const Event& event = frame.events[index_++];
            if (take(event.type, 0, event.row)) return true;
        }
        return false;
    }
    while (index_ < frame.snapshot.size()) {
        const Item item = frame.snapshot[index_++];
        if (only_ && item.key.type != *only_) return false;
        if (take(item.key.type, item.key.entity, item.row)) return true;
    }
    return false;
}

Result<bool> ItemRows::next_frame() {
    in_frame_ = false;  // asked again after the end, there is no frame to look into
    const Result<bool> more = frames_.next();
    if (!more || !*more) return more;
    if (types_of_ != frames_.file()) enter_file();
    in_frame_ = only_.has_value() || plan_.kind != TableKind::Items;
    index_ = only_ ? frames_.frame().snapshot.lower_bound({*only_, 0}) : 0;
    return true;
}

Result<bool> ItemRows::next() {
    while (!in_frame_ || !next_in_frame()) {
        const Result<bool> more = next_frame();
        if (!more || !*more) return more;
    }
    return true;
}

Result<std::span<const ItemRow>> ItemRows::batch(std::size_t limit) {
    batch_.clear();
    while (batch_.size() < limit) {
        if (in_frame_ && next_in_frame()) {
            batch_.push_back(current_);
            continue;
        }
        in_frame_ = false;
        // With the frames that come next these rows would be gone.
        if (!batch_.empty() && frames_.at_last_in_memory()) break;
        const Result<bool> more = next_frame();
        if (!more) return more.error();
        if (!*more) break;
    }
    return std::span<const ItemRow>(batch_);
}

// When the tick in a field was: as far from the row's time as it is from the row's tick.
Value ItemRows::moment_of(const ItemRow& row, std::size_t column) const {
    const auto field = row.type->fields[column];
    if (!field) return {};
    const Value value = row.type->reader->read(row.row, field->field);
    const auto* tick = std::get_if<std::int64_t>(&value);
    const double rate = file().reel->info().ticks_per_second;
    if (tick == nullptr || !(rate > 0)) return {};
    const double away = static_cast<double>(*tick - row.frame->tick) / rate * 1e6;
    return microseconds(row.frame->time) + static_cast<std::int64_t>(std::llround(away));
}

Value ItemRows::value(const ItemRow& row, std::size_t column) const {
    const Frame& frame = *row.frame;
    switch (plan_.columns[column].use) {
        case ColumnUse::TickNumber:
            return frame.tick;
        case ColumnUse::TimeStamp:
            return microseconds(frame.time);
        case ColumnUse::Type:
            return row.type->reader->type().name;
        case ColumnUse::Id:
            return static_cast<std::int64_t>(row.entity);
        case ColumnUse::Checksum:
            return std::string(wire_checksum_name(frame.wire.checksum));
        case ColumnUse::Segment:
            return std::int64_t{frame.segment};
        case ColumnUse::File:
            return file().path;
        case ColumnUse::Words:
            return words_of(row);
        case ColumnUse::FieldTime:
            return moment_of(row, column);
        case ColumnUse::Field:
        case ColumnUse::Fact:
            break;
    }
    const auto field = row.type->fields[column];
    return field ? field_value(*row.type->reader, row.row, field->field) : Value();
}

}  // namespace tickreel
