#include "tickreel/analysis/query_run.h"

#include <algorithm>
#include <optional>

#include "format/analysis/query_hits.h"
#include "format/analysis/scan_pace.h"
#include "tickreel/base/concat.h"
#include "tickreel/reel/part_scan.h"

namespace tickreel {
namespace {

// What a query does not read of a snapshot is not decoded.
PartFilter part_of(const Query& query, const ReelReader& reader) {
    PartFilter part;
    part.types = query.types_read();
    const std::size_t types = reader.schema().size();
    std::erase_if(part.types, [&](TypeId type) { return type >= types; });  // it has none of them
    return part;
}

Schema with_types_behind(Schema schema, const Schema& known) {
    for (std::size_t id = schema.size(); id < known.size(); ++id)
        schema.add(known[static_cast<TypeId>(id)]);
    return schema;
}

// Evolving every snapshot costs as much as evaluating it: only queries that need it pay.
EvolverMakers asked_of(std::string_view text, EvolverMakers evolvers) {
    return text.find(kEvolvedPrefix) != std::string_view::npos ? evolvers : EvolverMakers();
}

// `for` and `within` ask about snapshots before the range and behind it, too.
MomentRange widened(const ReelReader& reader, MomentRange range, const Query& query) {
    const Timeline& timeline = reader.timeline();
    const auto ticks = [&](double seconds) {
        constexpr double kMost = 1e12;  // more than any recording has
        const double wanted = std::min(seconds * timeline.ticks_per_second(), kMost);
        return wanted > 0 ? static_cast<std::int64_t>(wanted) + 2 : std::int64_t{0};
    };
    const std::int64_t before = ticks(query.least_seconds()) + ticks(-query.earliest_seconds());
    const std::int64_t behind = ticks(query.least_seconds()) + ticks(query.latest_seconds());
    if (before > 0 && timeline.first() < range.from)
        range.from = std::min(range.from, timeline.moment(timeline.position(range.from) - before));
    if (behind == 0 || range.to >= reader.everything().to) return range;
    const std::int64_t end = timeline.position(range.to) + behind;
    range.to =
        end < timeline.length() ? std::max(range.to, timeline.moment(end)) : reader.everything().to;
    return range;
}

// Keeps the first kMaxHits, and publishes them together with those still growing.
class Publisher {
public:
    Publisher(const ReelReader& reader, EvolvedFields& fields, const Query& query,
              QueryResult result, WorkControl& control,
              const std::function<void(QueryResultPointer)>& publish, EvolverMakers evolvers,
              Evolution::FindMap find_map)
        : reader_(reader),
          fields_(fields),
          hits_(reader, query, evolvers, std::move(find_map)),
          part_(part_of(query, reader)),
          result_(std::move(result)),
          control_(control),
          publish_(publish),
          pace_(reader, control) {}

    void run() {
        const auto note = [this](const Problem& problem) {
            if (result_.problem.empty()) result_.problem = problem.message;
        };
        const Result<void> read =
            scan_parts(reader_, reader_.everything(), part_, note,
                       [this](const PartFrame& part) { return add(part.frame); });
        if (!read) note({read.error().message});
        hits_.finish();
        result_.complete = !control_.stopped();
        hand_over();
    }

private:
    bool add(const Frame& frame) {
        hits_.add(fields_.extended(frame));
        keep_ended();
        if (pace_.due(frame.moment())) hand_over();
        return !control_.stopped();
    }

    void keep_ended() {
        while (std::optional<QueryHit> hit = hits_.take())
            if (result_.hits.size() < kMaxHits) result_.hits.push_back(std::move(*hit));
    }

    void hand_over() {
        keep_ended();
        QueryResult shown = result_;
        shown.snapshots = hits_.totals().snapshots;
        shown.read = hits_.totals().read;
        shown.too_many = hits_.totals().too_many;
        shown.notes = hits_.totals().notes;
        shown.left_out = hits_.totals().hits - shown.hits.size();
        for (QueryHit& hit : hits_.waiting()) {
            shown.snapshots += hit.snapshots;
            if (shown.hits.size() < kMaxHits)
                shown.hits.push_back(std::move(hit));
            else
                ++shown.left_out;
        }
        publish_(std::make_shared<const QueryResult>(std::move(shown)));
    }

