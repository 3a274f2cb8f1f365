#pragma once
// Verifies dead reckoning without the server's source. A server sends a core anew when its own
// extrapolation was wrong, or when the last core is 151 ticks old. So for a refresh at that age our
// evolved core must equal the new one in every word, and for every earlier one it must not, unless
// there was another refresh in the ticks between two snapshots (a player was pushed briefly). At
// that age a core may also be sent because another tee touched, hooked or let go of this one, or
// because it was hit, in that very tick.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tickreel/games/teeworlds/character_row.h"
#include "tickreel/games/teeworlds/reckoning.h"
#include "tickreel/model/frame.h"

namespace tickreel_test {

struct Refresh {
    tickreel::Moment from{};  // when the old core was sent
    tickreel::Tick to = 0;    // when the new one was sent
    tickreel::EntityId who = 0;
    bool timed = false;
    bool equal = false;
    // One more refresh was possible between the last snapshot and the new core's tick.
    bool room_between = false;
    bool touched = false;  // by another tee or a hit, or close to it
    tickreel::teeworlds::CharacterLayout::CoreWords sent{};
    tickreel::teeworlds::CharacterLayout::CoreWords evolved{};
    tickreel::teeworlds::CharacterLayout::CoreWords old{};

    bool as_expected() const { return timed ? equal || touched : !equal || room_between; }
    std::string text() const;
};

struct Tally {
    std::uint64_t rows = 0;
    std::uint64_t older = 0;  // rows that were sent as of an earlier tick
    std::uint64_t timed = 0;
    std::uint64_t timed_equal = 0;
    std::uint64_t timed_touched = 0;  // not equal, for which another tee or a hit may be the reason
    std::uint64_t early = 0;
    std::uint64_t early_differ = 0;
    std::uint64_t early_equal_hidden = 0;  // equal, and another may have been sent in between
    std::vector<Refresh> wrong{};          // the first ones that contradict the expectation

    void add(const Refresh& refresh);
};

// Steps of more than two tiles between two snapshots of consecutive ticks or of every second one.
// Who was not there in the snapshot before has spawned; after a longer pause there is a gap.
class Jumps {
public:
    struct Place {
        tickreel::Tick tick = 0;
        tickreel::Word x = 0;
        tickreel::Word y = 0;
    };
    void see(tickreel::EntityId who, Place place);
    std::uint64_t count = 0;
    std::string first{};  // which step that was

private:
    std::map<tickreel::EntityId, Place> places_;
};

class Refreshes {
public:
    // `character`: the type of characters in the schema.
    Refreshes(const tickreel::Schema& schema, tickreel::TypeId character,
              const tickreel::teeworlds::TileMap& tiles, tickreel::teeworlds::LineRule line);

    void take(const tickreel::Frame& frame, Tally& tally);

private:
    struct Seen {
        tickreel::Tick at = 0;  // of the snapshot
        tickreel::Tick tick = 0;
        tickreel::teeworlds::CharacterLayout::CoreWords words{};
    };
    bool hit(const tickreel::Frame& frame, tickreel::teeworlds::Vec place) const;
    bool touched(const tickreel::Frame& frame, tickreel::EntityId who,
                 tickreel::teeworlds::Vec place) const;
    std::optional<tickreel::teeworlds::CharacterLayout> layout_;
    tickreel::TypeId type_;
    std::vector<tickreel::TypeId> hits_{};  // what pushes tees
    tickreel::Frame before_{};
    tickreel::teeworlds::Reckoning reckoning_;
    std::map<tickreel::EntityId, Seen> seen_;
};

}  // namespace tickreel_test
