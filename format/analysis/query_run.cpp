#include "tickreel/analysis/query_run.h"

#include <algorithm>
#include <chrono>

#include "format/analysis/query.h"
#include "tickreel/analysis/describe.h"

namespace tickreel {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kPublishEvery = std::chrono::milliseconds(250);

class Runner {
public:
    Runner(const ReelReader& reader, const Query& query, WorkControl& control,
           const std::function<void(QueryResultPointer)>& publish, QueryResult& result)
        : reader_(reader), query_(query), control_(control), publish_(publish), result_(result) {}

    void run() {
        const auto note = [this](const Problem& problem) {
            if (result_.problem.empty()) {
                result_.problem = problem.message;
            }
        };
        const Result<void> read = reader_.scan(reader_.everything(), note,
                                               [this](const Frame& frame) { return add(frame); });
        if (!read) {
            note({read.error().message});
        }
        result_.complete = !control_.stopped();
        hand_over();
    }

private:
    bool add(const Frame& frame) {
        ++result_.read;
        roster_.add(reader_.schema(), frame);
        const bool follows = before_ && before_->segment == frame.segment;
        const Query::Outcome outcome = query_.match(frame, follows ? &*before_ : nullptr);
        result_.too_many += outcome.gave_up ? 1 : 0;
        if (outcome.found) {
            take(frame, outcome);
        }
        in_stretch_ = outcome.found;
        before_ = frame;
        const auto now = Clock::now();
        if (now - published_ >= kPublishEvery) {
            published_ = now;
            const auto all =
                static_cast<double>(std::max<std::int64_t>(reader_.timeline().length(), 1));
            const auto position = static_cast<double>(reader_.timeline().position(frame.moment()));
            control_.set_progress(position / all);
            hand_over();
        }
        return !control_.stopped();
    }

    void take(const Frame& frame, const Query::Outcome& outcome) {
        ++result_.snapshots;
        const std::int64_t position = reader_.timeline().position(frame.moment());
        const std::optional<ItemKey> first =
            outcome.things.empty() ? std::nullopt : outcome.things[0];
        const bool event = query_.about_events();
        const bool goes_on = in_stretch_ && !event && first == last_thing_ &&
                             (!before_ || before_->segment == frame.segment);
        last_thing_ = first;
        if (goes_on) {
            if (result_.left_out == 0 && !result_.hits.empty()) {
                result_.hits.back().to = position;
                ++result_.hits.back().snapshots;
            }
            return;
        }
        if (result_.hits.size() >= kMaxHits) {
            ++result_.left_out;
            return;
        }
        QueryHit hit{position, position, 1, {}, {}};
        if (first && event && first->entity < frame.events.size()) {
            const Event& what = frame.events[first->entity];
            hit.label = reader_.schema()[what.type].name + "  " +
                        event_text(reader_.schema(), frame.snapshot, what, &roster_.latest());
        } else if (first) {
            hit.item = first;
            hit.label = item_title(reader_.schema(), frame.snapshot, *first, &roster_.latest());
        }
        result_.hits.push_back(std::move(hit));
    }

    void hand_over() { publish_(std::make_shared<const QueryResult>(result_)); }

    const ReelReader& reader_;
    const Query& query_;
    WorkControl& control_;
    const std::function<void(QueryResultPointer)>& publish_;
    QueryResult& result_;
    RosterHistory roster_;  // so far: a scan of its own, for the other may not be there yet
    std::optional<Frame> before_;
    std::optional<ItemKey> last_thing_;
    bool in_stretch_ = false;
    Clock::time_point published_ = Clock::now();
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

void run_query(const ReelReader& reader, const std::string& text, WorkControl& control,
               const std::function<void(QueryResultPointer)>& publish) {
    QueryResult result;
    result.text = text;
    const Result<Query> query = Query::parse(text, reader.schema());
    if (!query) {
        result.error = query.error().message;
        result.complete = true;
        publish(std::make_shared<const QueryResult>(std::move(result)));
        return;
    }
    Runner(reader, *query, control, publish, result).run();
}

}  // namespace tickreel
