#include "tests/simulation/recorder_process.h"

#include "tickreel/base/concat.h"

namespace tickreel::sim {

class SimWorkers::Rounds final : public Work {
public:
    Rounds(SimWorkers& workers, WorkRound round) : workers_(workers), round_(std::move(round)) {
        workers_.all_.push_back(this);
    }
    Rounds(const Rounds&) = delete;
    Rounds& operator=(const Rounds&) = delete;
    ~Rounds() override {
        busy_ = false;  // of a program that was killed
        while (once()) continue;
        std::erase(workers_.all_, this);
    }
    bool once() {
        if (std::exchange(busy_, true)) return true;
        over_ = over_ || !round_(std::chrono::milliseconds(0));
        busy_ = false;
        return !over_;
    }
    Nanos stalled_until{};

private:
    SimWorkers& workers_;
    WorkRound round_;
    bool over_ = false;
    bool busy_ = false;
};

std::unique_ptr<Work> SimWorkers::start(WorkRound round, std::chrono::milliseconds patience) {
    (void)patience;
    return std::make_unique<Rounds>(*this, std::move(round));
}

void SimWorkers::run(Random* random, Nanos now) {
    constexpr std::int64_t kLongest = 1500;  // ms
    if (random == nullptr) {
        for (Rounds* rounds : all_) rounds->once();
        return;
    }
    std::vector<Rounds*> order = all_;
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random->below(i)]);
    for (Rounds* rounds : order) {
        if (random->chance(10))
            rounds->stalled_until = now + std::chrono::milliseconds(random->between(1, kLongest));
        if (rounds->stalled_until <= now) rounds->once();
    }
}

Result<std::unique_ptr<RecorderProcess>> RecorderProcess::start(const Plan& plan,
                                                                const World& world,
                                                                unsigned generation) {
    constexpr std::size_t kRing = 2U << 20;
    constexpr std::size_t kFewBytes = 64UL * 1024;
    std::unique_ptr<RecorderProcess> process(new RecorderProcess);
    const std::string& folder = world.disk.folder();
    SessionOptions options;
    options.proxy.listen = kProxyAt;
    options.proxy.server = kServerAt;
    options.proxy.max_clients = 64;
    // A client is forgotten so late that few recorders live to see it: with some it is sooner.
    const bool short_memory = plan.seed % 3 == 0 || plan.has(Fault::Moves);
    options.proxy.idle_timeout = std::chrono::seconds(plan.seed % 7 == 2 ? 3
                                                      : short_memory     ? 12
                                                                         : 120);
    if (plan.state) {
        auto state = StateFile::open(folder + "/state", kServerAt, options.proxy.max_clients);
        if (!state) return fail("state file: ", state.error().message);
        process->state_ = *std::move(state);
        auto log = RecoveryLog::open(folder + "/state.ring", kRing);
        if (!log) return fail("ring: ", log.error().message);
        process->log_ = *std::move(log);
    }
    options.proxy.store = process->state_.get();
    RecorderOptions& recorder = options.recorder;
    recorder.log = process->log_.get();
    recorder.workers = &process->workers_;
    const char* const game = plan.kind == Kind::Firefall ? "firefall" : "teeworlds";
    recorder.game = plan.detect_game ? nullptr : find_game(game);
    recorder.recording.private_chat = false;
    recorder.recording.retry = std::chrono::seconds(2);
    recorder.recording.reel.level = 0;
    recorder.recording.reel.sync = plan.sync ? SyncMode::Chunk : SyncMode::None;
    recorder.recording.reel.uuid.fill(1);
    if (plan.clips) {
        recorder.recording.clips.keep = std::chrono::seconds(5);
        recorder.recording.clips.after = std::chrono::seconds(1);
        recorder.recording.clips.triggers = {{"chat", "hello"}};
    }
    if (plan.has(Fault::Overload)) {
        recorder.queue_bytes = kFewBytes;
        if (plan.seed % 2 == 0) recorder.spill = {folder, 1U << 20};
    }
    recorder.problems = [note = world.note](const Problem& problem) { note(problem.message); };
    recorder.make_file = [&process = *process, folder,
                          generation](const FileNameFields& fields) -> Result<NewFile> {
        const std::string path = concat(folder, "/", generation, "-", fields.connection, "-",
                                        fields.part, "-", ++process.files_, ".reel");
        auto sink = create_file(path, IfExists::Refuse);
        if (!sink) return fail(path, ": ", sink.error().message);
        process.newest_file_ = path;
        return NewFile{path, *std::move(sink)};
    };
    auto session = RecordingSession::open(std::move(options), world.network, world.clock);
    if (!session) return session.error();
    process->session_ = *std::move(session);
    return process;
}

}  // namespace tickreel::sim
