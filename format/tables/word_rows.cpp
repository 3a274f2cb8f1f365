#include "format/tables/word_rows.h"

#include <algorithm>

#include "format/tables/column_values.h"

namespace tickreel {

namespace {

bool is_in_words(FieldKind kind) {
    return kind != FieldKind::PackedText && kind != FieldKind::Text && kind != FieldKind::Blob;
}

bool is_number_type(SqlType type) {
    return type != SqlType::Varchar && type != SqlType::Blob && type != SqlType::Timestamp &&
           type != SqlType::Integers;
}

const ItemType* type_of(const TablePlan& plan, const ReelFile& file) {
    const auto id = file.reel->schema().find(plan.type);
    return id ? &file.reel->schema()[*id] : nullptr;
}

bool is_shown(const TableColumn& column, const ItemType& type) {
    if (column.use == ColumnUse::TickNumber || column.use == ColumnUse::TimeStamp ||
        column.use == ColumnUse::Id || column.use == ColumnUse::Segment)
        return true;
    if (column.use != ColumnUse::Field || !is_number_type(column.type)) return false;
    const auto field = find_field(type, column);
    return !field || is_in_words(type.fields[*field].kind);
}

// The words that tell the value: its own, and those that say that it is null.
void add_words(const FieldPlace& place, std::vector<std::uint32_t>& words) {
    const auto add = [&](std::size_t slot) { words.push_back(static_cast<std::uint32_t>(slot)); };
    for (std::size_t i = 0; i < place.words; ++i) add(place.slot + i);
    if (place.null_bit) add(*place.null_bit / 32);
    if (place.sentinel) add(place.sentinel_slot);
}

template <class T>
void put_numbers(duckdb_vector vector, idx_t to, FieldKind kind, const Word* words,
                 const Word* behind, std::size_t count) {
    T* const numbers = static_cast<T*>(duck().vector_get_data(vector)) + to;
    for (std::size_t i = 0; i < count; ++i)
        numbers[i] = column_values::number<T>(kind, words[i], [&] { return behind[i]; });
}

template <class T, class From>
void put_each_number(duckdb_vector vector, idx_t to, std::size_t count, const From& from) {
    T* const numbers = static_cast<T*>(duck().vector_get_data(vector)) + to;
    for (std::size_t i = 0; i < count; ++i) numbers[i] = static_cast<T>(from(i));
}

void set_null(duckdb_vector vector, idx_t row) {
    duck().vector_ensure_validity_writable(vector);
    duck().validity_set_row_invalid(duck().vector_get_validity(vector), row);
}

}  // namespace

bool WordRows::can_show(const TablePlan& plan, std::span<const std::size_t> columns,
                        std::span<const ReelFile> files, const TickBounds& bounds) {
    if (plan.kind != TableKind::Items || bounds.ids || is_resampled(plan, files)) return false;
    return std::all_of(files.begin(), files.end(), [&](const ReelFile& file) {
        const ItemType* const type = type_of(plan, file);
        if (type == nullptr) return true;
        // Behind texts and blobs it depends on each row where it ends.
        if (std::any_of(type->fields.begin(), type->fields.end(), [](const Field& field) {
                return field.kind == FieldKind::Text || field.kind == FieldKind::Blob;
            }))
            return false;
        return std::all_of(columns.begin(), columns.end(), [&](std::size_t column) {
            return column >= plan.columns.size() || is_shown(plan.columns[column], *type);
        });
    });
}

WordRows::WordRows(const TablePlan& plan, std::span<const std::size_t> columns,
                   std::span<const ReelFile> files, TickBounds bounds, const ProblemSink& problems)
    : plan_(plan),
      files_(files),
      frames_(files, std::move(bounds), problems,
              FrameFilter{[this](const Schema& schema, TypeId type) {
                              return schema[type].name == plan_.type;
                          },
                          false, [this](const ItemType& type) { return words_of(type); }}) {
    for (const std::size_t column : columns) {
        shown_.emplace_back();
        if (column < plan.columns.size()) shown_.back().column = &plan.columns[column];
    }
}

std::vector<std::uint32_t> WordRows::words_of(const ItemType& type) const {
    const std::vector<FieldPlace> places = field_places(type);
    std::vector<std::uint32_t> words;
    for (const Shown& shown : shown_)
        if (shown.column != nullptr && shown.column->use == ColumnUse::Field)
            if (const auto field = find_field(type, *shown.column))
                add_words(places[*field], words);
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
}

void WordRows::enter_file() {
    file_ = frames_.file();
    const ItemType* const type = type_of(plan_, files_[*file_]);
    words_.clear();
    fields_end_ = 0;
    known_ = type != nullptr && type->known;
    if (type == nullptr) return;
    words_ = words_of(*type);
    const std::vector<FieldPlace> places = field_places(*type);
    for (const FieldPlace& place : places)
        fields_end_ = std::max(fields_end_, place.slot + place.words);
    for (Shown& shown : shown_) {
        const auto field =
            shown.column == nullptr ? std::nullopt : find_field(*type, *shown.column);
        shown.here = field.has_value();
        if (!field) continue;
        shown.kind = type->fields[*field].kind;
        shown.place = places[*field];
    }
}

Result<bool> WordRows::next_frame() {
    const Result<bool> more = frames_.next();
    if (!more || !*more) return more;
    if (file_ != frames_.file()) enter_file();
    const ItemColumns* const columns = frames_.columns();
    at_ = columns == nullptr ? 0 : columns->first[frames_.block()];
    end_ = columns == nullptr ? 0 : columns->first[frames_.block() + 1];
    return true;
}

// Of the frame's next row and those behind it.
const Word* WordRows::word(std::size_t slot) const {
    const auto found = std::lower_bound(words_.begin(), words_.end(), slot);
    return &frames_.columns()->words[static_cast<std::size_t>(found - words_.begin())][at_];
}

void WordRows::put_nulls(const Shown& shown, idx_t to, std::size_t count) const {
    const std::uint32_t* const lengths = &frames_.columns()->lengths[at_];
    const FieldPlace& place = shown.place;
    for (std::size_t i = 0; i < count; ++i)
        if (place.slot + place.words > lengths[i]) set_null(shown.vector, to + i);
    if (place.null_bit) {
        const Word* const bits = word(*place.null_bit / 32);
        for (std::size_t i = 0; i < count; ++i)
            if (((static_cast<std::uint32_t>(bits[i]) >> (*place.null_bit % 32)) & 1U) != 0)
                set_null(shown.vector, to + i);
    } else if (place.sentinel) {
        const Word* const own = word(place.slot);
        const Word* const other = word(place.sentinel_slot);
        for (std::size_t i = 0; i < count; ++i)
            if (own[i] == *place.sentinel && place.sentinel_slot < lengths[i] &&
                other[i] == *place.sentinel)
                set_null(shown.vector, to + i);
    }
}

void WordRows::put_field(const Shown& shown, idx_t to, std::size_t count) const {
    if (!shown.here) {
        for (std::size_t i = 0; i < count; ++i) set_null(shown.vector, to + i);
        return;
    }
    const Word* const words = word(shown.place.slot);
    const Word* const behind = shown.place.words > 1 ? word(shown.place.slot + 1) : words;
    const auto put = [&]<class T>(T) {
        put_numbers<T>(shown.vector, to, shown.kind, words, behind, count);
    };
    switch (shown.column->type) {
        case SqlType::Boolean:
            put(bool());
            break;
        case SqlType::Integer:
            put(std::int32_t());
            break;
        case SqlType::UInteger:
            put(std::uint32_t());
            break;
        case SqlType::BigInt:
            put(std::int64_t());
            break;
        case SqlType::UBigInt:
            put(std::uint64_t());
            break;
        case SqlType::Float:
            put(float());
            break;
        default:
            put(double());
            break;
    }
    put_nulls(shown, to, count);
}

void WordRows::put(const Shown& shown, idx_t to, std::size_t count) const {
    if (shown.column == nullptr) return;
    const Frame& frame = frames_.frame();
    const EntityId* const entities = &frames_.columns()->entities[at_];
    switch (shown.column->use) {
        case ColumnUse::TickNumber:
            return put_each_number<std::int64_t>(shown.vector, to, count,
                                                 [&](std::size_t) { return frame.tick; });
        case ColumnUse::TimeStamp:
            return put_each_number<std::int64_t>(
                shown.vector, to, count,
                [time = microseconds(frame.time)](std::size_t) { return time; });
        case ColumnUse::Segment:
            return put_each_number<std::int32_t>(shown.vector, to, count,
                                                 [&](std::size_t) { return frame.segment; });
        case ColumnUse::Id:
            return put_each_number<std::int64_t>(shown.vector, to, count,
                                                 [&](std::size_t i) { return entities[i]; });
        default:
            return put_field(shown, to, count);
    }
}

void WordRows::count_dropped(std::size_t count) {
    if (!known_) return;
    const std::uint32_t* const lengths = &frames_.columns()->lengths[at_];
    for (std::size_t i = 0; i < count; ++i)
        dropped_words_ += lengths[i] > fields_end_ ? lengths[i] - fields_end_ : 0;
}

Result<idx_t> WordRows::fill(duckdb_data_chunk output) {
    for (std::size_t i = 0; i < shown_.size(); ++i)
        shown_[i].vector = duck().data_chunk_get_vector(output, i);
    const idx_t capacity = duck().vector_size();
    idx_t filled = 0;
    while (filled < capacity) {
        if (at_ == end_) {
            const Result<bool> more = next_frame();
            if (!more) return more.error();
            if (!*more) break;
            continue;
        }
        const std::size_t count = std::min<std::size_t>(capacity - filled, end_ - at_);
        for (const Shown& shown : shown_) put(shown, filled, count);
        count_dropped(count);
        at_ += count;
        filled += count;
    }
    return filled;
}

}  // namespace tickreel
