#include "recorder/commands/library/summary.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "recorder/commands/library/flag_captures.h"
#include "recorder/commands/view_choice.h"
#include "recorder/recording/match_start.h"
#include "tickreel/analysis/describe.h"
#include "tickreel/analysis/empty_event.h"
#include "tickreel/analysis/field_detail.h"
#include "tickreel/analysis/missing_before.h"
#include "tickreel/analysis/missing_summary.h"
#include "tickreel/base/file.h"
#include "tickreel/base/shared_sink.h"
#include "tickreel/base/text.h"
#include "tickreel/model/row.h"
#include "tickreel/model/told_finish.h"
#include "tickreel/reel/layout.h"
#include "tickreel/reel/match_reader.h"
#include "tickreel/reel/part_scan.h"
#include "tickreel/reel/reel_writer.h"
#include "tickreel/tables/match_dataset.h"
#include "tickreel/tables/name_book.h"
#include "tickreel/tables/row_cursor.h"

namespace tickreel {

namespace {

constexpr std::size_t kUuidOffset = 32;  // FORMAT.md, file header
constexpr std::size_t kUuidBytes = 16;
constexpr std::size_t kMaxEventsKept = 100'000;

bool is_wanted(EventClass kind) {
    return kind == EventClass::Kill || kind == EventClass::Flag || kind == EventClass::Race ||
           kind == EventClass::Vote;
}

const TablePlan* find_plan(const std::vector<TablePlan>& plans, TableKind kind,
                           std::string_view type) {
    const auto found = std::find_if(plans.begin(), plans.end(), [&](const TablePlan& plan) {
        return plan.kind == kind && plan.type == type;
    });
    return found == plans.end() ? nullptr : &*found;
}

std::optional<std::size_t> column_named(const TablePlan& plan, std::string_view name) {
    for (std::size_t i = 0; i < plan.columns.size(); ++i)
        if (plan.columns[i].name == name) return i;
    return std::nullopt;
}

std::optional<std::size_t> column_with(const TablePlan& plan, Role role) {
    for (std::size_t i = 0; i < plan.columns.size(); ++i)
        if (plan.columns[i].use == ColumnUse::Field && plan.columns[i].meaning.roles.has(role))
            return i;
    return std::nullopt;
}

std::int64_t whole_number(const Value& value) {
    const auto* number = std::get_if<std::int64_t>(&value);
    return number == nullptr ? 0 : *number;
}

struct Span {
    std::int64_t from = 0, to = 0;  // microseconds
};

// Several players may have one name at the same time: what overlaps counts once.
double seconds_within(std::vector<Span> spans) {
    std::sort(spans.begin(), spans.end(),
              [](const Span& a, const Span& b) { return a.from < b.from; });
    std::int64_t sum = 0;
    std::int64_t end = std::numeric_limits<std::int64_t>::min();
    for (const Span& span : spans) {
        sum += std::max(span.to, end) - std::max(span.from, end);
        end = std::max(span.to, end);
    }
    return static_cast<double>(sum) / 1e6;
}

bool is_flag_holder(const Field& field) {
    return field.roles.has(Role::FlagHolder);
}

// When a match begins anew, its flags go back to their stands, which nobody did.
class Restarts {
public:
    explicit Restarts(const ReelReader& reel) : reel_(reel) {
        const Game* const game = find_game(reel.info().game);
        for (TypeId id = 0; game != nullptr && id < reel.schema().size(); ++id)
            note_fields(reel.schema(), id, game->match_starts, fields_);
    }
    std::vector<TypeId> types() const {
        std::vector<TypeId> types;
        for (const auto& [type, field] : fields_) types.push_back(type);
        return types;
    }
    // Whether one was seen in this frame or a few ticks before: the server resets the world in the
    // tick after it. Of every frame in turn.
    bool just_before(const Frame& frame) {
        constexpr Tick kOfReset = 5;
        if (frame.segment != segment_) {
            clock_ = {};
            restart_ = std::nullopt;
        }
        segment_ = frame.segment;
        if (clock_.see(frame.tick, match_start_in(reel_.schema(), fields_, frame.snapshot)))
            restart_ = frame.tick;
        return restart_ && frame.tick - *restart_ <= kOfReset;
    }

private:
    const ReelReader& reel_;
    std::vector<TypeField> fields_;
    std::uint32_t segment_ = 0;
    MatchClock clock_{};
    std::optional<Tick> restart_{};
};

// Reads what needs more than the index.
class SummaryReader {
public:
    SummaryReader(const ReelReader& reel, RecordingSummary& summary)
        : reel_(reel), summary_(summary), file_{{"", &reel, reel.everything()}} {
        file_.front().stays = read_names_once();
    }

