#include "tickreel/tables/name_book.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "format/tables/player_stays.h"
#include "tickreel/model/entity_slots.h"
#include "tickreel/model/names.h"

namespace tickreel {

std::shared_ptr<StayCache> read_names_once() {
    return std::make_shared<StayCache>();
}

namespace {

// Who keeps a number for good may have been named at any tick of the recording. `beyond`: what
// cannot be read outside of the bounds.
Result<KnownStays> stays_that_name(const ReelFile& file, const TickBounds& bounds,
                                   const ProblemSink& problems, const ProblemSink& beyond) {
    auto near = stays_of(file, bounds, problems);
    const MomentRange everything = file.reel->everything();
    const bool whole = bounds == TickBounds{} && file.range.from <= everything.from &&
                       file.range.to >= everything.to;
    if (!near || whole) return near;
    const bool slots = std::all_of((*near)->begin(), (*near)->end(),
                                   [](const PlayerStay& stay) { return is_slot(stay.key.entity); });
    if (slots && !(*near)->empty()) return near;
    ReelFile all = file;
    all.range = everything;
    return stays_of(all, {}, beyond);
}

}  // namespace

NameBook::NameBook(const ReelFile& file, const TickBounds& bounds, const ProblemSink& problems)
    : schema_(&file.reel->schema()), problems_(problems) {
    const auto stays = stays_that_name(
        file, bounds, problems, [this](const Problem& problem) { beyond_.push_back(problem); });
    if (!stays) return;
    for (const PlayerStay& stay : **stays) {  // they come in order of their beginning
        // Of who keeps the number for good, the name is only not known yet.
        if (stay.named.name.empty() && !is_slot(stay.key.entity)) continue;
        std::vector<Entry>& all = entries_[{stay.segment, stay.key.entity}];
        // Who leaves is already missing from the snapshot whose messages still mention them.
        Entry entry{stay.from, stay.to + 1, stay.to, stay.named.name};
        if (!is_slot(stay.key.entity)) {
            entry.until = std::numeric_limits<Tick>::max();
            if (all.empty())
                entry.from = std::numeric_limits<Tick>::min();
            else if (stay.from > all.back().last)
                entry.from = (all.back().last + stay.from + 1) / 2;
        }
        if (!all.empty()) all.back().until = std::min(all.back().until, entry.from);
        all.push_back(std::move(entry));
    }
}

const std::string* NameBook::find(std::uint32_t segment, EntityId entity, Tick tick) const {
    const auto all = entries_.find({segment, entity});
    if (all == entries_.end()) {
        if (!is_slot(entity))
            for (const Problem& problem : std::exchange(beyond_, {})) problems_(problem);
        return nullptr;
    }
    const auto after = std::upper_bound(all->second.begin(), all->second.end(), tick,
                                        [](Tick at, const Entry& one) { return at < one.from; });
    if (after == all->second.begin() || tick >= (after - 1)->until) return nullptr;
    return &(after - 1)->name;
}

bool NameBook::anyone_called(std::uint32_t segment, std::string_view name, Tick tick) const {
    return std::any_of(
        entries_.begin(), entries_.end(),
        [&](const auto& one) {
            const auto& [in, entity] = one.first;
            if (in != segment) return false;
            const std::string* const called = find(segment, entity, tick);
            return called != nullptr && *called == name;
        });
}

const NameBook::Told* NameBook::told_of(const Frame& frame, EntityId entity) {
    if (!told_ || told_->segment != frame.segment || told_->tick != frame.tick) {
        told_ = FrameTold{frame.segment, frame.tick};
        for (std::size_t i = 0; i < frame.events.size(); ++i) {
            const Event& one = frame.events[i];
            if (!schema_->contains(one.type)) continue;
            const ItemType& type = (*schema_)[one.type];
            const bool leaves = type.event_class == EventClass::Leave;
            const auto owner = find_role(type, Role::Owner);
            if (!owner || !(leaves || is_naming_event(type))) continue;
            const auto who = entity_of(read_field(type, one.row, *owner));
            if (!who) continue;
            Told& told = told_->of[*who];
            if (leaves)
                told.leaves = i;
            else
                told.named.push_back(i);
        }
    }
    const auto found = told_->of.find(entity);
    return found == told_->of.end() ? nullptr : &found->second;
}

std::optional<std::string> NameBook::find(const Frame& frame, std::size_t event, EntityId entity) {
    const Tick tick = frame.tick;
    const Told* told = is_slot(entity) ? told_of(frame, entity) : nullptr;
    if (told != nullptr && told->leaves && *told->leaves >= event) {
        const auto behind = std::lower_bound(told->named.begin(), told->named.end(), event);
        if (behind != told->named.begin()) {
            const Event& naming = frame.events[*(behind - 1)];
            const ItemType& type = (*schema_)[naming.type];
            return as_text(read_field(type, naming.row, *find_role(type, Role::Name)));
        }
        // Who has the slot at the tick is another one, if anybody had it before.
        const std::string* before = find(frame.segment, entity, tick - 1);
        if (before != nullptr) return *before;
    }
    const std::string* name = find(frame.segment, entity, tick);
    return name == nullptr ? std::nullopt : std::optional(*name);
}

const std::string* NameBook::nearest(std::uint32_t segment, EntityId entity, Tick tick) const {
    const auto all = entries_.find({segment, entity});
    if (all == entries_.end()) return nullptr;
    const auto away = [tick](const Entry& one) {
        const auto distance = [](Tick from, Tick to) {
            return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
        };
        if (tick < one.from) return distance(tick, one.from);
        return tick < one.until ? 0 : distance(one.until, tick) + 1;
    };
    return &std::min_element(all->second.begin(), all->second.end(),
                             [&](const Entry& a, const Entry& b) { return away(a) < away(b); })
                ->name;
}

}  // namespace tickreel
