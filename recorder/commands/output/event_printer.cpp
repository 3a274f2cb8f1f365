#include "recorder/commands/output/event_printer.h"

#include <fmt/format.h>

#include "recorder/commands/output/frame_text.h"
#include "recorder/commands/output/item_json.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/place.h"

namespace tickreel {

EventPrinter::EventPrinter(const Schema& schema, const Timeline& timeline,
                           const Selection& selection, TableFormat format, const ValueStyle& style)
    : types_(schema),
      timeline_(timeline),
      selection_(selection),
      format_(format),
      style_(style),
      several_segments_(timeline.segments().size() > 1) {
    if (format_ == TableFormat::Csv) csv_.emplace(types_, selection_, style_);
}

std::string EventPrinter::header() const {
    if (!csv_) return "";
    return (several_segments_ ? "segment," : "") + ("tick,time,event" + csv_->header()) + '\n';
}

void EventPrinter::append(std::string& out, const Frame& frame) {
    for (const Event& event : frame.events)
        if (selection_[event.type].shown) append_one(out, frame, event);
}

void EventPrinter::append_one(std::string& out, const Frame& frame, const Event& event) {
    const std::string& name = types_[event.type].name;
    if (format_ == TableFormat::Text) {
        out += fmt::format("{:>9}  {:>9}  {}\n", moment_text(timeline_, frame.moment()),
                           Timeline::format_time(timeline_.seconds(frame.moment())),
                           event_text(types_, event, style_));
        return;
    }
    const std::string tick = std::to_string(frame.tick);
    const std::string time = rfc3339(frame.time);
    if (csv_) {
        if (several_segments_) out += std::to_string(frame.segment) + ',';
        out += tick + ',' + time + ',' + csv_cell(name);
        csv_->append(out, event.type, event.row);
        out += '\n';
        return;
    }
    out += fmt::format("{{\"tick\":{},\"time\":\"{}\",\"event\":{},", big_number(style_, tick),
                       time, json_string(name));
    if (several_segments_) out += fmt::format("\"segment\":{},", frame.segment);
    append_fields(out, types_.reader(event.type), event.row, selection_[event.type].fields, style_);
    out += "}\n";
}

}  // namespace tickreel
