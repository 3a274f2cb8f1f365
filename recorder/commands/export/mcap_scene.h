#pragma once
// What Foxglove and Lichtblick show of an .mcap without configuration, by their published schemas:
// /scene (foxglove.SceneUpdate): where items are, with names; /log (foxglove.Log): what happened.

#include <map>
#include <string>
#include <vector>

#include "tickreel/games/evolvers.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/roster.h"
#include "tickreel/model/type_table.h"
#include "tickreel/reel/evolution.h"

namespace tickreel {

std::string scene_schema();  // JSON Schema of the messages of SceneWriter
std::string log_schema();    // of log_line()

// The items that have a place: one entity for each type, a sphere for each item where clients show
// it (as sent without the map), with its name where it has one. In tiles where the unit is
// Teeworlds' (32 a tile, y down), else as stored.
class SceneWriter {
public:
    SceneWriter(const ReelReader& reel, const TypeTable& types)
        : types_(types), evolution_(reel, evolvers()) {}

    // The whole scene, and the end of entities of types that no item has any more.
    std::string message(const Schema& schema, const Frame& frame);
    // Why characters were shown where they were sent; "": all were where clients show them.
    std::string why_as_sent() const { return evolution_.why_not(); }

private:
    struct Place {
        std::size_t x = 0, y = 0;
        std::optional<std::size_t> z{};
        double scale = 1;
        bool down = false;
        bool any = false;
    };
    const Place& place_of(TypeId type);

    const TypeTable& types_;
    Evolution evolution_;
    std::map<TypeId, Place> places_;
    std::map<std::string, bool> shown_;  // entities, whether in this message
};

// "" for what is no news to people: inputs, transport, effects.
std::string log_line(const Schema& schema, const Frame& frame, const Event& event,
                     const Roster* roster);

}  // namespace tickreel
