#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "recorder/commands/export/single_export.h"
#include "recorder/commands/output/frame_lines.h"
#include "recorder/commands/output/item_json.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/resampling.h"
#include "tickreel/base/interrupted.h"
#include "tickreel/base/sha256.h"
#include "tickreel/base/stop_signals.h"
#include "tickreel/export/table_plan.h"
#include "tickreel/games/evolvers.h"
#include "tickreel/tables/row_cursor.h"

namespace tickreel {

namespace {

constexpr std::size_t kBufferBytes = 1U << 18;

// Text on its way into a file.
class TextFile {
public:
    explicit TextFile(ByteSink& out) : out_(out) {}

    Result<void> write(const std::string& text) {
        buffer_ += text;
        return buffer_.size() < kBufferBytes ? Result<void>() : flush();
    }
    Result<void> flush() {
        auto done = out_.write({reinterpret_cast<const Byte*>(buffer_.data()), buffer_.size()});
        buffer_.clear();
        return done;
    }

private:
    ByteSink& out_;
    std::string buffer_;
};

std::string words_text(const Bytes& bytes) {
    std::vector<Word> words(bytes.size() / sizeof(Word));
    if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof(Word));
    return json_words(words);
}

// What the enum's word is, of a row of this type; the table has its name.
std::string enum_number(const Schema& schema, std::string_view type, const TableColumn& column,
                        const std::string& name) {
    const auto id = schema.find(type);
    const auto field = id ? find_field(schema[*id], column) : std::nullopt;
    if (!field) return name;
    for (const NamedValue& value : schema[*id].fields[*field].values)
        if (value.name == name) return std::to_string(value.value);
    return name;
}

std::string cell(const TableColumn& column, const Value& value) {
    const auto* number = std::get_if<std::int64_t>(&value);
    const auto* blob = std::get_if<Bytes>(&value);
    if (column.type == SqlType::Timestamp && number != nullptr)
        return rfc3339(std::chrono::microseconds(*number));
    if (column.type == SqlType::Integers && blob != nullptr) return words_text(*blob);
    return csv_value(column.meaning, value);
}

Result<const TablePlan*> wanted_table(const std::vector<TablePlan>& plans,
                                      const std::vector<std::string>& types) {
    const bool single = types.size() == 1;
    for (const TablePlan& plan : plans)
        if (single ? plan.type == types[0] : plan.kind == TableKind::AllItems) return &plan;
    return fail("has no type '", types.empty() ? "" : types[0],
                "'; 'tickreel list FILE types' names them all");
}

// The columns of the contract: not those that only SQL has.
std::vector<std::size_t> csv_columns(const TablePlan& plan) {
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < plan.columns.size(); ++i) {
        const ColumnUse use = plan.columns[i].use;
        if (use != ColumnUse::File && use != ColumnUse::FieldTime) columns.push_back(i);
    }
    return columns;
}

Result<std::uint64_t> write_rows(const TablePlan& plan, const ReelFile& file,
                                 const std::vector<std::string>& types, bool raw,
                                 SingleExport& single, TextFile& out) {
    const auto columns = csv_columns(plan);
    const auto segment =
        std::find_if(plan.columns.begin(), plan.columns.end(),
                     [](const TableColumn& column) { return column.use == ColumnUse::Segment; });
    assert(segment != plan.columns.end());  // every table has one
    const auto segment_at = static_cast<std::size_t>(segment - plan.columns.begin());
    std::string text;
    for (const std::size_t i : columns)
        text += (text.empty() ? "" : ",") + csv_cell(plan.columns[i].name);
    const ProblemSink problems = single.problems();
    const auto rows = open_rows(plan, {&file, 1}, {}, problems);
    const StopSignals stop;
    for (;;) {
        if (const auto done = out.write(text + '\n'); !done) return done.error();
        bool wanted = false;
        while (!wanted) {
            if (stop.arrived()) return fail(kInterrupted);
            const Result<bool> more = rows->next();
            if (!more) return more.error();
            if (!*more) return rows->dropped_words();
            single.show_progress(
                {static_cast<std::uint32_t>(std::get<std::int64_t>(rows->value(segment_at))),
                 std::get<std::int64_t>(rows->value(0))});
            // The rows of all items, of several types; a table of one type has its own only.
            wanted = types.size() < 2 ||
                     std::find(types.begin(), types.end(), std::get<std::string>(rows->value(2))) !=
                         types.end();
        }
        text.clear();
        for (const std::size_t i : columns) {
            const TableColumn& column = plan.columns[i];
            const Value value = rows->value(i);
            const auto* name = std::get_if<std::string>(&value);
            const bool as_number = raw && name != nullptr && column.use == ColumnUse::Field &&
                                   column.meaning.kind == FieldKind::Enum;
            const std::string type = !as_number || plan.kind != TableKind::AllItems
                                         ? plan.type
                                         : std::get<std::string>(rows->value(2));
            if (i != columns.front()) text += ',';
            text += csv_cell(as_number ? enum_number(file.reel->schema(), type, column, *name)
                                       : cell(column, value));
        }
    }
}

