#pragma once
// Which flags were captured, by the points of the teams.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/model/schema.h"
#include "tickreel/model/snapshot.h"

namespace tickreel {

// "red" of the field flag_carrier_red; "" for a game's only flag.
std::string flag_name(const Field& holder);

// The rules of Teeworlds give a team 100 points or more in the tick of a capture.
class FlagCaptures {
public:
    explicit FlagCaptures(const Schema& schema);
    void add_types(std::vector<TypeId>& types) const;  // whose items it needs
    void begin();                                      // another segment
    void see(const Snapshot& snapshot);                // each in turn
    // The flag of this name, by another team, in the snapshot seen last.
    bool captured(std::string_view flag) const;

private:
    struct TeamScore {
        TypeId type = 0;
        std::size_t field = 0;
        std::optional<std::int64_t> points{};
        bool rose = false;  // as by a capture
    };
    const Schema& schema_;
    std::vector<TeamScore> scores_{};
};

}  // namespace tickreel
