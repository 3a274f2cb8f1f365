#include "player/games/teeworlds/sent_area.h"

#include "player/games/teeworlds/items.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/names.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr float kWide = 1000;
constexpr float kHigh = 800;
constexpr float kFarthest = 1100;
constexpr float kSlack = 48;  // of positions that were sent for an earlier tick

bool is_inside(Vec2 centre, Vec2 place, float slack) {
    const Vec2 away = place - centre;
    return std::abs(away.x) <= kWide + slack && std::abs(away.y) <= kHigh + slack &&
           length(away) <= kFarthest + slack;
}

Vec2 place_of(const Items& items, Row row) {
    return {static_cast<float>(items.number(row, "x")), static_cast<float>(items.number(row, "y"))};
}

// Servers send where a player was at an earlier tick, and clients evolve that with the map: without
// it, or where that fails, the place is known only if it is recent.
bool is_recent(const SceneInput& input, const Items& characters, EntityId who) {
    constexpr Tick kRecent = 4;
    const Frame& frame = *input.reached();
    const auto row = characters.find(frame.snapshot, who);
    if (!row) return false;
    const int tick = characters.number(*row, "tick");
    return tick == 0 || frame.tick - tick <= kRecent;
}

// A spectator's camera; a player; who has just died looks where that was.
std::optional<Vec2> view_position(const SceneInput& input, EntityId own) {
    const Items spectators(input.schema, "SpectatorInfo");
    const Items characters(input.schema, "Character");
    std::optional<Vec2> camera;
    spectators.each(input.reached()->snapshot,
                    [&](EntityId, Row row) { camera = place_of(spectators, row); });
    if (camera) return camera;
    if (!characters.exist()) return {};
    if (characters.find(input.reached()->snapshot, own) && !is_recent(input, characters, own))
        return {};
    if (const auto place = item_position(input, characters.key(own))) return place;
    for (auto frame = input.recent.rbegin(); frame != input.recent.rend(); ++frame)
        if (const auto row = characters.find(frame->snapshot, own))
            return place_of(characters, *row);
    return {};
}

// The rectangle cut by the circle, clockwise.
std::vector<Vec2> shape_around(Vec2 centre) {
    constexpr int kSteps = 8;  // of each of the four arcs
    const float from_x = std::acos(kWide / kFarthest);
    const float to_y = std::asin(kHigh / kFarthest);
    std::vector<Vec2> shape;
    for (int corner = 0; corner < 4; ++corner) {
        const float sign_x = corner == 0 || corner == 3 ? 1.0F : -1.0F;
        const float sign_y = corner < 2 ? 1.0F : -1.0F;
        const bool backwards = corner % 2 == 1;
        for (int step = 0; step <= kSteps; ++step) {
            const float share = static_cast<float>(backwards ? kSteps - step : step) / kSteps;
            const Vec2 way = direction(from_x + (to_y - from_x) * share) * kFarthest;
            shape.push_back(centre + Vec2{way.x * sign_x, way.y * sign_y});
        }
    }
    return shape;
}

}  // namespace

SentArea sent_area(const SceneInput& input, std::string_view protocol) {
    if (protocol != "0.6" && protocol != "0.7")
        return {{}, concat("servers of ", protocol, " go by what the client announces")};
    if (input.frame == nullptr) return {{}, "there is no snapshot"};
    const auto own = recorded_player(input.schema, input.reached()->snapshot);
    if (!own) return {{}, "the recording does not say whose it is"};
    const std::string name = entity_name(input.schema, input.reached()->snapshot, *own);
    const std::optional<Vec2> centre = view_position(input, *own);
    if (!centre) return {{}, concat("where ", name, " is at this tick")};
    const Items characters(input.schema, "Character");
    std::optional<EntityId> outside;
    characters.each(input.reached()->snapshot, [&](EntityId who, Row) {
        const auto place = item_position(input, characters.key(who));
        if (place && is_recent(input, characters, who) && !is_inside(*centre, *place, kSlack))
            outside = who;
    });
    if (outside)
        return {{},
                concat("this server sends more than those of Teeworlds, see Character ", *outside)};
    return {shape_around(*centre),
            "nothing is sent from beyond 1000 x 800 units around the player, 1100 at most"};
}

}  // namespace tickreel::teeworlds_art
