#include "format/analysis/query_hits.h"

#include <algorithm>

#include "tickreel/analysis/describe.h"
#include "tickreel/analysis/holes.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/entity_slots.h"
#include "tickreel/reel/gap_list.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

namespace {

constexpr double kRounding = 1e-9;  // of seconds: the ends of a window are in it

}  // namespace

void QueryHits::add(const Frame& frame) {
    const bool asked = !asked_ || (asked_->from <= frame.moment() && frame.moment() < asked_->to);
    totals_.read += asked ? 1 : 0;
    roster_.add(reader_.schema(), frame);
    const bool follows = before_ && before_->segment == frame.segment;
    const Frame* before = follows ? &*before_ : nullptr;
    if (follows)
        note_leavers(frame);
    else
        begin_segment();
    const Timeline& timeline = reader_.timeline();
    unseen_.add(reader_.schema(), frame, before, roster_.latest());
    const QueryContext context{timeline.seconds(frame.moment()), &roster_.latest(), &left_,
                               &evolution_};
    const Query::Outcome outcome = query_.match(frame, before, context);
    totals_.too_many += asked && outcome.gave_up ? 1 : 0;
    Moments here{timeline.position(frame.moment()), context.seconds, frame.segment, {}, asked};
    for (const Query::Match& match : outcome.matches) here.found.push_back({match, {}, false});
    if (const Query* around = query_.around()) {
        const Query::Outcome near = around->match(frame, before, context);
        totals_.too_many += asked && near.gave_up ? 1 : 0;
        if (near.found()) {
            const bool alone = near.matches.size() == 1 && near.matches[0].event;
            around_.push_back(
                {here.position, context.seconds,
                 alone ? std::optional(near.matches[0].thing->entity) : std::nullopt});
        }
        for (LabelledMatch& found : here.found) describe(frame, found);
        pending_.push_back(std::move(here));
        settle_those_before(context.seconds - query_.latest_seconds());
    } else {
        settle(std::move(here), &frame);
    }
    before_ = frame;
}

// How long it took from the segment before to this one, the ticks do not tell.
void QueryHits::begin_segment() {
    left_.clear();
    settle_pending();
    around_.clear();
}

void QueryHits::settle_pending() {
    while (!pending_.empty()) {
        settle(std::move(pending_.front()), nullptr);
        pending_.pop_front();
    }
}

void QueryHits::finish() {
    settle_pending();
    ++settled_;
    close_stretches(settled_);
    totals_.notes = unseen_.notes();
    if (const std::string why = evolution_.why_not(); !why.empty())
        totals_.notes.push_back(concat(why, ": speed and dist are of places as sent"));
}

void QueryHits::settle_those_before(double seconds) {
    while (!pending_.empty() && pending_.front().seconds < seconds) {
        settle(std::move(pending_.front()), nullptr);
        pending_.pop_front();
    }
    const double oldest =
        (pending_.empty() ? seconds : pending_.front().seconds) + query_.earliest_seconds();
    while (!around_.empty() && around_.front().seconds < oldest - kRounding) around_.pop_front();
}

// An event is not near itself: `kill within 2s of kill` asks for another one.
bool QueryHits::is_near(const Moments& here, const Query::Match& match) const {
    const double from = here.seconds + query_.earliest_seconds() - kRounding;
    const double to = here.seconds + query_.latest_seconds() + kRounding;
    auto near = std::lower_bound(
        around_.begin(), around_.end(), from,
        [](const Near& one, double seconds) { return one.seconds < seconds; });
    const auto is_itself = [&](const Near& one) {
        return match.event && one.position == here.position && one.alone == match.thing->entity;
    };
    while (near != around_.end() && is_itself(*near)) ++near;
    return near != around_.end() && near->seconds <= to;
}

// Reading finds the damage, always before the frame behind it comes.
bool QueryHits::misses_snapshots(std::int64_t from, std::int64_t to) {
    if (!holes_) holes_ = find_holes(reader_);
    const std::span<const Damage> damage = reader_.damage();
    if (damage_known_ < damage.size()) {
        for (const Damage& one : damage.subspan(damage_known_))
            for (Gap& gap : ticks_lost_by(reader_.chunks(), one)) lost_.push_back(std::move(gap));
        damage_known_ = damage.size();
        lost_ = join_gaps(std::move(lost_));
        lost_holes_ = holes_of(reader_, {}, lost_);
    }
    return hole_between(*holes_, from, to) || hole_between(lost_holes_, from, to);
}

