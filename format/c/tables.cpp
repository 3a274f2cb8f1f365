// Tables and query hits as streams of record batches.

#include <algorithm>
#include <mutex>

#include "format/c/arrow_stream.h"
#include "format/c/handles.h"
#include "format/c/known_types.h"
#include "format/c/plans.h"
#include "format/tables/column_values.h"
#include "tickreel/analysis/query_run.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/did_you_mean.h"
#include "tickreel/base/text.h"
#include "tickreel/games/evolvers.h"
#include "tickreel/tables/row_cursor.h"

namespace tickreel::c {

namespace {

constexpr std::uint32_t kBatchRowsUsual = 65536;
constexpr std::uint64_t kBatchBytesUsual = 256U << 20;
constexpr std::uint64_t kMaxHitsUsual = 1'000'000;

// The rows of one table, a batch at a time.
class TableSource final : public BatchSource {
public:
    TableSource(const SharedReelPointer& shared, TablePlan plan, std::vector<std::size_t> columns,
                MomentRange range, std::size_t batch_rows, std::size_t batch_bytes)
        : reel_(shared),
          plan_(std::move(plan)),
          columns_(std::move(columns)),
          file_{{shared->path, shared->reader.get(), range, evolvers()}},
          batch_rows_(batch_rows),
          batch_bytes_(batch_bytes),
          rows_(open_rows(plan_, file_, {}, ignore_problems)) {
        for (const std::size_t column : columns_)
            fields_.push_back(arrow_field(plan_.columns[column]));
    }

    const std::vector<ArrowField>& fields() const override { return fields_; }
    Result<std::optional<RecordBatch>> next() override {
        auto* const items = dynamic_cast<ItemRows*>(rows_.get());
        auto batch = items != nullptr ? next_columns(*items) : next_rows();
        if (batch && !*batch)  // reading finds damage
            if (const auto whole = refuse_loss(*reel_, file_[0].range); !whole)
                return whole.error();
        return batch;
    }

private:
    RecordBatch empty_batch(std::size_t rows) const {
        RecordBatch batch;
        for (const std::size_t column : columns_)
            batch.columns.emplace_back(plan_.columns[column].type, rows, batch_bytes_);
        return batch;
    }

    Result<std::optional<RecordBatch>> next_columns(ItemRows& items) {
        const auto rows = items.batch(batch_rows_);
        if (!rows) return rows.error();
        if (rows->empty()) return std::optional<RecordBatch>();
        RecordBatch batch = empty_batch(rows->size());
        batch.rows = rows->size();
        for (std::size_t i = 0; i < columns_.size(); ++i)
            put_column(batch.columns[i], plan_, columns_[i], items, *rows);
        return std::optional(std::move(batch));
    }

    Result<std::optional<RecordBatch>> next_rows() {
        if (ended_) return std::optional<RecordBatch>();
        RecordBatch batch = empty_batch(batch_rows_);
        while (batch.rows < batch_rows_) {
            const Result<bool> more = rows_->next();
            if (!more) return more.error();
            ended_ = !*more;
            if (ended_) break;
            for (std::size_t i = 0; i < columns_.size(); ++i)
                batch.columns[i].put_value(batch.rows, plan_.columns[columns_[i]].type,
                                           rows_->value(columns_[i]));
            ++batch.rows;
        }
        if (batch.rows == 0) return std::optional<RecordBatch>();
        return std::optional(std::move(batch));
    }

    ReelUse reel_;
    TablePlan plan_;
    std::vector<std::size_t> columns_;
    std::vector<ReelFile> file_;
    std::size_t batch_rows_;
    std::size_t batch_bytes_;
    std::unique_ptr<RowCursor> rows_;
    std::vector<ArrowField> fields_{};
    bool ended_ = false;
};

// Events that the recording has none of; nobody knows which columns they would have.
class NoRows final : public BatchSource {
public:
    explicit NoRows(const tickreel_table_options& options) {
        std::vector<std::string> names{"segment", "tick"};
        if (options.columns != nullptr) names.clear();
        for (std::size_t i = 0; options.columns != nullptr && i < options.column_count; ++i)
            names.emplace_back(options.columns[i] == nullptr ? "" : options.columns[i]);
        for (const std::string& name : names) fields_.push_back({name, SqlType::BigInt, true, {}});
    }