int export_csv(const CommandLine& line, const ExportJob& job, const Reels& reels) {
    const ReelReader& reel = *reels.front();
    const std::string& path = job.paths.front();
    SingleExport single(line, job, reel);
    const std::array<NamedSchema, 2> named{
        NamedSchema{path, &reel.schema(), false, reel.info().game, evolvers()},
        NamedSchema{"", &job.absent, true, reel.info().game, evolvers()}};
    const auto plans = plan_tables(named);
    if (!plans) return single.failed(plans.error());
    const auto table = wanted_table(*plans, job.types);
    if (!table) return single.failed(table.error());
    if (const auto code = single.begin()) return *code;
    const TickSteps steps = steps_in(job.every, reel, single.range());
    TextFile out(single.out());
    const auto dropped =
        write_rows(**table, {path, &reel, single.range(), evolvers(), nullptr, steps}, job.types,
                   job.style.raw, single, out);
    if (!dropped) return single.not_written(dropped.error());
    if (const auto done = out.flush(); !done) return single.not_written(done.error());
    const int code = single.finish("");
    if (job.types.empty()) tell_events_left_out(line, path, reel);
    tell_unevolved(line, path, reel, {*table, 1}, {});
    if (*dropped == 0 || code == kExitFailed) return code;
    return line.lost(path, std::to_string(*dropped) +
                               " words without field names were omitted; use .ndjson to keep them");
}

// As lines of NDJSON, each before the first snapshot from its moment on. Without a time, as in SQL:
// its own snapshot may be one that cannot be read.
class MarkerLines {
public:
    MarkerLines(const ReelReader& reel, MomentRange range, const ValueStyle& style)
        : reel_(reel), range_(range), style_(style) {
        if (range.from <= reel.everything().from)
            range_.from = {0, std::numeric_limits<Tick>::min()};
        if (range.to >= reel.everything().to) range_.to.segment = kEverySegment;
    }

    void append(std::string& out, const Frame& frame) {
        append_until(out, {frame.segment, frame.tick + 1});
    }
    void append_rest(std::string& out) { append_until(out, range_.to); }

private:
    void append_until(std::string& out, Moment end) {
        const auto markers = reel_.markers();
        for (; next_ < markers.size() && markers[next_].moment < end; ++next_) {
            const Marker& marker = markers[next_];
            if (marker.moment < range_.from) continue;
            out += fmt::format("{{\"tick\":{},\"marker\":{},\"color\":{}",
                               big_number(style_, std::to_string(marker.moment.tick)),
                               json_string(marker.text), marker.color);
            if (reel_.segments().size() > 1)
                out += fmt::format(",\"segment\":{}", marker.moment.segment);
            out += "}\n";
        }
    }

    static constexpr std::uint32_t kEverySegment = std::numeric_limits<std::uint32_t>::max();

    const ReelReader& reel_;
    MomentRange range_;
    const ValueStyle& style_;
    std::size_t next_ = 0;
};

int export_ndjson(const CommandLine& line, const ExportJob& job, const Reels& reels) {
    const ReelReader& reel = *reels.front();
    SingleExport single(line, job, reel);
    auto choice = choose_lines(reel.schema(), job.types);
    if (!choice) return single.failed(choice.error());
    if (const auto code = single.begin()) return *code;
    TickSteps steps = steps_in(job.every, reel, single.range());
    TextFile out(single.out());
    FrameLines lines(reel, *std::move(choice), job.style);
    std::optional<MarkerLines> markers;
    if (job.types.empty()) markers.emplace(reel, single.range(), job.style);
    Result<void> written;
    const StopSignals stop;
    std::string text;
    const auto scanned = reel.scan(single.range(), single.problems(), [&](const Frame& frame) {
        text.clear();
        single.show_progress(frame.moment());
        if (markers) markers->append(text, frame);
        if (steps.takes(frame.moment())) lines.append_items(text, frame);
        lines.append_events(text, frame);
        written = out.write(text);
        if (stop.arrived()) written = fail(kInterrupted);
        return written.ok();
    });
    if (!scanned) return single.failed(scanned.error(), kVerifyHint);
    text.clear();
    if (markers) markers->append_rest(text);
    if (written) written = out.write(text);
    if (written) written = out.flush();
    if (!written) return single.not_written(written.error());
    return single.finish("");
}

}  // namespace

extern const Exporter csv_exporter;
const Exporter csv_exporter{"csv", false, OutputKind::Text, export_csv};
extern const Exporter ndjson_exporter;
const Exporter ndjson_exporter{"ndjson", false, OutputKind::Text, export_ndjson};

}  // namespace tickreel
