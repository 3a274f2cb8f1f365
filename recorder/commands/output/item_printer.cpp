#include "recorder/commands/output/item_printer.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "recorder/commands/output/item_json.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/place.h"

namespace tickreel {

namespace {

constexpr std::array<std::string_view, 6> kFixedColumns{"tick", "time",     "type",
                                                        "id",   "checksum", "segment"};

// A field may be called like a fixed column ("tick"): then it is spelled as NDJSON nests it.
std::string column_name(const std::string& field) {
    const bool taken = field == "words" || std::find(kFixedColumns.begin(), kFixedColumns.end(),
                                                     field) != kFixedColumns.end();
    return taken ? "fields." + field : field;
}

}  // namespace

ItemPrinter::ItemPrinter(const Schema& schema, const Timeline& timeline, const Selection& selection,
                         TableFormat format)
    : types_(schema),
      timeline_(timeline),
      selection_(selection),
      format_(format),
      several_segments_(timeline.segments().size() > 1) {
    if (format_ == TableFormat::Csv) plan_columns();
}

void ItemPrinter::plan_columns() {
    column_of_.resize(selection_.types.size());
    for (std::size_t id = 0; id < selection_.types.size(); ++id) {
        if (!selection_.types[id].shown) continue;
        const ItemType& type = types_[static_cast<TypeId>(id)];
        if (!type.known) {
            words_column_ = true;
            continue;
        }
        for (const std::size_t field : selection_.types[id].fields) {
            const std::string name = column_name(type.fields[field].name);
            const auto found = std::find(columns_.begin(), columns_.end(), name);
            column_of_[id].push_back(static_cast<std::size_t>(found - columns_.begin()));
            if (found == columns_.end()) columns_.push_back(name);
        }
    }
    cells_.resize(columns_.size());
}

std::string ItemPrinter::header() const {
    if (format_ != TableFormat::Csv) return "";
    std::string out = several_segments_ ? "segment," : "";
    out += "tick,time,type,id,checksum";
    for (const std::string& name : columns_) out += ',' + csv_cell(name);
    return out + (words_column_ ? ",words\n" : "\n");
}

void ItemPrinter::append(std::string& out, const Frame& frame) {
    Stamp when;
    when.tick = std::to_string(frame.tick);
    when.checksum = wire_checksum_name(frame.wire.checksum);
    if (format_ == TableFormat::Text) {
        when.tick = moment_text(timeline_, frame.moment());
        when.clock = Timeline::format_time(timeline_.seconds(frame.moment()));
    } else {
        when.time = rfc3339(frame.time);
        if (several_segments_ && format_ == TableFormat::Csv)
            when.tick = std::to_string(frame.segment) + ',' + when.tick;
    }
    for (const Item item : frame.snapshot) {
        if (!selection_[item.key.type].shown) continue;
        if (format_ == TableFormat::Ndjson)
            append_ndjson(out, when, frame, item);
        else if (format_ == TableFormat::Csv)
            append_csv(out, when, item);
        else
            append_text(out, when, item);
    }
}

void ItemPrinter::append_text(std::string& out, const Stamp& when, Item item) const {
    const ItemType& type = types_[item.key.type];
    out += fmt::format("{:>9}  {:>9}  {:<18} {:>4}  {:<8}", when.tick, when.clock,
                       printable(type.name), item.key.entity, when.checksum);
    if (type.known) {
        for (const std::size_t field : selection_[item.key.type].fields)
            out += fmt::format(
                " {}={}", printable(type.fields[field].name),
                printable(display_value(type.fields[field],
                                        types_.reader(item.key.type).read(item.row, field))));
    }
    const Row words = uncovered_words(types_.reader(item.key.type), item.row);
    if (!words.empty()) out += " words=" + json_words(words);
    while (out.back() == ' ') out.pop_back();
    out += '\n';
}

void ItemPrinter::append_ndjson(std::string& out, const Stamp& when, const Frame& frame,
                                Item item) const {
    const ItemType& type = types_[item.key.type];
    out += "{\"tick\":\"" + when.tick + "\",\"time\":\"" + when.time +
           "\",\"type\":" + json_string(type.name) + ",\"id\":\"" +
           std::to_string(item.key.entity) + "\",\"checksum\":\"" + when.checksum + "\",";
    if (several_segments_) out += "\"segment\":" + std::to_string(frame.segment) + ',';
    append_fields(out, types_.reader(item.key.type), item.row, selection_[item.key.type].fields);
    out += "}\n";
}

void ItemPrinter::append_csv(std::string& out, const Stamp& when, Item item) {
    const ItemType& type = types_[item.key.type];
    out += when.tick + ',' + when.time + ',' + csv_cell(type.name) + ',' +
           std::to_string(item.key.entity) + ',' + when.checksum;
    std::fill(cells_.begin(), cells_.end(), std::string());
    const auto& fields = selection_[item.key.type].fields;
    for (std::size_t i = 0; i < fields.size() && type.known; ++i)
        cells_[column_of_[item.key.type][i]] = csv_cell(csv_value(
            type.fields[fields[i]], types_.reader(item.key.type).read(item.row, fields[i])));
    for (const std::string& cell : cells_) out += ',' + cell;
    const Row words = uncovered_words(types_.reader(item.key.type), item.row);
    if (words_column_)
        out += ',' + (words.empty() ? std::string() : csv_cell(json_words(words)));
    else
        dropped_words_ += words.size();
    out += '\n';
}

}  // namespace tickreel
