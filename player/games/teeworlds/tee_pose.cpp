#include <array>
#include <numbers>

#include "player/games/teeworlds/tee_body.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr float kTurn = 2 * std::numbers::pi_v<float>;
constexpr Vec2 kFoot{0, 10};  // position of the feet below the centre

struct Key {
    Vec2 offset{};
    float turns = 0;
};
using Walk = std::array<Key, 6>;  // at 0, 0.2 .. 1 of a step

constexpr Walk kBackFoot{{{{8, 0}, 0},
                          {{-8, 0}, 0},
                          {{-10, -4}, 0.2F},
                          {{-8, -8}, 0.3F},
                          {{4, -4}, -0.2F},
                          {{8, 0}, 0}}};
constexpr Walk kFrontFoot{{{{-10, -4}, 0.2F},
                           {{-8, -8}, 0.3F},
                           {{4, -4}, -0.2F},
                           {{8, 0}, 0},
                           {{8, 0}, 0},
                           {{-10, -4}, 0.2F}}};
constexpr std::array<float, 6> kBounce{0, -1, 0, 0, -1, 0};

FootPose foot_at(const Walk& walk, float share) {
    const float place = share * static_cast<float>(walk.size() - 1);
    const auto i = std::min(static_cast<std::size_t>(place), walk.size() - 2);
    const float k = place - static_cast<float>(i);
    const Key& a = walk[i];
    const Key& b = walk[i + 1];
    return {kFoot + mix(a.offset, b.offset, k), (a.turns + (b.turns - a.turns) * k) * kTurn};
}

}  // namespace

TeePose tee_pose(const Tee& tee) {
    TeePose pose;
    if (!tee.grounded) {
        pose.back = {kFoot + Vec2{-3, 0}, -0.1F * kTurn};
        pose.front = {kFoot + Vec2{3, 0}, -0.1F * kTurn};
        return pose;
    }
    if (std::abs(tee.speed) <= 1) {
        pose.back = {kFoot + Vec2{-7, 0}, 0};
        pose.front = {kFoot + Vec2{7, 0}, 0};
        return pose;
    }
    constexpr float kRunning = 5000;
    const float stride = std::abs(tee.speed) >= kRunning ? 200.0F : 100.0F;
    const float share = tee.position.x / stride - std::floor(tee.position.x / stride);
    pose.back = foot_at(kBackFoot, share);
    pose.front = foot_at(kFrontFoot, share);
    pose.body.y += kBounce[std::min(static_cast<std::size_t>(share * 5), std::size_t{4})];
    return pose;
}

}  // namespace tickreel::teeworlds_art