    Result<void> read() {
        const NamedSchema named{"", &reel_.schema(), false, reel_.info().game, {}};
        auto plans = plan_tables({&named, 1});
        if (!plans) return plans.error();
        if (const auto done = read_players(*plans); !done) return done;
        // The messages of those servers are about the recorded client's times, and name nobody.
        bool told = false;
        if (finishes_in_chat(reel_.schema()))
            if (const auto done = read_finishes(*plans, told); !done) return done;
        for (const ItemType& type : reel_.schema().types()) {
            const TablePlan* const plan = find_plan(*plans, TableKind::Events, type.name);
            if (type.use != TypeUse::Event || !is_wanted(type.event_class) || plan == nullptr ||
                (told && type.event_class == EventClass::Race))
                continue;
            if (const auto done = read_events(*plan, type.event_class); !done) return done;
        }
        if (const auto done = read_flags(); !done) return done;
        std::stable_sort(
            summary_.events.begin(), summary_.events.end(),
            [](const CatalogEvent& a, const CatalogEvent& b) { return a.moment < b.moment; });
        return {};
    }

private:
    Result<void> read_players(const std::vector<TablePlan>& plans) {
        const TablePlan* const plan = find_plan(plans, TableKind::Players, "");
        if (plan == nullptr) return {};
        const auto rows = open_rows(*plan, file_, {}, ignore_problems);
        const auto value = [&](std::string_view name) {
            const auto column = column_named(*plan, name);
            return column ? rows->value(*column) : Value();
        };
        std::map<std::pair<std::string, std::string>, std::vector<Span>> times;
        for (;;) {
            const Result<bool> more = rows->next();
            if (!more) return more.error();
            if (!*more) break;
            const std::string name = as_text(value("name"));
            times[{name, as_text(value("clan"))}].push_back(
                {whole_number(value("from_time")), whole_number(value("to_time"))});
        }
        for (auto& [who, spans] : times)
            summary_.players.push_back({who.first, who.second, seconds_within(std::move(spans))});
        return {};
    }

    Result<void> read_events(const TablePlan& plan, EventClass kind) {
        const auto subject = column_with(plan, Role::Subject);
        const auto owner = column_with(plan, Role::Owner);
        const auto object = column_with(plan, Role::Object);
        return each_row(plan, [&](const RowCursor& rows, Moment moment) {
            if (says_nothing(field_values(plan, rows))) return;
            const auto name = [&](const std::optional<std::size_t>& column) {
                return column ? as_text(rows.name_in(*column)) : std::string();
            };
            CatalogEvent event{std::string(event_class_name(kind)), moment,
                               reel_.timeline().seconds(moment), name(subject ? subject : owner),
                               name(object)};
            if (kind == EventClass::Race) {
                if (event.object.empty()) event.object = details(plan, rows);
                // DDNet tells a record twice, to clients of either kind.
                if (!races_.insert({moment, event.player, event.object}).second) return;
            }
            summary_.events.push_back(std::move(event));
        });
    }