    const ReelReader& reader_;
    EvolvedFields& fields_;
    QueryHits hits_;
    PartFilter part_;
    QueryResult result_;
    WorkControl& control_;
    const std::function<void(QueryResultPointer)>& publish_;
    ScanPace pace_;
};

}  // namespace

const QueryHit* QueryResult::next(std::int64_t after) const {
    const auto found =
        std::upper_bound(hits.begin(), hits.end(), after,
                         [](std::int64_t at, const QueryHit& hit) { return at < hit.from; });
    return found == hits.end() ? nullptr : &*found;
}

const QueryHit* QueryResult::previous(std::int64_t before) const {
    const auto found =
        std::lower_bound(hits.begin(), hits.end(), before,
                         [](const QueryHit& hit, std::int64_t at) { return hit.from < at; });
    return found == hits.begin() ? nullptr : &*(found - 1);
}

std::string too_many_text(std::uint64_t snapshots) {
    return concat(snapshots,
                  " snapshots have too many combinations to try all; join the types by Type.id");
}

Result<QueryTotals> find_hits(const ReelReader& reader, MomentRange range, std::string_view text,
                              const ProblemSink& problems,
                              const std::function<bool(const QueryHit&)>& on_hit,
                              const std::function<bool(Moment)>& on_frame, EvolverMakers evolvers,
                              const std::function<std::vector<Schema>()>& known) {
    EvolvedFields fields(reader, asked_of(text, evolvers));
    Result<Query> query = Query::parse(text, fields.schema());
    std::string absent;  // what the recording does not have
    std::vector<Schema> wider;
    if (!query && known) wider = known();
    for (std::size_t i = 0; i < wider.size() && absent.empty(); ++i) {
        wider[i] = with_types_behind(fields.schema(), wider[i]);
        if (Result<Query> again = Query::parse(text, wider[i]); again) {
            absent = query.error().message.substr(0, query.error().message.find(';'));
            query = std::move(again);
        }
    }
    if (!query) return query.error();
    QueryHits hits(reader, *query, evolvers, {});
    bool wanted = true;
    const auto give = [&] {
        while (wanted) {
            const std::optional<QueryHit> hit = hits.take();
            if (!hit) return;
            wanted = on_hit(*hit);
        }
    };
    hits.ask_within(range);
    const MomentRange around = widened(reader, range, *query);
    // What changes or comes with the first snapshot of a part is seen from the one before.
    if (reader.timeline().first() < around.from)
        if (const auto before = reader.previous(around.from); before && *before)
            hits.begin_after(fields.extended(**before));
    const PartFilter part = part_of(*query, reader);
    const Result<void> read =
        scan_parts(reader, around, part, problems, [&](const PartFrame& read_part) {
            hits.add(fields.extended(read_part.frame));
            give();
            return wanted && (!on_frame || on_frame(read_part.frame.moment()));
        });
    if (!read) return read.error();
    hits.finish();
    give();
    QueryTotals totals = hits.totals();
    totals.scales = query->scale_notes();
    if (!absent.empty()) totals.notes.push_back(absent + (totals.hits == 0 ? "; no hits" : ""));
    return totals;
}

std::vector<TypeId> types_of_query(std::string_view text, const Schema& schema) {
    const Result<Query> query = Query::parse(text, schema);
    return query ? query->types_named() : std::vector<TypeId>();
}

void run_query(const ReelReader& reader, const std::string& text, WorkControl& control,
               const std::function<void(QueryResultPointer)>& publish, EvolverMakers evolvers,
               Evolution::FindMap find_map) {
    QueryResult result;
    result.text = text;
    EvolvedFields fields(reader, asked_of(text, evolvers), find_map);
    const Result<Query> query = Query::parse(text, fields.schema());
    if (!query) {
        result.error = query.error().message;
        result.complete = true;
        publish(std::make_shared<const QueryResult>(std::move(result)));
        return;
    }
    Publisher(reader, fields, *query, std::move(result), control, publish, evolvers,
              std::move(find_map))
        .run();
}

}  // namespace tickreel