    const std::vector<ArrowField>& fields() const override { return fields_; }
    Result<std::optional<RecordBatch>> next() override { return std::optional<RecordBatch>(); }

private:
    std::vector<ArrowField> fields_{};
};

// Hits of a query, all of them found before.
class HitSource final : public BatchSource {
public:
    struct Hit {
        Moment first{};
        Tick last = 0;
        std::uint32_t snapshots = 0;
        Value type{}, id{}, name{}, label{};
    };

    explicit HitSource(std::vector<Hit> hits) : hits_(std::move(hits)) {
        const auto column = [&](const char* name, SqlType type, bool nullable) {
            fields_.push_back({name, type, nullable, {}});
        };
        column("segment", SqlType::UInteger, false);
        column("tick_first", SqlType::BigInt, false);
        column("tick_last", SqlType::BigInt, false);
        column("snapshots", SqlType::UInteger, false);
        column("type", SqlType::Varchar, true);
        column("id", SqlType::BigInt, true);
        column("name", SqlType::Varchar, true);
        column("label", SqlType::Varchar, true);
    }

    const std::vector<ArrowField>& fields() const override { return fields_; }
    Result<std::optional<RecordBatch>> next() override {
        const std::size_t rows = std::min<std::size_t>(hits_.size() - given_, kBatchRowsUsual);
        if (rows == 0) return std::optional<RecordBatch>();
        RecordBatch batch;
        batch.rows = rows;
        for (const ArrowField& field : fields_)
            batch.columns.emplace_back(field.type, rows, kBatchBytesUsual);
        for (std::size_t row = 0; row < rows; ++row) put(batch, row, hits_[given_ + row]);
        given_ += rows;
        return std::optional(std::move(batch));
    }

private:
    void put(RecordBatch& batch, std::size_t row, const Hit& hit) const {
        const Value values[] = {std::int64_t{hit.first.segment},
                                hit.first.tick,
                                hit.last,
                                std::int64_t{hit.snapshots},
                                hit.type,
                                hit.id,
                                hit.name,
                                hit.label};
        for (std::size_t i = 0; i < fields_.size(); ++i)
            batch.columns[i].put_value(row, fields_[i].type, values[i]);
    }

