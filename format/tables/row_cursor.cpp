#include "format/tables/row_cursor.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "format/tables/fact_rows.h"

namespace tickreel {

namespace {

// How the rows of one item type of one recording become the columns of the plan.
struct TypeMap {
    bool wanted = false;
    std::optional<RowReader> reader{};
    std::vector<std::optional<std::size_t>> fields{};  // by column
};

TypeMap map_type(const TablePlan& plan, const ItemType& type) {
    TypeMap map;
    const bool item = type.use == TypeUse::Item;
    map.wanted = plan.kind == TableKind::AllItems ? item : plan.type == type.name;
    if (!map.wanted) return map;
    map.reader.emplace(type);
    for (const TableColumn& column : plan.columns) {
        const bool here =
            std::find(column.types.begin(), column.types.end(), type.name) != column.types.end();
        map.fields.push_back(here ? find_field(type, column.field) : std::nullopt);
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

Bytes bytes_of(Row words) {
    Bytes bytes(words.size_bytes());
    if (!words.empty()) std::memcpy(bytes.data(), words.data(), words.size_bytes());
    return bytes;
}

// Rows of items and of events alike: a row has a type and words, and lies in a frame.
class ItemRows final : public RowCursor {
public:
    ItemRows(const TablePlan& plan, std::span<const ReelFile> files, TickBounds bounds,
             const ProblemSink& problems)
        : plan_(plan), files_(files), frames_(files, bounds, problems) {}

    Result<bool> next() override;
    Value value(std::size_t column) const override;
    std::uint64_t dropped_words() const override { return dropped_words_; }

private:
    bool next_in_frame();
    bool take(TypeId type, EntityId entity, Row row);
    void enter_file();
    Value words() const;
    Value moment_of(std::size_t column) const;

    const TablePlan& plan_;
    std::span<const ReelFile> files_;
    FrameCursor frames_;
    std::vector<TypeMap> types_;
    std::optional<std::size_t> types_of_{};  // the file that types_ is of
    std::optional<TypeId> only_{};           // the only type wanted, in that file
    bool in_frame_ = false;
    std::size_t index_ = 0;  // the next item or event to look at
    const TypeMap* map_ = nullptr;
    EntityId entity_ = 0;
    Row row_{};
    std::uint64_t dropped_words_ = 0;
};

void ItemRows::enter_file() {
    const Schema& schema = files_[frames_.file()].reel->schema();
    types_.clear();
    only_.reset();
    for (const ItemType& type : schema.types()) types_.push_back(map_type(plan_, type));
    if (plan_.kind == TableKind::Items) only_ = schema.find(plan_.type);
    types_of_ = frames_.file();
}

bool ItemRows::take(TypeId type, EntityId entity, Row row) {
    if (type >= types_.size() || !types_[type].wanted) return false;
    map_ = &types_[type];
    entity_ = entity;
    row_ = row;
    if (map_->reader->type().known) dropped_words_ += map_->reader->extra_words(row).size();
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

Result<bool> ItemRows::next() {
    for (;;) {
        if (in_frame_ && next_in_frame()) return true;
        in_frame_ = false;  // asked again after the end, there is no frame to look into
        const Result<bool> more = frames_.next();
        if (!more || !*more) return more;
        if (types_of_ != frames_.file()) enter_file();
        in_frame_ = only_.has_value() || plan_.kind != TableKind::Items;
        index_ = only_ ? frames_.frame().snapshot.lower_bound({*only_, 0}) : 0;
    }
}

Value ItemRows::words() const {
    if (map_->reader->type().known) return {};
    return bytes_of(row_);
}

// When the tick in a field was: as far from the row's time as it is from the row's tick.
Value ItemRows::moment_of(std::size_t column) const {
    const auto field = map_->fields[column];
    if (!field) return {};
    const Value value = map_->reader->read(row_, *field);
    const auto* tick = std::get_if<std::int64_t>(&value);
    const Frame& frame = frames_.frame();
    const double rate = files_[frames_.file()].reel->info().ticks_per_second;
    if (tick == nullptr || !(rate > 0)) return {};
    const double away = static_cast<double>(*tick - frame.tick) / rate * 1e6;
    return microseconds(frame.time) + static_cast<std::int64_t>(std::llround(away));
}

Value ItemRows::value(std::size_t column) const {
    const Frame& frame = frames_.frame();
    switch (plan_.columns[column].use) {
        case ColumnUse::TickNumber:
            return frame.tick;
        case ColumnUse::TimeStamp:
            return microseconds(frame.time);
        case ColumnUse::Type:
            return map_->reader->type().name;
        case ColumnUse::Id:
            return static_cast<std::int64_t>(entity_);
        case ColumnUse::Checksum:
            return std::string(wire_checksum_name(frame.wire.checksum));
        case ColumnUse::Segment:
            return std::int64_t{frame.segment};
        case ColumnUse::File:
            return files_[frames_.file()].path;
        case ColumnUse::Words:
            return words();
        case ColumnUse::FieldTime:
            return moment_of(column);
        case ColumnUse::Field:
        case ColumnUse::Fact:
            break;
    }
    const auto field = map_->fields[column];
    return field ? field_value(*map_->reader, row_, *field) : Value();
}

bool is_whole(const ReelFile& file) {
    const MomentRange all = file.reel->everything();
    return file.range.from <= all.from && file.range.to >= all.to && file.reel->finished() &&
           file.reel->damage().empty();
}

}  // namespace

std::unique_ptr<RowCursor> open_rows(const TablePlan& plan, std::span<const ReelFile> files,
                                     TickBounds bounds, const ProblemSink& problems) {
    if (plan.kind == TableKind::Snapshots)
        return std::make_unique<SnapshotRows>(plan, files, bounds, problems);
    if (plan.kind == TableKind::Players) return std::make_unique<PlayerRows>(plan, files, problems);
    return std::make_unique<ItemRows>(plan, files, bounds, problems);
}

std::optional<std::uint64_t> count_rows(const TablePlan& plan, std::span<const ReelFile> files) {
    std::uint64_t rows = 0;
    for (const ReelFile& file : files) {
        const auto counts = file.reel->statistics();
        if (!is_whole(file) || !counts || plan.kind == TableKind::Players) return std::nullopt;
        if (plan.kind == TableKind::Snapshots) rows += counts->snapshots;
        for (const auto& [type, count] : counts->items)
            if (plan.kind == TableKind::AllItems ||
                (plan.kind == TableKind::Items && file.reel->schema().contains(type) &&
                 file.reel->schema()[type].name == plan.type))
                rows += count;
        for (const auto& [type, count] : counts->events)
            if (plan.kind == TableKind::Events && file.reel->schema().contains(type) &&
                file.reel->schema()[type].name == plan.type)
                rows += count;
    }
    return rows;
}

}  // namespace tickreel
