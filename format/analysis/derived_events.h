#pragma once
// Derives events that no message reports from the snapshots: players join and leave, flags change
// hands, the map changes. Independent of the game: players.h says which named things are players, a
// FlagHolder role says who carries a flag.

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/analysis/describe.h"
#include "tickreel/analysis/missing_before.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/players.h"
#include "tickreel/model/schema.h"

namespace tickreel {

class DerivedEvents {
public:
    // `what` has static storage: "joined", "left", "flag", "map".
    using EventCallback =
        std::function<void(EventLane kind, std::string_view what, std::string text)>;

    DerivedEvents(const Schema& schema, std::vector<Segment> segments);
    // Call in frame order. `roster`: players named by messages so far. `missing`: what is missing
    // before this frame, in which a flag may have changed hands.
    void add(const Frame& frame, const EventCallback& tell, const Roster* roster = nullptr,
             const MissingBefore* missing = nullptr);

private:
    using Names = std::map<ItemKey, std::string>;

    bool is_there(const Names& names, EntityId entity, const std::string& who) const;
    void add_names(const Frame& frame, const EventCallback& tell);
    void add_flags(const Frame& frame, const EventCallback& tell, const Roster* roster,
                   const MissingBefore* missing);

    struct Carrier {  // a field that says who carries a flag
        TypeId type = 0;
        std::size_t field = 0;
        std::string flag{};  // the part of the field's name that differs from others'
    };
    void add_carriers(TypeId type);
    const Schema& schema_;
    std::vector<Segment> segments_;
    PlayerRule players_;
    std::vector<TypeId> named_;
    std::vector<Carrier> carriers_;
    Names present_;  // the named things in the last frame; "": no player
    std::map<std::pair<ItemKey, std::size_t>, std::int64_t> holders_;
    bool started_ = false;
    std::uint32_t segment_ = 0;
};

}  // namespace tickreel
