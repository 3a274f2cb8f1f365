#pragma once
// The recorder from its start to its end, as `record` runs it: session, state file, ring. Its
// threads run when the schedule says so.

#include <algorithm>

#include "recorder/recording/recording_session.h"
#include "recorder/recording/state_file.h"
#include "tests/simulation/plan.h"
#include "tests/simulation/players.h"

namespace tickreel::sim {

// The rounds of the recorder's threads, called one after the other.
class SimWorkers final : public Workers {
public:
    std::unique_ptr<Work> start(WorkRound round, std::chrono::milliseconds patience) override;
    // `random`: in any order, and some get no processor for a while. nullptr: one after the other.
    void run(Random* random, Nanos now);

private:
    class Rounds;
    std::vector<Rounds*> all_;
};

struct World {
    Schedule& schedule;
    SimClock& clock;
    SimNetwork& network;
    Disk& disk;
    std::function<void(const std::string&)> note{};  // what is told to people
};

class RecorderProcess {
public:
    // `generation`: how many recorders there were before.
    static Result<std::unique_ptr<RecorderProcess>> start(const Plan& plan, const World& world,
                                                          unsigned generation);
    RecorderProcess(const RecorderProcess&) = delete;
    RecorderProcess& operator=(const RecorderProcess&) = delete;
    ~RecorderProcess() = default;

    void poll() { session_->poll(std::chrono::milliseconds(0)); }
    // Comes again while a thread waits for the disk: then the others work.
    void work(Random* random, Nanos now) { workers_.run(random, now); }
    RecordingSession& session() { return *session_; }
    const std::string& newest_file() const { return newest_file_; }

private:
    RecorderProcess() = default;

    std::string newest_file_;
    unsigned files_ = 0;
    SimWorkers workers_;
    std::unique_ptr<StateFile> state_;
    std::unique_ptr<RecoveryLog> log_;
    std::unique_ptr<RecordingSession> session_;
};

}  // namespace tickreel::sim
