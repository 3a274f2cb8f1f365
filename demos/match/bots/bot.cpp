#include "demos/match/bots/bot.h"

#include <optional>

#include "demos/match/map/arena.h"
#include "demos/match/world/state.h"

namespace tickreel::match {
namespace {

// The nearest enemy not hidden by a wall.
std::optional<BotView::Other> visible_enemy(const TileMap& tiles, const BotView& view) {
    std::optional<BotView::Other> nearest;
    for (const auto& other : view.others) {
        const float gap = distance(other.position, view.position);
        if (other.friendly || gap > 760.0F || tiles.trace(view.position, other.position)) continue;
        if (!nearest || gap < distance(nearest->position, view.position)) nearest = other;
    }
    return nearest;
}

int weapon_for(float gap, int mood) {
    if (gap < 55.0F) return kHammer;
    if (gap < 280.0F) return mood % 3 == 0 ? kGun : kShotgunWeapon;
    return mood % 3 == 0 ? kGun : mood % 3 == 1 ? kGrenadeWeapon : kLaserWeapon;
}

}  // namespace

Bot::Bot(const TileMap& tiles, std::uint32_t seed) : tiles_(tiles), routes_(tiles), random_(seed) {
    for (const int team : {0, 1}) {
        const auto places = entity_positions(tiles, team == 0 ? kFlagRed : kFlagBlue);
        stands_[team] = places.empty() ? Vec{} : places.front();
    }
}

Vec Bot::choose_goal(const BotView& view) {
    if (view.tick >= plan_until_) {
        const int die = roll(10);
        plan_ = die < 6 ? Plan::Attack : die < 8 ? Plan::Hunt : Plan::Defend;
        plan_until_ = view.tick + (5 + roll(15)) * kTicksPerSecond;
        errand_ = roll(1000);
    }
    const int mine = view.team;
    const auto& own = view.flags[mine];
    const auto& theirs = view.flags[1 - mine];
    if (theirs.carrier == view.player) return stands_[mine];
    if (own.seen && own.carrier >= 0 && plan_ != Plan::Attack) return own.position;  // return it
    if (own.seen && own.carrier < 0 && distance(own.position, stands_[mine]) > 40.0F &&
        distance(own.position, view.position) < 700.0F)
        return own.position;
    if (view.health < 5 && !view.goodies.empty()) {
        Vec nearest = view.goodies.front();
        for (const Vec goody : view.goodies)
            if (distance(goody, view.position) < distance(nearest, view.position)) nearest = goody;
        return nearest;
    }
    if (plan_ == Plan::Hunt && !view.others.empty()) {
        const auto& prey = view.others[static_cast<std::size_t>(errand_) % view.others.size()];
        if (!prey.friendly) return prey.position;
    }
    if (plan_ == Plan::Defend && !view.goodies.empty())
        return view.goodies[static_cast<std::size_t>(errand_) % view.goodies.size()];
    return theirs.seen ? theirs.position : stands_[1 - mine];
}

// A wall in hook range, roughly in the direction of travel; higher ones are preferred.
bool Bot::find_hook_point(const BotView& view, Vec way) {
    const float wanted = angle_of(way);
    float best_score = 0.35F;
    Vec best{};
    for (int i = -6; i <= 6; ++i) {
        const Vec direction = unit(wanted + static_cast<float>(i) * 0.16F);
        if (direction.y > 0.1F) continue;
        const auto hit = tiles_.trace(view.position, view.position + direction * 370.0F);
        if (!hit || hit->tile == kUnhookable) continue;
        const float gap = distance(hit->at, view.position);
        const float score = dot(direction, normalized(way)) + (gap > 110.0F ? 0.2F : -0.6F);
        if (score > best_score) {
            best_score = score;
            best = direction;
        }
    }
    if (best == Vec{}) return false;
    input_.target_x = to_int(best.x * 300.0F);
    input_.target_y = to_int(best.y * 300.0F);
    return true;
}

void Bot::steer_hook(const BotView& view, Vec way) {
    if (input_.hook != 0) {
        const bool over = view.tick > hook_until_ || (way.y > 60.0F && view.velocity.y < 4.0F) ||
                          (view.tick > aim_hook_until_ + 3 && !view.hook_holds);
        if (over) input_.hook = 0;
        return;
    }
    const bool climbing = way.y < -90.0F;
    const bool rushing = std::abs(way.x) > 140.0F && roll(12) == 0;
    const bool falling = view.velocity.y > 9.0F && way.y < 40.0F;
    if ((climbing || rushing || falling) && find_hook_point(view, way + Vec{0.0F, -60.0F})) {
        input_.hook = 1;
        aim_hook_until_ = view.tick + 6;
        hook_until_ = view.tick + 20 + roll(35);
    }
}

void Bot::travel(const BotView& view, Vec goal) {
    const Vec point = routes_.next_point(view.position, goal, 5);
    const Vec way = point - view.position;
    input_.direction = std::abs(way.x) < 12.0F ? 0 : way.x < 0.0F ? -1 : 1;

    // A bot that does not move tries something else.
    if (distance(stuck_at_, view.position) > 60.0F) {
        stuck_at_ = view.position;
        stuck_since_ = view.tick;
    }
    const int stuck = view.tick - stuck_since_;
    if (stuck > 40) input_.direction = (view.tick / 25 + errand_) % 2 == 0 ? 1 : -1;

    const bool wall_ahead =
        tiles_.solid(view.position + Vec{static_cast<float>(input_.direction) * 30.0F, 6.0F});
    const bool wants_up = way.y < -40.0F || (wall_ahead && input_.direction != 0) || stuck > 20;
    const bool rising = view.velocity.y < -3.0F;
    // The key must be released between two jumps.
    input_.jump = input_.jump == 0 && wants_up && !rising ? 1 : 0;
    if (input_.jump == 0 && roll(120) == 0) input_.jump = 1;
    steer_hook(view, way);
}

void Bot::press_fire(bool press) {
    const bool held = (input_.fire & 1) != 0;
    if (held != press) input_.fire = (input_.fire + 1) & kInputCounterMask;
}

void Bot::fight(const BotView& view) {
    const auto enemy = visible_enemy(tiles_, view);
    if (!enemy) {
        press_fire(false);
        if (view.tick > aim_hook_until_) {
            input_.target_x = input_.direction != 0 ? input_.direction * 200 : input_.target_x;
            input_.target_y = -20;
        }
        return;
    }
    if (view.tick <= aim_hook_until_) return;  // the hook needs the aim
    const float gap = distance(enemy->position, view.position);
    const int weapon = weapon_for(gap, errand_ + view.tick / 150);
    input_.wanted_weapon = weapon + 1;
    // Lead the target by the time of flight, with a human-like error.
    const float speed = weapon == kGrenadeWeapon ? 20.0F : 45.0F;
    Vec aim = enemy->position - view.position;
    if (weapon != kLaserWeapon) aim = aim + enemy->velocity * (gap / speed * 0.8F);
    if (weapon == kGrenadeWeapon) aim.y -= gap * gap / 2600.0F;
    aim = aim + Vec{static_cast<float>(roll(61) - 30), static_cast<float>(roll(61) - 30)};
    input_.target_x = to_int(aim.x);
    input_.target_y = to_int(aim.y);
    const bool shoot = view.tick >= next_shot_;
    if (shoot) next_shot_ = view.tick + 6 + roll(weapon == kHammer ? 8 : 22);
    press_fire(shoot);
}

Input Bot::think(const BotView& view) {
    if (!view.alive) {
        input_.hook = 0;
        input_.jump = 0;
        input_.direction = 0;
        press_fire(false);
        plan_until_ = 0;
        return input_;
    }
    travel(view, choose_goal(view));
    fight(view);
    if (input_.target_x == 0 && input_.target_y == 0) input_.target_y = -1;
    return input_;
}

}  // namespace tickreel::match
