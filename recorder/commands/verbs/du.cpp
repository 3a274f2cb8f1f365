// tickreel du: what takes the bytes, of what was sent and of the file.

#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "recorder/commands/known_damage.h"
#include "recorder/commands/output/out.h"
#include "recorder/commands/output/reading_bar.h"
#include "recorder/commands/output/table.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/view_choice.h"
#include "tickreel/analysis/size_by_type.h"
#include "tickreel/model/type_table.h"

namespace tickreel {

namespace {

// A column of shares in whole bytes. Each ends where the rounded sum so far does, so that together
// they are the whole.
class BytesColumn {
public:
    Cell next(double bytes) {
        sum_ += bytes;
        const auto end = static_cast<std::int64_t>(sum_ + 0.5);
        Cell cell = number_cell(end - end_);
        cell.human = bytes == 0 ? "" : human_bytes(static_cast<std::uint64_t>(end - end_));
        end_ = end;
        return cell;
    }

private:
    double sum_ = 0;
    std::int64_t end_ = 0;
};

Cell share_cell(double part, double whole) {
    if (whole == 0) return {"", "null", ""};
    const std::string share = fmt::format("{:.4f}", part / whole);
    return {part == 0 ? "" : percent(part, whole), share, share};
}

Table size_table(const TypeTable& types, const RecordingSize& size, double file_bytes) {
    Table table({{"type"},
                 {"use"},
                 {"rows", true},
                 {"per_snapshot", true},
                 {"changes", true},
                 {"wire_bytes", true},
                 {"wire_share", true},
                 {"file_bytes", true},
                 {"file_share", true}});
    const auto wire = static_cast<double>(size.wire_bytes);
    BytesColumn of_wire, of_file;
    const auto sizes_of = [&](double on_wire, double in_file) {
        return std::vector<Cell>{of_wire.next(on_wire), share_cell(on_wire, wire),
                                 of_file.next(in_file), share_cell(in_file, file_bytes)};
    };
    std::vector<std::pair<TypeId, TypeSize>> sizes(size.types.begin(), size.types.end());
    std::stable_sort(sizes.begin(), sizes.end(), [](const auto& a, const auto& b) {
        return std::pair(a.second.wire_bytes, a.second.file_bytes) >
               std::pair(b.second.wire_bytes, b.second.file_bytes);
    });
    const auto add = [&](std::vector<Cell> row, double on_wire, double in_file) {
        for (Cell& cell : sizes_of(on_wire, in_file)) row.push_back(std::move(cell));
        table.add(std::move(row));
    };
    for (const auto& [id, type] : sizes) {
        const std::string each = fmt::format(
            "{:.2f}", static_cast<double>(type.rows) /
                          static_cast<double>(std::max<std::uint64_t>(size.snapshots, 1)));
        add({text_cell(types[id].name),
             text_cell(type.event ? "event" : "item"),
             number_cell(static_cast<std::int64_t>(type.rows)),
             {each, each, each},
             number_cell(static_cast<std::int64_t>(type.changes))},
            type.wire_bytes, type.file_bytes);
    }
    const Cell none{"", "null", ""};
    const auto add_rest = [&](std::string_view name, double on_wire, double in_file) {
        if (on_wire + in_file > 0)
            add({text_cell(name), text_cell("file"), none, none, none}, on_wire, in_file);
    };
    add_rest("(ticks, times, checksums)", size.unchanged_bytes, size.frame_bytes);
    add_rest("(attachments)", 0, static_cast<double>(size.attachment_bytes));
    add_rest("(header, index, types)", 0, static_cast<double>(size.rest_bytes));
    return table;
}

std::string summary(const std::string& path, const RecordingSize& size, std::uint64_t file_bytes) {
    std::string text = fmt::format("{}: {}, {}", printable(path),
                                   plural(size.snapshots, "snapshot"), human_bytes(file_bytes));
    if (size.wire_bytes != 0)
        text += fmt::format("; sent as {} before compression, in {}, {:.1f} bytes a snapshot",
                            human_bytes(size.wire_bytes), plural(size.parts, "part"),
                            static_cast<double>(size.wire_bytes) /
                                static_cast<double>(std::max<std::uint64_t>(size.snapshots, 1)));
    return text + '\n';
}

int run_du(CommandLine& line) {
    std::string path;
    std::string view;
    line.app().add_option("FILE", path, "a recording (.reel)")->required();
    add_view_option(line, view);
    line.add_format();
    if (const auto code = line.parse()) return *code;
    const OpenedView opened = open_view(line, path, view);
    const auto& reel = opened.reel;
    if (!reel) return kExitFailed;
    ReadLosses losses(line, path, *reel);
    ReadingBar bar(line.progress_wanted(), "measuring", reel->timeline());
    const auto size = measure_size(*reel, losses.sink(), [&](Moment moment) { bar.show(moment); });
    bar.clear();
    if (!size) return line.failed(path, size.error().message, kVerifyHint);
    Out out;
    const TableFormat format = line.common().format;
    if (format == TableFormat::Text) out.write(summary(path, *size, reel->file_bytes()));
    out.write(size_table(TypeTable(reel->schema()), *size, static_cast<double>(reel->file_bytes()))
                  .print(format));
    if (const auto written = out.finish(); !written)
        return line.failed("", written.error().message);
    return std::max(opened.code, losses.report());
}

}  // namespace

extern const Command du_command;
const Command du_command{
    "du", "show what takes the bytes: item and event types, on the wire and in the file",
    "  tickreel du match.reel\n"
    "      wire_bytes: the payload of the snapshots, before the protocol compresses it, divided\n"
    "      among the items that changed: an estimate\n"
    "  tickreel du match.reel --format csv > sizes.csv",
    run_du};

}  // namespace tickreel