    std::vector<ArrowField> fields_{};
    std::vector<Hit> hits_;
    std::size_t given_ = 0;
};

HitSource::Hit hit_of(const ReelReader& reader, const QueryHit& hit) {
    const auto text = [](const std::string& found) { return found.empty() ? Value() : found; };
    HitSource::Hit out;
    out.first = reader.timeline().moment(hit.from);
    out.last = reader.timeline().moment(hit.to).tick;
    out.snapshots = hit.snapshots;
    if (hit.type && reader.schema().contains(*hit.type)) out.type = reader.schema()[*hit.type].name;
    if (hit.item) out.id = static_cast<std::int64_t>(hit.item->entity);
    out.name = text(hit.name);
    out.label = text(hit.label);
    return out;
}

Result<std::vector<std::size_t>> columns_of(const TablePlan& plan,
                                            const tickreel_table_options& options) {
    std::vector<std::size_t> columns;
    std::vector<std::string_view> names;
    for (const TableColumn& column : plan.columns) names.push_back(column.name);
    if (options.columns == nullptr) {
        for (std::size_t i = 0; i < names.size(); ++i) columns.push_back(i);
        return columns;
    }
    for (std::size_t i = 0; i < options.column_count; ++i) {
        const std::string_view wanted = options.columns[i] == nullptr ? "" : options.columns[i];
        const auto found =
            std::find_if(names.begin(), names.end(),
                         [wanted](std::string_view name) { return same_but_case(name, wanted); });
        if (found == names.end())
            return fail("table '", plan.name, "' has no column '", wanted, "'",
                        did_you_mean(wanted, names));
        columns.push_back(static_cast<std::size_t>(found - names.begin()));
    }
    return columns;
}

Outcome open_table(const SharedReelPointer& shared, const tickreel_table_options& options,
                   ArrowArrayStream& stream) {
    const std::shared_lock lock(shared->mutex);
    const auto range = range_of(*shared->reader, options.range);
    if (!range) return refuse(range.error().message);
    auto plans = plan_reel(*shared);
    if (!plans) return refuse(plans.error().message, TICKREEL_FILE);
    auto table = find_table(*plans, options.table);
    if (!table && is_absent_class(shared->reader->schema(), options.table)) {
        open_stream(std::make_unique<NoRows>(options), stream);
        return {};
    }
    // A type of the game: its columns, and no rows.
    if (const auto absent = absent_here(*shared, options.table); !table && !absent.empty()) {
        Schema schema;
        schema.add(absent.front());
        plans = plan_reel(*shared, schema);
        if (!plans) return refuse(plans.error().message, TICKREEL_FILE);
        table = find_table(*plans, absent.front().name);
    }
    if (!table) return refuse(table.error().message);
    const auto columns = columns_of((*plans)[*table], options);
    if (!columns) return refuse(columns.error().message);
    if (const auto whole = refuse_loss(*shared, *range); !whole)
        return refuse(whole.error().message, TICKREEL_FILE);
    const bool rows_said = reaches(options, options.batch_rows) && options.batch_rows != 0;
    const bool bytes_said = reaches(options, options.batch_bytes) && options.batch_bytes != 0;
    open_stream(std::make_unique<TableSource>(
                    shared, std::move((*plans)[*table]), *columns, *range,
                    std::min(rows_said ? options.batch_rows : kBatchRowsUsual, 1U << 24),
                    bytes_said ? options.batch_bytes : kBatchBytesUsual),
                stream);
    return {};
}

Outcome open_query(const SharedReel& shared, const char* expression, const tickreel_range* range,
                   std::uint64_t max_hits, ArrowArrayStream& stream) {
    const std::shared_lock lock(shared.mutex);
    const ReelReader& reader = *shared.reader;
    const auto moments = range_of(reader, range);
    if (!moments) return refuse(moments.error().message);
    std::vector<HitSource::Hit> hits;
    bool too_many = false;
    const auto done = find_hits(
        reader, *moments, expression, ignore_problems,
        [&](const QueryHit& hit) {
            too_many = hits.size() >= max_hits;
            if (!too_many) hits.push_back(hit_of(reader, hit));
            return !too_many;
        },
        {}, evolvers(),
        [&] {
            const KnownTypes& known = known_types(reader.info().game);
            return known.types.size() == 0 ? std::vector<Schema>()
                                           : wider_schemas(reader.schema(), known);
        });
    if (!done) return refuse(done.error().message);
    if (const auto whole = refuse_loss(shared, *moments); !whole)
        return refuse(whole.error().message, TICKREEL_FILE);
    if (too_many) return refuse(concat("more than ", max_hits, " hits"), TICKREEL_LIMIT);
    open_stream(std::make_unique<HitSource>(std::move(hits)), stream);
    return {};
}

}  // namespace

std::vector<ItemType> absent_here(const SharedReel& reel, std::string_view name) {
    return absent_types(reel.reader->schema(), known_types(reel.reader->info().game), name);
}

bool is_absent_class(const Schema& schema, std::string_view name) {
    const EventClass kind = event_class_from_name(ascii_lower(name));
    const auto& types = schema.types();
    return kind != EventClass::Other &&
           std::none_of(types.begin(), types.end(), [kind](const ItemType& type) {
               return type.use == TypeUse::Event && type.event_class == kind;
           });
}

}  // namespace tickreel::c

using namespace tickreel;
using namespace tickreel::c;

extern "C" {

tickreel_status tickreel_table(const tickreel_reel* reel, const tickreel_table_options* options,
                               struct ArrowArrayStream* stream, tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (stream != nullptr) *stream = {};
            if (reel == nullptr || options == nullptr || stream == nullptr ||
                options->table == nullptr)
                return refuse("reel, options, their table and stream must not be NULL");
            return open_table(reel->shared, *options, *stream);
        });
}

tickreel_status tickreel_query(const tickreel_reel* reel, const char* expression,
                               const tickreel_range* range, uint64_t max_hits,
                               struct ArrowArrayStream* stream, tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (stream != nullptr) *stream = {};
            if (reel == nullptr || expression == nullptr || stream == nullptr)
                return refuse("reel, expression and stream must not be NULL");
            return open_query(*reel->shared, expression, range,
                              max_hits == 0 ? kMaxHitsUsual : max_hits, *stream);
        });
}

}  // extern "C"
