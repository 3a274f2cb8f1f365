#pragma once
// Who is who in 0.7 recordings: names and colours come once, by message, and hold until the next
// one. Read from the whole recording, so that any moment can be asked.

#include <map>
#include <string>
#include <vector>

#include "format/reel/reel_reader.h"
#include "player/games/teeworlds/colors.h"

namespace tickreel {

struct Identity {
    std::string name{};
    std::string clan{};
    int team = 0;
    TeeColors colors{};
    bool custom_color = false;
};

class Roster {
public:
    Roster() = default;
    // Reads all frames when the recording holds such messages, else nothing.
    Roster(const ReelReader& reel, const ProblemSink& problems);

    // nullptr when nothing is known of that client at that moment.
    const Identity* find(EntityId client, Moment moment) const;
    bool empty() const { return clients_.empty(); }

private:
    struct Entry {
        Moment from{};
        Identity identity{};
    };
    void add(const Schema& schema, const Frame& frame, const Event& event);

    std::map<EntityId, std::vector<Entry>> clients_;
};

}  // namespace tickreel
