#include "recorder/commands/output/csv_columns.h"

#include <algorithm>

#include "recorder/commands/output/item_json.h"
#include "recorder/commands/output/text_format.h"
#include "tickreel/export/table_plan.h"

namespace tickreel {

CsvColumns::CsvColumns(const TypeTable& types, const Selection& selection, const ValueStyle& style)
    : types_(types), selection_(selection), style_(style), column_of_(selection.types.size()) {
    for (std::size_t id = 0; id < selection_.types.size(); ++id) {
        if (!selection_.types[id].shown) continue;
        const ItemType& type = types_[static_cast<TypeId>(id)];
        if (!type.known) {
            words_column_ = true;
            continue;
        }
        for (const std::size_t field : selection_.types[id].fields) {
            const std::string name = field_column_name(type.fields[field].name);
            const auto found = std::find(names_.begin(), names_.end(), name);
            column_of_[id].push_back(static_cast<std::size_t>(found - names_.begin()));
            if (found == names_.end()) names_.push_back(name);
        }
    }
    cells_.resize(names_.size());
}

std::string CsvColumns::header() const {
    std::string out;
    for (const std::string& name : names_) out += ',' + csv_cell(name);
    return out + (words_column_ ? ",words" : "");
}

void CsvColumns::append(std::string& out, TypeId id, Row row) {
    const RowReader& reader = types_.reader(id);
    std::fill(cells_.begin(), cells_.end(), std::string());
    const auto& fields = selection_[id].fields;
    for (std::size_t i = 0; i < fields.size() && reader.type().known; ++i)
        cells_[column_of_[id][i]] = csv_cell(
            csv_value(reader.type().fields[fields[i]], reader.read(row, fields[i]), style_));
    for (const std::string& cell : cells_) out += ',' + cell;
    const Row words = uncovered_words(reader, row);
    if (words_column_)
        out += ',' + (words.empty() ? std::string() : csv_cell(json_words(words)));
    else
        dropped_words_ += words.size();
}

}  // namespace tickreel
