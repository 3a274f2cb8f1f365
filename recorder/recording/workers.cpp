#include "recorder/recording/workers.h"

#include <thread>
#include <utility>

namespace tickreel {

namespace {

class ThreadWork final : public Work {
public:
    ThreadWork(WorkRound round, std::chrono::milliseconds patience)
        : thread_([round = std::move(round), patience] {
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
