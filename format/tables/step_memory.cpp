#include "format/tables/step_memory.h"

#include "tickreel/model/row.h"

namespace tickreel {

void StepMemory::enter_file(const Schema& schema) {
    schema_ = &schema;
    segment_ = seed_.segment;
    last_ = std::move(seed_.last);
    killed_ = std::move(seed_.killed);
    clock_ = seed_.clock;
    restarted_ = seed_.restarted;
    restarts_.reset();
    starts_ = match_start_fields(schema);
    seed_ = {};
}

void StepMemory::begin_frame(const Frame& frame) {
    if (frame.segment != segment_) {
        segment_ = frame.segment;
        last_.clear();
        killed_.clear();
        clock_ = {};
        restarted_.reset();
    }
    const auto restart = clock_.see(frame.tick, match_start_in(*schema_, starts_, frame.snapshot));
    if (restart) (*restart < frame.tick ? restarted_ : restarts_) = restart;
    note_killed(*schema_, frame, KillsOf::BeforeSnapshot, killed_);
}

ItemStep StepMemory::take(ItemKey item, Tick tick, Row row) {
    ItemStep step;
    if (const auto killed = killed_.find(item.entity); killed != killed_.end())
        step.killed = killed->second;
    step.restarted = restarted_;
    const auto [at, fresh] = last_.try_emplace(item);
    StepSeed::Before& last = at->second;
    if (!fresh) {
        step.tick = last.tick;
        step.words_at = words_.size();
        step.words = last.row.size();
        words_.insert(words_.end(), last.row.begin(), last.row.end());
    }
    last.tick = tick;
    last.row.assign(row.begin(), row.end());
    return step;
}

void StepMemory::end_frame(const Frame& frame) {
    note_killed(*schema_, frame, KillsOf::WholeFrame, killed_);
    if (restarts_) restarted_ = std::exchange(restarts_, std::nullopt);
}

void note_killed(const Schema& schema, const Frame& frame, KillsOf kills,
                 std::map<EntityId, Tick>& killed) {
    for (const Event& event : frame.events) {
        if (!schema.contains(event.type)) continue;
        const ItemType& type = schema[event.type];
        if (type.event_class != EventClass::Kill) continue;
        if (kills == KillsOf::BeforeSnapshot && !event.before_snapshot) continue;
        const auto field = find_role(type, Role::Object);
        const auto victim = field ? entity_of(read_field(type, event.row, *field)) : std::nullopt;
        if (!victim) continue;
        const bool earlier = kills == KillsOf::WholeFrame && event.before_snapshot;
        killed[*victim] = frame.tick - (earlier ? 1 : 0);
    }
}

}  // namespace tickreel