    // How long it took, what the records are.
    static std::string details(const TablePlan& plan, const RowCursor& rows) {
        std::string all;
        for (std::size_t i = 0; i < plan.columns.size(); ++i) {
            if (plan.columns[i].use != ColumnUse::Field || tells_who(plan.columns[i].meaning))
                continue;
            const Value value = rows.value(i);
            if (std::holds_alternative<std::monostate>(value)) continue;
            const std::string one = field_detail(plan.columns[i].meaning, value);
            if (!one.empty()) all += (all.empty() ? "" : ", ") + one;
        }
        return all;
    }

    // Of a table of events, as long as there is room for more.
    template <class Visit>  // visit(rows, moment)
    Result<void> each_row(const TablePlan& plan, const Visit& visit) {
        const auto tick = column_named(plan, "tick");
        const auto segment = column_named(plan, "segment");
        if (!tick || !segment) return {};
        const auto rows = open_rows(plan, file_, {}, ignore_problems);
        while (summary_.events.size() < kMaxEventsKept) {
            const Result<bool> more = rows->next();
            if (!more) return more.error();
            if (!*more) break;
            visit(*rows, Moment{static_cast<std::uint32_t>(whole_number(rows->value(*segment))),
                                whole_number(rows->value(*tick))});
        }
        return {};
    }

    Result<void> read_finishes(const std::vector<TablePlan>& plans, bool& told) {
        for (const ItemType& type : reel_.schema().types()) {
            if (type.use != TypeUse::Event || type.event_class != EventClass::Chat) continue;
            const TablePlan* const plan = find_plan(plans, TableKind::Events, type.name);
            const auto speaker = plan ? column_with(*plan, Role::Speaker) : std::nullopt;
            const auto text = plan ? column_with(*plan, Role::Text) : std::nullopt;
            if (!speaker || !text) continue;
            const auto read = each_row(*plan, [&](const RowCursor& rows, Moment moment) {
                const std::string line = as_text(rows.value(*text));
                const auto finish = told_finish(line);
                if (!finish || whole_number(rows.value(*speaker)) >= 0) return;
                const NameBook& names = all_names();
                if (!names.empty() &&
                    !names.anyone_called(moment.segment, finish->who, moment.tick))
                    return;
                summary_.events.push_back({std::string(event_class_name(EventClass::Race)), moment,
                                           reel_.timeline().seconds(moment),
                                           std::string(finish->who), std::string(finish->what)});
                told = true;
            });
            if (!read) return read;
        }
        return {};
    }

    static std::vector<Value> field_values(const TablePlan& plan, const RowCursor& rows) {
        std::vector<Value> fields;
        for (std::size_t i = 0; i < plan.columns.size(); ++i)
            if (plan.columns[i].use == ColumnUse::Field) fields.push_back(rows.value(i));
        return fields;
    }

