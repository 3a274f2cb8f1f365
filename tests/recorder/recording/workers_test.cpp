// Threads beside the wire give way to it.

#include "recorder/recording/workers.h"

#include <future>
#include <thread>

#include <sched.h>

#include "tests/catch.h"

using namespace tickreel;

namespace {

int policy_of_worker() {
    std::promise<int> policy;
    const auto work = Workers::threads().start(
        [&](std::chrono::milliseconds) {
            policy.set_value(::sched_getscheduler(0));
            return false;
        },
        std::chrono::milliseconds(1));
    return policy.get_future().get();
}

}  // namespace

TEST_CASE("a worker never takes the processor from the wire") {
    CHECK(policy_of_worker() == SCHED_BATCH);
    CHECK(::sched_getscheduler(0) != SCHED_BATCH);
}

TEST_CASE("a worker does not inherit a real-time priority") {
    int policy = -1;
    bool allowed = false;
    std::thread wire([&] {  // as under `chrt`
        sched_param lowest{};
        lowest.sched_priority = ::sched_get_priority_min(SCHED_FIFO);
        allowed = ::sched_setscheduler(0, SCHED_FIFO, &lowest) == 0;
        if (allowed) policy = policy_of_worker();
    });
    wire.join();
    if (!allowed) {
        WARN("real-time priorities are not allowed here");
        return;
    }
    CHECK(policy == SCHED_BATCH);
}
