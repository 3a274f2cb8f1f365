#include "format/analysis/derived_events.h"

#include <algorithm>

#include "tickreel/base/text.h"
#include "tickreel/model/row.h"

namespace tickreel {
namespace {

// The length of the common prefix of two names, up to a separator.
std::size_t common_start(std::string_view a, std::string_view b) {
    const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
    const std::size_t separator = a.substr(0, static_cast<std::size_t>(end - a.begin())).rfind('_');
    return separator == std::string_view::npos ? 0 : separator + 1;
}

}  // namespace

DerivedEvents::DerivedEvents(const Schema& schema, std::vector<Segment> segments)
    : schema_(schema), segments_(std::move(segments)), players_(schema) {
    for (std::size_t id = 0; id < schema.size(); ++id) {
        const auto type = static_cast<TypeId>(id);
        if (schema[type].use != TypeUse::Item) continue;
        if (find_role(schema[type], Role::Name)) named_.push_back(type);
        add_carriers(type);
    }
}

void DerivedEvents::add_carriers(TypeId type) {
    const std::vector<Field>& fields = schema_[type].fields;
    std::vector<std::size_t> holders;
    for (std::size_t i = 0; i < fields.size(); ++i)
        if (fields[i].roles.has(Role::FlagHolder)) holders.push_back(i);
    for (std::size_t i = 0; i < holders.size(); ++i) {
        std::string flag;
        if (holders.size() > 1) {
            const std::string& name = fields[holders[i]].name;
            flag =
                with_spaces(name.substr(common_start(name, fields[holders[i == 0 ? 1 : 0]].name)));
        }
        carriers_.push_back({type, holders[i], std::move(flag)});
    }
}

void DerivedEvents::add(const Frame& frame, const EventCallback& tell, const Roster* roster,
                        const MissingBefore* missing) {
    const bool fresh = !started_ || frame.segment != segment_;
    if (fresh) {
        present_.clear();
        holders_.clear();
        if (frame.segment < segments_.size() && !segments_[frame.segment].map.empty())
            tell(EventLane::Map, "map", segments_[frame.segment].map);
    }
    segment_ = frame.segment;
    started_ = true;
    const EventCallback silent = [](EventLane, std::string_view, const std::string&) {};
    add_names(frame, fresh ? silent : tell);
    add_flags(frame, tell, roster, missing);
}

bool DerivedEvents::is_there(const Names& names, EntityId entity, const std::string& who) const {
    return std::any_of(
        named_.begin(), named_.end(),
        [&](TypeId type) {
            const auto found = names.find({type, entity});
            return found != names.end() && found->second == who;
        });
}

// An unnamed item joins when its name becomes known. If several types share a name and number
// (Firefall: the views of one entity), it joins and leaves only once.
void DerivedEvents::add_names(const Frame& frame, const EventCallback& tell) {
    const Snapshot& snapshot = frame.snapshot;
    Names now;
    for (const TypeId type : named_) {
        const std::size_t name = *find_role(schema_[type], Role::Name);
        for (std::size_t i = snapshot.lower_bound({type, 0});
             i < snapshot.size() && snapshot[i].key.type == type; ++i) {
            const Item item = snapshot[i];
            const auto old = present_.find(item.key);
            if (old != present_.end()) {
                now.insert(present_.extract(old));
                continue;
            }
            const Value value = read_field(schema_[type], item.row, name);
            const auto* who = std::get_if<std::string>(&value);
            if (who == nullptr || who->empty()) continue;
            if (!players_.fits(schema_[type], item.row)) {
                now.emplace(item.key, "");
                continue;
            }
            if (!is_there(now, item.key.entity, *who) && !is_there(present_, item.key.entity, *who))
                tell(EventLane::Join, "joined", *who);
            now.emplace(item.key, *who);
        }
    }
    while (!present_.empty()) {
        const auto gone = present_.extract(present_.begin());
        const EntityId entity = gone.key().entity;
        if (gone.mapped().empty()) continue;
        if (!is_there(now, entity, gone.mapped()) && !is_there(present_, entity, gone.mapped()))
            tell(EventLane::Join, "left", gone.mapped());
    }
    present_ = std::move(now);
}

void DerivedEvents::add_flags(const Frame& frame, const EventCallback& tell, const Roster* roster,
                              const MissingBefore* missing) {
    const Snapshot& snapshot = frame.snapshot;
    for (const Carrier& carrier : carriers_) {
        const Field& field = schema_[carrier.type].fields[carrier.field];
        for (std::size_t i = snapshot.lower_bound({carrier.type, 0});
             i < snapshot.size() && snapshot[i].key.type == carrier.type; ++i) {
            const Item item = snapshot[i];
            const Value value = read_field(schema_[carrier.type], item.row, carrier.field);
            const auto* holder = std::get_if<std::int64_t>(&value);
            if (holder == nullptr) continue;
            const auto [at, added] = holders_.try_emplace({item.key, carrier.field}, *holder);
            if (added || at->second == *holder) continue;
            at->second = *holder;
            const std::string who =
                *holder >= 0
                    ? entity_name(schema_, snapshot, static_cast<EntityId>(*holder), roster)
                    : "";
            const std::string flag = (carrier.flag.empty() ? "" : carrier.flag + " ") + "flag";
            const std::string ticks = missing != nullptr ? missing->ticks() : "";
            const std::string when =
                ticks.empty() ? "" : " (changed within missing ticks " + ticks + ")";
            tell(EventLane::Flag, "flag",
                 (who.empty() ? flag + " is " + loose_flag_text(field, value)
                              : who + " has the " + flag) +
                     when);
        }
    }
}

}  // namespace tickreel
