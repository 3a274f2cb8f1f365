#include "recorder/commands/output/table.h"

#include <algorithm>
#include <cassert>

#include "recorder/commands/output/text_format.h"

namespace tickreel {

namespace {

constexpr std::string_view kBetween = "  ";

std::string padded(std::string_view text, std::size_t width, bool right) {
    const std::size_t columns = columns_of(text);
    const std::string fill(columns < width ? width - columns : 0, ' ');
    return right ? fill + std::string(text) : std::string(text) + fill;
}

void end_line(std::string& text) {
    while (!text.empty() && text.back() == ' ') text.pop_back();
    text += '\n';
}

}  // namespace

Cell text_cell(std::string_view text) {
    return {printable(text), json_string(text), std::string(text)};
}

Cell number_cell(std::int64_t number) {
    const std::string plain = std::to_string(number);
    return {plain, plain, plain};
}

Cell wide_cell(std::int64_t number) {
    const std::string plain = std::to_string(number);
    return {plain, '"' + plain + '"', plain};
}

Cell yes_no_cell(bool yes) {
    return {yes ? "yes" : "", yes ? "true" : "false", yes ? "true" : "false"};
}

void Table::add(std::vector<Cell> row) {
    assert(row.size() == columns_.size());
    rows_.push_back(std::move(row));
}

void Table::append(const Table& other) {
    assert(other.columns_.size() == columns_.size());
    rows_.insert(rows_.end(), other.rows_.begin(), other.rows_.end());
}

std::string Table::print(TableFormat format) const {
    switch (format) {
        case TableFormat::Ndjson:
            return ndjson();
        case TableFormat::Csv:
            return csv();
        default:
            return text();
    }
}

std::size_t Table::width_of(std::size_t column) const {
    std::size_t width = columns_of(columns_[column].name);
    for (const auto& row : rows_) width = std::max(width, columns_of(row[column].human));
    return width;
}

std::size_t Table::for_people() const {
    const auto hidden = [](const Column& column) { return column.hidden; };
    const auto end = std::find_if(columns_.begin(), columns_.end(), hidden);
    assert(std::all_of(end, columns_.end(), hidden));
    return static_cast<std::size_t>(end - columns_.begin());
}

std::string Table::text(std::size_t width, std::string_view indent) const {
    std::string out;
    const std::size_t first_column = indent.size() + width_of(0);
    const std::size_t all = for_people();
    for (std::size_t first = 1; first < all || first == 1;) {
        std::size_t used = first_column;
        std::size_t last = first;
        while (last < all) {
            const std::size_t more = kBetween.size() + width_of(last);
            if (width != 0 && last > first && used + more > width) break;
            used += more;
            ++last;
        }
        if (first > 1) out += '\n';
        out += block(first, last, indent);
        first = std::max(last, first + 1);
    }
    return out;
}

std::string Table::block(std::size_t first, std::size_t last, std::string_view indent) const {
    std::vector<std::size_t> shown{0};
    for (std::size_t column = first; column < last; ++column) shown.push_back(column);
    std::vector<std::size_t> widths;
    std::string out{indent};
    for (const std::size_t column : shown) {
        widths.push_back(width_of(column));
        if (column != 0) out += kBetween;
        out += padded(columns_[column].name, widths.back(), columns_[column].right);
    }
    end_line(out);
    for (const auto& row : rows_) {
        out += indent;
        for (std::size_t i = 0; i < shown.size(); ++i) {
            if (i != 0) out += kBetween;
            out += padded(row[shown[i]].human, widths[i], columns_[shown[i]].right);
        }
        end_line(out);
    }
    return out;
}

std::string Table::ndjson() const {
    std::string out;
    for (const auto& row : rows_) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            out += i == 0 ? "{" : ",";
            out += json_string(columns_[i].name) + ':' + row[i].json;
        }
        out += "}\n";
    }
    return out;
}

std::string Table::csv() const {
    std::string out;
    for (std::size_t i = 0; i < columns_.size(); ++i)
        out += (i == 0 ? "" : ",") + csv_cell(columns_[i].name);
    out += '\n';
    for (const auto& row : rows_) {
        for (std::size_t i = 0; i < row.size(); ++i)
            out += (i == 0 ? "" : ",") + csv_cell(row[i].csv);
        out += '\n';
    }
    return out;
}

}  // namespace tickreel
