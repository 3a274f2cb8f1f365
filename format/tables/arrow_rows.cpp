#include "tickreel/tables/arrow_rows.h"

#include <array>

#include "format/tables/arrow_ipc.h"
#include "format/tables/column_values.h"
#include "tickreel/tables/row_cursor.h"

namespace tickreel {

namespace {

constexpr std::size_t kRowsOfMessage = 16384;
constexpr std::size_t kTextOfMessage = 64U << 20;

// Not the path, what is computed from other columns, and names: those of a recording that grows
// would be looked for in all of it every time.
bool is_streamed(const TableColumn& column) {
    return column.use != ColumnUse::File && column.use != ColumnUse::FieldTime &&
           column.use != ColumnUse::Evolved && column.use != ColumnUse::Name &&
           column.use != ColumnUse::RecordedId;
}

}  // namespace

struct ArrowRows::Table {
    const ReelReader& reel;
    TablePlan plan{};
    std::vector<std::size_t> columns{};
    std::vector<ArrowField> fields{};
};

ArrowRows::ArrowRows(std::unique_ptr<Table> table) : table_(std::move(table)) {}
ArrowRows::ArrowRows(ArrowRows&&) noexcept = default;
ArrowRows& ArrowRows::operator=(ArrowRows&&) noexcept = default;
ArrowRows::~ArrowRows() = default;

Result<ArrowRows> ArrowRows::of(const ReelReader& reel, TypeId type) {
    return made(reel, reel.schema(), reel.schema()[type].name);
}

Result<ArrowRows> ArrowRows::without_rows(const ReelReader& reel, const ItemType& type) {
    Schema schema;
    schema.add(type);
    return made(reel, schema, type.name);
}

Result<ArrowRows> ArrowRows::made(const ReelReader& reel, const Schema& schema,
                                  std::string_view type) {
    const std::array<NamedSchema, 1> schemas{NamedSchema{"", &schema}};
    auto plans = plan_tables(schemas);
    if (!plans) return plans.error();
    const auto found = find_table(*plans, type);
    if (!found) return found.error();
    auto table = std::make_unique<Table>(Table{reel, std::move((*plans)[*found])});
    for (std::size_t i = 0; i < table->plan.columns.size(); ++i) {
        if (!is_streamed(table->plan.columns[i])) continue;
        table->columns.push_back(i);
        table->fields.push_back(arrow_field(table->plan.columns[i]));
    }
    return ArrowRows(std::move(table));
}

Bytes ArrowRows::begin() const {
    return arrow_schema_message(table_->fields);
}

Bytes ArrowRows::end() {
    return arrow_end_message();
}

Result<void> ArrowRows::rows(MomentRange range, const ProblemSink& problems,
                             const std::function<bool(ByteView)>& take) const {
    const std::array<ReelFile, 1> files{ReelFile{"", &table_->reel, range}};
    const TablePlan& plan = table_->plan;
    const auto cursor = open_rows(plan, files, {}, problems);
    auto& items = dynamic_cast<ItemRows&>(*cursor);  // a type's table has no others
    for (;;) {
        const auto rows = items.batch(kRowsOfMessage);
        if (!rows) return rows.error();
        if (rows->empty()) return {};
        std::vector<ArrowColumn> columns;
        for (const std::size_t column : table_->columns) {
            columns.emplace_back(plan.columns[column].type, rows->size(), kTextOfMessage);
            put_column(columns.back(), plan, column, items, *rows);
            if (columns.back().over_limit())
                return fail("column '", plan.columns[column].name, "' has more than ",
                            kTextOfMessage, " bytes in ", rows->size(), " rows");
        }
        if (!take(arrow_batch_message(table_->fields, std::move(columns), rows->size()))) return {};
    }
}

}  // namespace tickreel