    // Where no message says so, a flag that changes hands does: whoever takes, drops or captures
    // it.
    Result<void> read_flags() {
        const Schema& schema = reel_.schema();
        PartFilter carriers;
        for (TypeId id = 0; id < schema.size(); ++id) {
            if (schema[id].event_class == EventClass::Flag) return {};
            const auto& fields = schema[id].fields;
            if (std::any_of(fields.begin(), fields.end(), is_flag_holder))
                carriers.types.push_back(id);
        }
        if (carriers.types.empty()) return {};
        Restarts restarts(reel_);
        FlagCaptures captures(schema);
        for (const TypeId id : restarts.types()) carriers.types.push_back(id);
        captures.add_types(carriers.types);
        std::sort(carriers.types.begin(), carriers.types.end());
        carriers.types.erase(std::unique(carriers.types.begin(), carriers.types.end()),
                             carriers.types.end());
        std::map<std::pair<ItemKey, std::size_t>, std::int64_t> holders;
        std::uint32_t segment = 0;
        MissingBefore missing(reel_);
        return scan_parts(
            reel_, reel_.everything(), carriers, ignore_problems, [&](const PartFrame& part) {
                if (part.frame.segment != segment) {
                    holders.clear();
                    captures.begin();
                }
                segment = part.frame.segment;
                missing.see(part.frame.moment());
                const bool reset = restarts.just_before(part.frame);
                captures.see(part.frame.snapshot);
                for (const Item item : part.frame.snapshot) {
                    const ItemType& type = schema[item.key.type];
                    for (std::size_t i = 0; i < type.fields.size(); ++i) {
                        const Field& field = type.fields[i];
                        if (!is_flag_holder(field)) continue;
                        const std::int64_t now = whole_number(read_field(type, item.row, i));
                        const auto [known, fresh] = holders.try_emplace({item.key, i}, now);
                        const std::int64_t before = std::exchange(known->second, now);
                        if (fresh || before == now) continue;
                        const Moment moment = part.frame.moment();
                        const auto add = [&](std::int64_t who, const std::string& how) {
                            add_flag(moment, field, who, how, missing.ticks());
                        };
                        const bool captured = before >= 0 && captures.captured(flag_name(field));
                        if (captured) add(before, "captured");
                        if (now >= 0)
                            add(now, "taken");
                        else if (reset)
                            add(-1, "back by a restart");
                        else if (!captured)
                            add(before, loose_flag_text(field, now));
                    }
                }
                return summary_.events.size() < kMaxEventsKept;
            });
    }

    // `missing`: the ticks before it that are, in which it may have happened.
    void add_flag(Moment moment, const Field& field, std::int64_t who, const std::string& how,
                  const std::string& missing) {
        std::string what = flag_name(field);
        what += (what.empty() ? "" : " ") + how;
        if (!missing.empty()) what += " (within missing ticks " + missing + ")";
        summary_.events.push_back({"flag", moment, reel_.timeline().seconds(moment),
                                   name_at(moment, Value(who)), with_spaces(std::move(what))});
    }

    // As the tables have it: also of who leaves at that tick.
    std::string name_at(Moment moment, const Value& id) {
        std::optional<EntityId> who;
        if (const auto* number = std::get_if<std::int64_t>(&id); number != nullptr && *number >= 0)
            who = static_cast<EntityId>(*number);
        if (const auto* number = std::get_if<std::uint64_t>(&id)) who = *number;
        if (!who) return {};
        const std::string* const name = all_names().find(moment.segment, *who, moment.tick);
        return name == nullptr ? std::string() : *name;
    }

    const NameBook& all_names() {
        if (!names_) names_.emplace(file_.front(), TickBounds{}, ignore_problems);
        return *names_;
    }

