#include "recorder/commands/output/frame_text.h"

#include <fmt/format.h>

#include "recorder/commands/output/item_json.h"
#include "recorder/commands/output/table.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/place.h"
#include "tickreel/model/row.h"
#include "tickreel/model/wire_proof.h"

namespace tickreel {

namespace {

Cell shown(const std::string& text) {
    return {text, "", ""};
}

bool is_textual(FieldKind kind) {
    return kind == FieldKind::PackedText || kind == FieldKind::Text || kind == FieldKind::Blob ||
           kind == FieldKind::Enum || kind == FieldKind::Flags;
}

// Items first..last of the snapshot, all of one type.
std::string type_text(const RowReader& reader, const Snapshot& snapshot, std::size_t first,
                      std::size_t last, const std::vector<std::size_t>& fields,
                      const ValueStyle& style, std::size_t width) {
    const ItemType& type = reader.type();
    std::vector<Column> columns{{"id", true}};
    if (type.known)
        for (const std::size_t field : fields)
            columns.push_back(
                {printable(type.fields[field].name), !is_textual(type.fields[field].kind)});
    bool words = !type.known;
    for (std::size_t i = first; i < last && !words; ++i)
        words = !uncovered_words(reader, snapshot[i].row).empty();
    if (words) columns.push_back({"words", false});
    Table table(columns);
    for (std::size_t i = first; i < last; ++i) {
        const Item item = snapshot[i];
        std::vector<Cell> row{shown(std::to_string(item.key.entity))};
        if (type.known)
            for (const std::size_t field : fields)
                row.push_back(
                    shown(shown_value(type.fields[field], reader.read(item.row, field), style)));
        if (words) row.push_back(shown(json_words(uncovered_words(reader, item.row))));
        table.add(std::move(row));
    }
    const std::size_t count = last - first;
    return fmt::format("\n{}: {} item{}{}\n", printable(type.name), count, count == 1 ? "" : "s",
                       type.known ? "" : ", unknown type, shown as raw words") +
           table.text(width, "  ");
}

}  // namespace

std::string wire_text(const WireInfo& wire) {
    std::string text(wire_checksum_name(wire.checksum));
    if (is_proven_by_base(wire)) text += " (by base)";
    if (wire.checksum == WireChecksum::Mismatch)
        text += fmt::format(": sent {}, computed {}", hex_bytes(wire.expected),
                            hex_bytes(wire.computed));
    return text;
}

std::string event_text(const TypeTable& types, const Event& event, const ValueStyle& style) {
    const RowReader& reader = types.reader(event.type);
    const ItemType& type = reader.type();
    std::string text = printable(type.name) + "(";
    for (std::size_t i = 0; type.known && i < type.fields.size(); ++i) {
        const Value value = reader.read(event.row, i);
        if (std::holds_alternative<std::monostate>(value)) continue;  // most say nothing
        text +=
            fmt::format("{}{}={}", text.back() == '(' ? "" : ", ", printable(type.fields[i].name),
                        shown_value(type.fields[i], value, style));
    }
    const Row words = uncovered_words(reader, event.row);
    if (!words.empty()) text += (text.back() == '(' ? "words=" : ", words=") + json_words(words);
    return text + ')';
}

std::string frame_text(const TypeTable& types, const Timeline& timeline, const Frame& frame,
                       const Selection& selection, const ValueStyle& style, std::size_t width) {
    std::string out =
        fmt::format("tick {}  {}  {}\n", moment_text(timeline, frame.moment()),
                    Timeline::format_time(timeline.seconds(frame.moment())), rfc3339(frame.time));
    out += "wire checksum: " + wire_text(frame.wire);
    if (frame.wire.base_tick != kNoTick) out += fmt::format("; base tick {}", frame.wire.base_tick);
    if (frame.wire.parts != 0)
        out += fmt::format("; {} bytes before compression in {} part{}", frame.wire.bytes,
                           frame.wire.parts, frame.wire.parts == 1 ? "" : "s");
    out += fmt::format("; {} items\n", frame.snapshot.size());
    for (std::size_t first = 0; first < frame.snapshot.size();) {
        const TypeId id = frame.snapshot[first].key.type;
        std::size_t last = first + 1;
        while (last < frame.snapshot.size() && frame.snapshot[last].key.type == id) ++last;
        if (selection[id].shown)
            out += type_text(types.reader(id), frame.snapshot, first, last, selection[id].fields,
                             style, width);
        first = last;
    }
    if (!frame.events.empty()) out += "\nevents:\n";
    for (const Event& event : frame.events) out += "  " + event_text(types, event, style) + '\n';
    return out;
}

}  // namespace tickreel
