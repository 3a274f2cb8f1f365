#include "recorder/recording/workers.h"

#include <thread>
#include <utility>

#include <pthread.h>
#include <sched.h>

namespace tickreel {

namespace {

// So that the thread of the wire runs at once when a datagram comes: a batch thread never takes the
// processor from one that was waiting, and has its share of it all the same. A real-time priority
// (`chrt -f 50 tickreel record ...`) is for the wire alone.
void give_way_to_the_wire() {
    const sched_param none{};
    static_cast<void>(::pthread_setschedparam(::pthread_self(), SCHED_BATCH, &none));
}

class ThreadWork final : public Work {
public:
    ThreadWork(WorkRound round, std::chrono::milliseconds patience)
        : thread_([round = std::move(round), patience] {
              give_way_to_the_wire();
              while (round(patience)) continue;
          }) {}
    ThreadWork(const ThreadWork&) = delete;
    ThreadWork& operator=(const ThreadWork&) = delete;
    ~ThreadWork() override { thread_.join(); }

private:
    std::thread thread_;
};

class ThreadWorkers final : public Workers {
public:
    std::unique_ptr<Work> start(WorkRound round, std::chrono::milliseconds patience) override {
        return std::make_unique<ThreadWork>(std::move(round), patience);
    }
};

}  // namespace

Workers& Workers::threads() {
    static ThreadWorkers workers;
    return workers;
}

}  // namespace tickreel