    const ReelReader& reel_;
    RecordingSummary& summary_;
    std::vector<ReelFile> file_;
    std::optional<NameBook> names_{};
    std::set<std::tuple<Moment, std::string, std::string>> races_{};
};

void count_gaps(std::span<const Gap> gaps, RecordingSummary& summary) {
    summary.gaps = gaps.size();
    summary.gap_ticks = 0;
    for (const Gap& gap : gaps) summary.gap_ticks += static_cast<std::uint64_t>(gap.to - gap.from);
}

void add_facts(const ReelReader& reel, const Statistics& counts, RecordingSummary& summary) {
    const RecordingInfo& info = reel.info();
    summary.game = info.game;
    for (const Segment& segment : reel.segments())
        if (summary.map.find(segment.map) == std::string::npos)
            summary.map += (summary.map.empty() ? "" : ",") + segment.map;
    summary.server = server_of(info);
    summary.start_ns = info.start.count();
    summary.seconds = reel.timeline().empty() ? 0 : reel.timeline().seconds(reel.timeline().last());
    summary.snapshots = counts.snapshots;
    summary.wire_ok = counts.wire_ok;
    summary.wire_mismatch = counts.wire_mismatch;
    summary.wire_absent = counts.wire_absent;
    count_gaps(counts.gaps, summary);
    for (const auto& [type, count] : counts.events)
        if (reel.schema().contains(type) && count != 0)
            summary.counts[reel.schema()[type].name] = count;
    summary.markers.assign(reel.markers().begin(), reel.markers().end());
}

RecordingSummary unreadable_summary(RecordingSummary summary, std::string problem) {
    summary.status = "unreadable";
    summary.problem = std::move(problem);
    return summary;
}

// Everything that the catalog keeps of a recording; its damage is known then.
Result<void> add_content(const ReelReader& reel, RecordingSummary& summary) {
    const auto read = SummaryReader(reel, summary).read();
    // Of a damaged recording only what can be read is counted: this looks for damage in the rest.
    summary.problem = missing_summary(reel, reel.everything());
    const auto counts = reel.statistics();
    if (!counts) return counts.error();
    add_facts(reel, *counts, summary);
    return read;
}

// Its union is searched.
RecordingSummary match_summary(RecordingSummary summary, std::unique_ptr<ByteSource> file) {
    const auto match = MatchReader::open(std::move(file));
    if (!match) return unreadable_summary(std::move(summary), match.error().message);
    const auto checked = (*match)->check_records(ignore_problems);
    if (!checked) return unreadable_summary(std::move(summary), checked.error().message);
    Bytes bytes;
    ReelWriter writer(std::make_unique<SharedSink>(bytes), (*match)->info());
    const auto checksums = copy_union(**match, ignore_problems, writer);
    if (!checksums) return unreadable_summary(std::move(summary), checksums.error().message);
    const auto done = writer.finish();
    const auto all = done ? ReelReader::open(memory_source(std::move(bytes)))
                          : Result<std::unique_ptr<ReelReader>>(done.error());
    const auto added = all ? add_content(**all, summary) : Result<void>(all.error());
    if (!added) return unreadable_summary(std::move(summary), added.error().message);
    const auto counts = (*all)->statistics();
    if (!counts) return unreadable_summary(std::move(summary), counts.error().message);
    count_gaps(gaps_beside_damage(**match, counts->gaps), summary);
    // A union has none; those of the views are what was checked.
    summary.wire_ok = checksums->ok;
    summary.wire_mismatch = checksums->mismatch;
    summary.wire_absent = checksums->absent;
    const std::string missing = missing_summary(**match);
    summary.status = missing.empty() ? kMatchFile : kDamagedMatchFile;
    summary.problem = missing.empty() ? "" : missing + "; 'tickreel recover' saves what is left";
    return summary;
}

}  // namespace

std::string uuid_of(const std::string& path) {
    const auto file = open_file(path);
    if (!file) return {};
    const auto header = (*file)->read(0, layout::kFileHeader);
    if (!header || !std::equal(layout::kMagic.begin(), layout::kMagic.end(), header->begin()))
        return {};
    std::string text;
    for (std::size_t i = 0; i < kUuidBytes; ++i)
        text += fmt::format("{:02x}", (*header)[kUuidOffset + i]);
    return text;
}

RecordingSummary summarise(const std::string& path) {
    RecordingSummary summary;
    summary.uuid = uuid_of(path);
    auto file = open_file(path);
    if (!file) return unreadable_summary(std::move(summary), file.error().message);
    if (MatchReader::is_match(**file)) return match_summary(std::move(summary), *std::move(file));
    const auto reel = ReelReader::open(*std::move(file));
    if (!reel) return unreadable_summary(std::move(summary), reel.error().message);
    if (const auto added = add_content(**reel, summary); !added)
        return unreadable_summary(std::move(summary), added.error().message);
    if (!(*reel)->damage().empty()) {
        summary.status = "damaged";
    } else if (!(*reel)->finished()) {
        summary.status = "unfinished";
        summary.problem = "its end is missing, or it is still written";
    }
    return summary;
}

}  // namespace tickreel
