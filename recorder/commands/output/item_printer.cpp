#include "recorder/commands/output/item_printer.h"

#include <fmt/format.h>

#include "recorder/commands/output/item_json.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/place.h"

namespace tickreel {

ItemPrinter::ItemPrinter(const Schema& schema, const Timeline& timeline, const Selection& selection,
                         TableFormat format, const ValueStyle& style)
    : types_(schema),
      timeline_(timeline),
      selection_(selection),
      format_(format),
      style_(style),
      several_segments_(timeline.segments().size() > 1) {
    if (format_ == TableFormat::Csv) csv_.emplace(types_, selection_, style_);
}

std::string ItemPrinter::header() const {
    if (format_ != TableFormat::Csv) return "";
    std::string out = several_segments_ ? "segment," : "";
    return out + "tick,time,type,id,checksum" + csv_->header() + '\n';
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
                shown_value(type.fields[field], types_.reader(item.key.type).read(item.row, field),
                            style_));
    }
    const Row words = uncovered_words(types_.reader(item.key.type), item.row);
    if (!words.empty()) out += " words=" + json_words(words);
    while (out.back() == ' ') out.pop_back();
    out += '\n';
}

void ItemPrinter::append_ndjson(std::string& out, const Stamp& when, const Frame& frame,
                                Item item) const {
    const ItemType& type = types_[item.key.type];
    out += "{\"tick\":" + big_number(style_, when.tick) + ",\"time\":\"" + when.time +
           "\",\"type\":" + json_string(type.name) +
           ",\"id\":" + big_number(style_, std::to_string(item.key.entity)) + ",\"checksum\":\"" +
           when.checksum + "\",";
    if (several_segments_) out += "\"segment\":" + std::to_string(frame.segment) + ',';
    append_fields(out, types_.reader(item.key.type), item.row, selection_[item.key.type].fields,
                  style_);
    out += "}\n";
}

void ItemPrinter::append_csv(std::string& out, const Stamp& when, Item item) {
    const ItemType& type = types_[item.key.type];
    out += when.tick + ',' + when.time + ',' + csv_cell(type.name) + ',' +
           std::to_string(item.key.entity) + ',' + when.checksum;
    csv_->append(out, item.key.type, item.row);
    out += '\n';
}

}  // namespace tickreel
