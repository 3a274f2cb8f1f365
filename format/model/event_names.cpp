#include "tickreel/model/event_names.h"

#include "tickreel/model/names.h"

namespace tickreel {

// Who had an item with a name at the frame before, and has none now.
void EventNames::add_gone(const Frame& frame) {
    if (!named_) {
        named_.emplace();
        for (std::size_t i = 0; i < schema_.size(); ++i) {
            const auto id = static_cast<TypeId>(i);
            if (schema_[id].use == TypeUse::Item && find_role(schema_[id], Role::Name))
                named_->push_back(id);
        }
    }
    if (frame.segment != segment_ || frame.snapshot.same_storage(before_)) return;
    for (const TypeId type : *named_)
        for (std::size_t i = before_.lower_bound({type, 0});
             i < before_.size() && before_[i].key.type == type; ++i)
            if (const ItemKey key = before_[i].key; !frame.snapshot.find(key))
                with_leavers_[key.entity].name = item_name(schema_, before_, key);
}

const Roster& EventNames::at(const Frame& frame) {
    with_leavers_.clear();
    if (!frame.events.empty()) add_gone(frame);
    before_ = frame.snapshot;
    segment_ = frame.segment;
    for (const Event& event : frame.events)
        if (schema_.contains(event.type) && schema_[event.type].event_class == EventClass::Leave)
            with_leavers_.insert(history_.latest().begin(), history_.latest().end());
    history_.add(schema_, frame);
    if (with_leavers_.empty()) return history_.latest();
    for (const auto& [entity, entry] : history_.latest()) with_leavers_[entity] = entry;
    return with_leavers_;
}

}  // namespace tickreel
