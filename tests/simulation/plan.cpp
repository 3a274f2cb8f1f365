#include "tests/simulation/plan.h"

#include <algorithm>

#include "tests/simulation/random.h"
#include "tickreel/base/concat.h"

namespace tickreel::sim {

namespace {

// From a stream of its own: all else that a seed stands for is the same in any kind of match.
Kind kind_of_match(std::uint64_t seed) {
    Random random(seed, "kind");
    // Few: they take more time than those of 0.6.
    if (random.chance(42)) return Kind::Firefall;
    return random.chance(87) ? Kind::Teeworlds07 : Kind::Teeworlds06;
}

}  // namespace

Plan plan_of(std::uint64_t seed) {
    Random random(seed, "plan");
    Plan plan;
    plan.seed = seed;
    plan.kind = kind_of_match(seed);
    plan.clients = static_cast<int>(random.between(1, 3));
    if (random.chance(100)) plan.clients = 8;
    plan.seconds = static_cast<int>(random.between(6, 24));
    plan.state = random.chance(600);
    plan.sync = random.chance(300);
    plan.detect_game = random.chance(500);
    plan.clips = random.chance(80);
    // Few at once, so that most of what must hold can be asked.
    const unsigned each = random.chance(150) ? 0 : random.chance(200) ? 450 : 150;
    for (std::size_t i = 0; i < kFaults; ++i) plan.faults[i] = random.chance(each);
    // Who comes first is seen best where something waits.
    const auto overload = static_cast<std::size_t>(Fault::Overload);
    if (seed % 2 == 0 && plan.has(Fault::Interleaving)) plan.faults.set(overload);
    // What the next recorder goes on with is seen best where the wire goes on while the one before
    // writes it down, and nothing else excuses a loss.
    const bool tees = plan.kind != Kind::Firefall;  // whose decoder begins anew
    if (tees && plan.state && (seed % 10 == 4 || seed % 10 == 8)) {
        plan.faults.set(static_cast<std::size_t>(Fault::Kill));
        plan.faults.set(static_cast<std::size_t>(Fault::Interleaving));
        plan.faults.reset(overload);
    }
    return plan;
}

std::optional<Kind> kind_named(std::string_view name) {
    const auto found = std::find(kKindNames.begin(), kKindNames.end(), name);
    if (found == kKindNames.end()) return std::nullopt;
    return static_cast<Kind>(found - kKindNames.begin());
}

std::string_view name_of(Kind kind) {
    return kKindNames[static_cast<std::size_t>(kind)];
}

std::optional<Fault> fault_named(std::string_view name) {
    const auto found = std::find(kFaultNames.begin(), kFaultNames.end(), name);
    if (found == kFaultNames.end()) return std::nullopt;
    return static_cast<Fault>(found - kFaultNames.begin());
}

std::string describe(const Plan& plan) {
    std::string text = concat(plan.clients, " clients of ", name_of(plan.kind), ", ", plan.seconds,
                              " s", plan.state ? ", state" : "", plan.sync ? ", sync" : "",
                              plan.detect_game ? ", detect" : "", plan.clips ? ", clips" : "");
    for (std::size_t i = 0; i < kFaults; ++i)
        if (plan.faults[i]) text += concat(", ", kFaultNames[i]);
    return text;
}

}  // namespace tickreel::sim