// All facts about a frame are known: its matches start or continue runs.
void QueryHits::settle(Moments moments, const Frame* frame) {
    ++settled_;
    if (moments.segment != segment_ || misses_snapshots(position_, moments.position))
        close_stretches(settled_ + 1);  // all: no run continues across a map change or a gap
    segment_ = moments.segment;
    position_ = moments.position;
    if (query_.around() != nullptr)
        std::erase_if(moments.found,
                      [&](const LabelledMatch& found) { return !is_near(moments, found.match); });
    for (LabelledMatch& found : moments.found) {
        const bool event = found.match.event;
        const auto open = event ? open_.end() : open_.find(found.match.thing);
        if (open != open_.end()) {
            stretches_[open->second.stretch - taken_].grow(moments);
            open->second.last = settled_;
            continue;
        }
        if (!found.described && frame != nullptr) describe(*frame, found);
        stretches_.push_back({std::move(found.hit), moments.position});
        stretches_.back().grow(moments);
        if (event)
            close(stretches_.back());
        else
            open_.emplace(found.match.thing, Open{taken_ + stretches_.size() - 1, settled_});
    }
    close_stretches(settled_);
}

void QueryHits::close(Stretch& stretch) const {
    const double rate = reader_.timeline().ticks_per_second();
    const double seconds = static_cast<double>(stretch.ended - stretch.begun) / rate;
    stretch.open = false;
    stretch.kept = seconds >= query_.least_seconds();
}

void QueryHits::close_stretches(std::uint64_t number) {
    for (auto open = open_.begin(); open != open_.end();) {
        if (open->second.last == number) {
            ++open;
            continue;
        }
        close(stretches_[open->second.stretch - taken_]);
        open = open_.erase(open);
    }
}

std::optional<QueryHit> QueryHits::take() {
    while (!stretches_.empty() && !stretches_.front().open) {
        Stretch first = std::move(stretches_.front());
        stretches_.pop_front();
        ++taken_;
        if (first.kept && first.hit.snapshots > 0) {
            ++totals_.hits;
            totals_.snapshots += first.hit.snapshots;
            return std::move(first.hit);
        }
    }
    return std::nullopt;
}

std::vector<QueryHit> QueryHits::waiting() const {
    std::vector<QueryHit> hits;
    for (Stretch stretch : stretches_) {
        close(stretch);
        if (stretch.kept) hits.push_back(std::move(stretch.hit));
    }
    return hits;
}

void QueryHits::describe(const Frame& frame, LabelledMatch& found) const {
    found.described = true;
    const auto& thing = found.match.thing;
    if (!thing) return;
    QueryHit& hit = found.hit;
    const Schema& schema = reader_.schema();
    const Roster* roster = &roster_.latest();
    hit.type = thing->type;
    if (!found.match.event) {
        hit.item = thing;
        hit.label = item_title(schema, frame.snapshot, *thing, roster);
        if (schema.contains(thing->type) && shares_names(schema[thing->type]))
            hit.name = entity_name(schema, frame.snapshot, thing->entity, roster);
        return;
    }
    if (thing->entity < frame.events.size())
        describe_event(frame, frame.events[thing->entity], hit);
}

// Names whoever has just left as well: many leave at the tick at which they die.
void QueryHits::describe_event(const Frame& frame, const Event& event, QueryHit& hit) const {
    const Schema& schema = reader_.schema();
    const ItemType& type = schema[event.type];
    Roster names = roster_.latest();
    names.insert(left_.begin(), left_.end());
    hit.label = type.name + "  " + event_text(schema, frame.snapshot, event, &names);
    // As the column of that name in SQL and exports: who has none is not replaced by another one.
    if (const auto field = find_role(type, Role::Name)) {
        hit.name = as_text(read_field(type, event.row, *field));
        return;
    }
    for (const Role role : {Role::Speaker, Role::Owner, Role::Object, Role::Subject}) {
        const auto field = find_role(type, role);
        if (!field) continue;
        if (const auto who = entity_of(read_field(type, event.row, *field)))
            hit.name = entity_name(schema, frame.snapshot, *who, &names);
        return;
    }
}

// A slot keeps the name of who leaves it at this tick only.
void QueryHits::note_leavers(const Frame& frame) {
    const Schema& schema = reader_.schema();
    const Snapshot& before = before_->snapshot;
    std::erase_if(left_, [](const auto& one) { return is_slot(one.first); });
    for (TypeId type = 0; type < schema.size(); ++type) {
        const auto name = schema[type].use == TypeUse::Item ? find_role(schema[type], Role::Name)
                                                            : std::optional<std::size_t>();
        if (!name) continue;
        for (std::size_t i = before.lower_bound({type, 0});
             i < before.size() && before[i].key.type == type; ++i) {
            const Item item = before[i];
            if (frame.snapshot.find(item.key)) continue;
            const std::string text = as_text(read_field(schema[type], item.row, *name));
            if (!text.empty() || is_slot(item.key.entity)) left_[item.key.entity].name = text;
        }
    }
}

}  // namespace tickreel
