#pragma once
// What the tests of the recorder thread have in common: an archive in memory, and clocks and
// threads that the test moves.

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "recorder/recording/recorder.h"
#include "tests/catch.h"
#include "tests/recorder/recording/toy_game.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel_test {

using namespace tickreel;
using namespace std::chrono_literals;

struct Archive {
    std::mutex mutex{};
    std::map<std::string, std::shared_ptr<toy::Disk>> disks{};
    std::vector<std::string> problems{};
    std::vector<RecordedFile> closed{};  // by the recorder thread; read after stop()
    std::size_t limit_of_first = ~std::size_t{0};

    std::shared_ptr<toy::Disk> disk(const std::string& name) {
        const std::lock_guard lock(mutex);
        return disks.at(name);
    }
};

inline RecorderOptions options_for(Archive& archive, const Game& game) {
    RecorderOptions options;
    options.game = &game;
    options.make_file = [&archive](const FileNameFields& wish) -> Result<NewFile> {
        auto disk = std::make_shared<toy::Disk>();
        if (wish.connection == 1) disk->limit = archive.limit_of_first;
        const std::string name = std::to_string(wish.connection) + "." + std::to_string(wish.part);
        const std::lock_guard lock(archive.mutex);
        archive.disks[name] = disk;
        return NewFile{name, toy::sink_on(disk)};
    };
    options.problems = [&archive](const Problem& problem) {
        const std::lock_guard lock(archive.mutex);
        archive.problems.push_back(problem.message);
    };
    options.on_closed = [&archive](const RecordedFile& file) { archive.closed.push_back(file); };
    return options;
}

inline std::uint64_t snapshots_in(const toy::Disk& disk) {
    const auto reader = ReelReader::open(memory_source(disk.bytes));
    REQUIRE(reader.ok());
    const auto statistics = (*reader)->statistics();
    REQUIRE(statistics.ok());
    return statistics->snapshots;
}

// Time that the test moves; the wall clock may be set too.
class SetClock final : public Clock {
public:
    SetClock() { anchor(); }
    TimePoint now() const override { return TimePoint(std::chrono::hours(5) + passed_); }
    std::chrono::nanoseconds wall() const override { return kStart + passed_ + asleep_ + set_by_; }
    std::chrono::nanoseconds asleep() const override { return asleep_; }
    void sleep(std::chrono::nanoseconds time) { asleep_ += time; }
    void pass(std::chrono::nanoseconds time) { passed_ += time; }
    void set_by(std::chrono::nanoseconds step) { set_by_ += step; }

    static constexpr std::chrono::nanoseconds kStart = std::chrono::hours(24 * 365 * 55);

private:
    std::chrono::nanoseconds passed_{};
    std::chrono::nanoseconds set_by_{};
    std::chrono::nanoseconds asleep_{};
};

// The rounds of a recorder's threads, when the test wants them.
class SteppedWorkers final : public Workers {
public:
    std::unique_ptr<Work> start(WorkRound round, std::chrono::milliseconds) override {
        auto work = std::make_unique<Rounds>(std::move(round));
        all_.push_back(work.get());
        return work;
    }
    void step() {
        for (Rounds* one : all_) one->once();
    }

private:
    class Rounds final : public Work {
    public:
        explicit Rounds(WorkRound round) : round_(std::move(round)) {}
        Rounds(const Rounds&) = delete;
        Rounds& operator=(const Rounds&) = delete;
        ~Rounds() override {
            while (once()) continue;
        }
        bool once() {
            over_ = over_ || !round_(0ms);
            return !over_;
        }

    private:
        WorkRound round_;
        bool over_ = false;
    };
    std::vector<Rounds*> all_{};
};

}  // namespace tickreel_test
