#pragma once
// Processor time of this thread: the cost of the work regardless of the machine's load. Excludes
// waiting for the disk; all benchmark files are in the cache.

#include <ctime>

namespace tickreel_bench {

class CpuClock {
public:
    CpuClock() : start_(now()) {}
    double seconds() const { return now() - start_; }

private:
    static double now() {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
    }
    double start_;
};

}  // namespace tickreel_bench
