#include "format/tables/item_rows.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "tickreel/model/entity_slots.h"
#include "tickreel/model/names.h"

namespace tickreel {

namespace {

TypeMap map_type(const TablePlan& plan, TypeId id, const ItemType& type) {
    TypeMap map;
    map.id = id;
    map.wanted = true;
    map.reader.emplace(type);
    map.named = find_name_source(type);
    for (const TableColumn& column : plan.columns) map.fields.push_back(find_field(type, column));
    return map;
}

// A field as its column's type has it: enums by name, in a column of texts.
Value field_value(const RowReader& reader, Row row, std::size_t index, SqlType type) {
    Value value = reader.read(row, index);
    if (type != SqlType::Varchar) return value;
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

bool ItemRows::wants(const ItemType& type) const {
    if (!keep_.empty() && !keep_.contains(type.name)) return false;
    return plan_.kind == TableKind::AllItems
               ? type.use == TypeUse::Item && !plan_.has_apart(type.name)
               : plan_.type == type.name;
}

void ItemRows::enter_file() {
    const Schema& schema = file().reel->schema();
    types_.clear();
    only_.reset();
    for (const ItemType& type : schema.types()) {
        const auto id = static_cast<TypeId>(types_.size());
        types_.push_back(wants(type) ? map_type(plan_, id, type) : TypeMap());
    }
    evolution_.reset();
    names_.reset();
    recorded_.reset();
    taken_.reset();
    if (is_resampled(plan_, {&file(), 1}) && !steps_) taken_ = file().steps;
    if (steps_) steps_->enter_file(schema);
    if (plan_.kind == TableKind::Items) only_ = schema.find(plan_.type);
    types_of_ = frames_.file();
}

bool ItemRows::take(TypeId type, EntityId entity, Row row) {
    if (type >= types_.size() || !types_[type].wanted || !keeps(entity)) return false;
    const Frame& frame = frames_.frame();
    current_ = {&types_[type], &frame, frame.moment(), entity, row, {}, index_ - 1};
    if (steps_) current_.step = steps_->take({type, entity}, frame.tick, row);
    const RowReader& reader = *types_[type].reader;
    if (reader.type().known) dropped_words_ += reader.extra_words(row).size();
    return true;
}

bool ItemRows::keeps(EntityId entity) const {
    return !bounds_.ids || plan_.kind == TableKind::Events ||
           std::binary_search(bounds_.ids->begin(), bounds_.ids->end(),
                              static_cast<std::int64_t>(entity));
}

void ItemRows::choose_frames() {
    if (!taken_) return;
    chosen_.clear();
    for (const Frame& frame : frames_.in_memory()) chosen_.push_back(taken_->takes(frame.moment()));
}

bool ItemRows::is_chosen(const Frame& frame) const {
    return !taken_ || chosen_[static_cast<std::size_t>(&frame - frames_.in_memory().data())];
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
    if (steps_ && any_frame_) steps_->end_frame(frames_.frame());
    any_frame_ = false;
    const Result<bool> more = frames_.next();
    if (!more || !*more) return more;
    any_frame_ = true;
    if (types_of_ != frames_.file()) enter_file();
    if (frames_.at_first_in_memory()) choose_frames();
    if (steps_) steps_->begin_frame(frames_.frame());
    in_frame_ = (only_.has_value() || plan_.kind != TableKind::Items) && is_chosen(frames_.frame());
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

std::uint64_t ItemRows::rows_in(const Frame& frame) const {
    const Snapshot& items = frame.snapshot;
    const auto wanted = [&](TypeId type) { return type < types_.size() && types_[type].wanted; };
    std::uint64_t rows = 0;
    if (!is_chosen(frame)) return rows;
    if (plan_.kind == TableKind::Events) {
        for (const Event& event : frame.events) rows += wanted(event.type) ? 1U : 0U;
        return rows;
    }
    for (std::size_t i = only_ ? items.lower_bound({*only_, 0}) : 0; i < items.size(); ++i) {
        const TypeId type = items[i].key.type;
        if (only_ && type != *only_) break;
        rows += wanted(type) ? 1U : 0U;
    }
    return rows;
}

// Says where in it row groups may end.
void ItemRows::begin_stretch() {
    if (!pace_) return;
    const auto chunks = file().reel->chunks();
    const auto frames = frames_.in_memory();
    std::vector<RowRun> runs;
    for (const Frame& frame : frames) {
        const auto before = [](const Moment& moment, const ChunkInfo& chunk) {
            return moment < Moment{chunk.segment, chunk.first_tick};
        };
        const auto next = std::upper_bound(chunks.begin(), chunks.end(), frame.moment(), before);
        const bool starts_chunk = next != chunks.begin() &&
                                  std::prev(next)->segment == frame.segment &&
                                  std::prev(next)->first_tick == frame.tick;
        if (starts_chunk && !runs.empty()) runs.back().chunk_follows = true;
        runs.push_back({rows_in(frame), false});
    }
    pace_->plan(runs);
}

std::size_t ItemRows::batch_size(std::size_t limit) const {
    return pace_ ? std::min<std::size_t>(limit, pace_->next_batch()) : limit;
}

Result<std::span<const ItemRow>> ItemRows::batch(std::size_t limit) {
    batch_.clear();
    held_.reset();
    if (steps_) steps_->clear();
    std::size_t wanted = batch_size(limit);
    while (batch_.size() < wanted) {
        if (in_frame_ && next_in_frame()) {
            batch_.push_back(current_);
            continue;
        }
        in_frame_ = false;
        // With the frames that come next these rows would be gone, unless someone holds theirs.
        if (!batch_.empty() && frames_.at_last_in_memory()) {
            if (pace_ || held_ || !frames_.in_last_file()) break;
            held_ = frames_.stretch();
        }
        const Result<bool> more = next_frame();
        if (!more) return more.error();
        if (!*more) break;
        if (!frames_.at_first_in_memory()) continue;
        begin_stretch();
        wanted = batch_size(limit);
    }
    if (pace_) pace_->given(batch_.size());
    return std::span<const ItemRow>(batch_);
}

// When the tick in a field was: as far from the row's time as it is from the row's tick.
Value ItemRows::moment_of(const ItemRow& row, std::size_t column) const {
    const auto field = row.type->fields[column];
    if (!field) return {};
    const Value value = row.type->reader->read(row.row, *field);
    const auto* tick = std::get_if<std::int64_t>(&value);
    const double rate = file().reel->info().ticks_per_second;
    if (tick == nullptr || !(rate > 0)) return {};
    const double away = static_cast<double>(*tick - row.frame->tick) / rate * 1e6;
    return microseconds(row.frame->time) + static_cast<std::int64_t>(std::llround(away));
}

Value ItemRows::evolved(const ItemRow& row, std::size_t column) const {
    const auto field = row.type->fields[column];
    if (!field) return {};
    if (!evolution_) evolution_.emplace(*file().reel, file().evolvers);
    const Row now = evolution_->evolve(row.moment, {row.type->id, row.entity}, row.row);
    return now.empty() ? Value()
                       : field_value(*row.type->reader, now, *field, plan_.columns[column].type);
}

std::optional<EntityId> ItemRows::bearer_of(const ItemRow& row) const {
    const NameSource& named = row.type->named;
    if (named.bearer == Bearer::Entity) return row.entity;
    if (named.bearer == Bearer::Field)
        return entity_of(row.type->reader->read(row.row, named.field));
    if (named.bearer != Bearer::Recorded) return std::nullopt;
    if (!recorded_) recorded_.emplace(*file().reel, problems_);
    return recorded_->in(row.frame->segment);
}

NameBook& ItemRows::names() const {
    if (!names_) names_.emplace(file(), bounds_, problems_);
    return *names_;
}

Value ItemRows::name_of(const ItemRow& row, EntityId who) const {
    if (row.type->reader->type().use == TypeUse::Event) {
        auto name = names().find(*row.frame, row.place, who);
        return name ? Value(*std::move(name)) : Value();
    }
    const std::string* name = names().find(row.moment.segment, who, row.moment.tick);
    return name == nullptr ? Value() : Value(*name);
}

Value ItemRows::player_name(const ItemRow& row, std::size_t column) const {
    const auto field = row.type->fields[column];
    const auto who = field ? entity_of(row.type->reader->read(row.row, *field)) : std::nullopt;
    return who ? name_of(row, *who) : Value();
}

Value ItemRows::own_name(const ItemRow& row) const {
    if (row.type->named.bearer == Bearer::Itself)
        return row.type->reader->read(row.row, row.type->named.field);
    const auto who = bearer_of(row);
    if (!who) return {};
    if (row.type->named.bearer != Bearer::Recorded) return name_of(row, *who);
    const std::string* name = names().nearest(row.moment.segment, *who, row.moment.tick);
    return name == nullptr ? Value() : Value(*name);
}

Value ItemRows::player_name(const ItemRow& row) const {
    Value own = own_name(row);
    if (row.type->named.bearer != Bearer::Itself || is_slot(row.entity) || !as_text(own).empty())
        return own;
    return name_of(row, row.entity);
}

Value ItemRows::value(const ItemRow& row, std::size_t column) const {
    const ColumnUse use = plan_.columns[column].use;
    if (auto known = frame_value(use, *row.frame, file())) return *std::move(known);
    switch (use) {
        case ColumnUse::Type:
            return row.type->reader->type().name;
        case ColumnUse::Id:
            return static_cast<std::int64_t>(row.entity);
        case ColumnUse::RecordedId: {
            const auto who = bearer_of(row);
            return who ? Value(static_cast<std::int64_t>(*who)) : Value();
        }
        case ColumnUse::Name:
            return own_name(row);
        case ColumnUse::Words:
            return words_of(row);
        case ColumnUse::FieldTime:
            return moment_of(row, column);
        case ColumnUse::Evolved:
            return evolved(row, column);
        default:
            break;
    }
    const auto field = row.type->fields[column];
    // A row before that is not there has no name.
    if (!field && plan_.columns[column].or_name && !row.row.empty()) return own_name(row);
    return field ? field_value(*row.type->reader, row.row, *field, plan_.columns[column].type)
                 : Value();
}

}  // namespace tickreel
