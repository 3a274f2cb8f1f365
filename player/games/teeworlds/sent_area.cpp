#include "player/games/teeworlds/sent_area.h"

#include <algorithm>

#include "player/games/teeworlds/items.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/names.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr float kWide = 1000;
constexpr float kHigh = 800;
constexpr float kFarthest = 1100;
constexpr Vec2 kUnasked{1200, 800};  // DDNet's servers, of clients that cannot ask
constexpr float kSlack = 48;         // of positions that were sent for an earlier tick

// What a server goes by.
struct Rule {
    Vec2 players{kWide, kHigh};
    std::optional<Vec2> things{};  // DDNet: how far other things than players are sent
    bool asked = false;            // by the client
};

bool is_inside(const Rule& rule, Vec2 away) {
    return std::abs(away.x) <= rule.players.x + kSlack &&
           std::abs(away.y) <= rule.players.y + kSlack &&
           (rule.things || length(away) <= kFarthest + kSlack);
}

Rule ddnet_rule(Vec2 reach, bool asked) {
    const float farther = std::max(reach.x, reach.y);
    return {{farther, farther}, reach, asked};
}

// Items and the client's half say whose server and client it was; old recordings have no property.
Result<Rule> rule_of(const SceneInput& input, std::string_view protocol,
                     const MessageHistory& history) {
    const bool ddnet_client = protocol.substr(0, 5) == "ddnet";
    if (!ddnet_client && protocol != "0.6" && protocol != "0.7")
        return fail("nobody knows what servers of ", protocol, " send");
    const Moment now = input.reached()->moment();
    const bool ever_asked = input.schema.find("Cl_ShowDistance").has_value();
    if (!ddnet_client && !ever_asked && !input.schema.find("GameInfoEx")) return Rule();
    const std::string by = "servers of DDNet go by what the client asks for (Cl_ShowDistance), ";
    if (input.other_view) return fail(by, "which is read of the left view only");
    if (!ever_asked && !ddnet_client) {
        if (!input.schema.find("Input")) return fail(by, "and what it sent was not recorded");
        return ddnet_rule(kUnasked, false);
    }
    if (ever_asked && (!history.read || *history.read < now))
        return fail(by, "which is still being read");
    const ShowDistance* const asked = history.distances.last(now);
    if (asked == nullptr) return fail(by, "and it has not asked before this tick of the recording");
    // What was on the way then was made before.
    if (now.tick - asked->at.tick < static_cast<Tick>(input.ticks_per_second / 2))
        return fail(by, "and it asked less than half a second ago");
    return ddnet_rule(asked->reach, true);
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
                    [&](EntityId, Row row) { camera = spectators.point(row); });
    if (camera) return camera;
    if (!characters.exist()) return {};
    if (characters.find(input.reached()->snapshot, own) && !is_recent(input, characters, own))
        return {};
    if (const auto place = item_position(input, characters.key(own))) return place;
    for (auto frame = input.recent.rbegin(); frame != input.recent.rend(); ++frame)
        if (const auto row = characters.find(frame->snapshot, own)) return characters.point(*row);
    return {};
}

std::vector<Vec2> box_around(Vec2 centre, Vec2 reach) {
    return {{centre.x + reach.x, centre.y + reach.y},
            {centre.x - reach.x, centre.y + reach.y},
            {centre.x - reach.x, centre.y - reach.y},
            {centre.x + reach.x, centre.y - reach.y}};
}

bool reaches_in(const Rule& rule, Vec2 centre, Vec2 from, Vec2 to) {
    const Vec2 way = to - from;
    const float along = way.x * way.x + way.y * way.y;
    const Vec2 off = centre - from;
    const float share = along > 0 ? (off.x * way.x + off.y * way.y) / along : 0;
    return is_inside(rule, from + way * std::clamp(share, 0.0F, 1.0F) - centre);
}

// DDNet sends who is outside if the line to the end of his hook reaches in, where it last was too,
// or that to somebody whose hook holds him.
bool has_line_in(const SceneInput& input, const Items& characters, const Rule& rule, Vec2 centre,
                 EntityId who, Vec2 place, Row row) {
    const Vec2 hook{static_cast<float>(characters.number(row, "hook_x")),
                    static_cast<float>(characters.number(row, "hook_y"))};
    if (reaches_in(rule, centre, place, hook)) return true;
    bool found = false;
    characters.each(input.reached()->snapshot, [&](EntityId other, Row holder) {
        if (characters.number(holder, "hooked_player", -1) != static_cast<int>(who)) return;
        const auto from = item_position(input, characters.key(other));
        found = found || (from && reaches_in(rule, centre, place, *from));
    });
    return found;
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

SentArea sent_area(const SceneInput& input, std::string_view protocol,
                   const MessageHistory& history) {
    if (input.frame == nullptr) return {{}, {}, "there is no snapshot"};
    const Result<Rule> rule = rule_of(input, protocol, history);
    if (!rule) return {{}, {}, rule.error().message};
    const Snapshot& items = input.reached()->snapshot;
    const auto own = recorded_player(input.schema, items);
    if (!own) return {{}, {}, "the recording does not say whose it is"};
    const std::string name = entity_name(input.schema, items, *own);
    // Servers choose what they send at a snapshot, also before somebody jumps.
    SceneInput sent = input;
    sent.frame = input.reached();
    sent.previous = nullptr;
    const std::optional<Vec2> centre = view_position(input, *own);
    const std::optional<Vec2> sent_from = view_position(sent, *own);
    if (!centre || !sent_from) return {{}, {}, concat("where ", name, " is at this tick")};
    const Items characters(input.schema, "Character");
    std::optional<EntityId> outside;
    characters.each(items, [&](EntityId who, Row row) {
        const auto place = item_position(sent, characters.key(who));
        if (!place || !is_recent(sent, characters, who) || is_inside(*rule, *place - *sent_from) ||
            (rule->things && has_line_in(sent, characters, *rule, *sent_from, who, *place, row)))
            return;
        outside = who;
    });
    if (outside)
        return {{},
                {},
                concat("this server sends more than those of ",
                       rule->things ? "DDNet do, or the client said /showall" : "Teeworlds",
                       ", see Character ", *outside)};
    if (!rule->things)
        return {shape_around(*centre),
                {},
                "nothing is sent from beyond 1000 x 800 units around the player, 1100 at most"};
    return {box_around(*centre, rule->players), box_around(*centre, *rule->things),
            concat("players are sent up to ", rule->players.x,
                   " units to each side of the player "
                   "and if the line to their hook reaches in, other things ",
                   rule->things->x, " x ", rule->things->y,
                   rule->asked ? ", as the client asked" : ": the client cannot ask")};
}

}  // namespace tickreel::teeworlds_art
