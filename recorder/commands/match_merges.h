#pragma once
// `record --match --split`: while the recorder goes on, a program for each round that is over makes
// its match file, one at a time and at the lowest priority. On the recorder thread, but finish().

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>

#include "recorder/commands/command.h"
#include "recorder/commands/match_views.h"
#include "tickreel/base/background.h"
#include "tickreel/base/subprocess.h"

namespace tickreel {

class MatchMerges {
public:
    using Said = std::function<void(const std::string&)>;
    // `tell`: what is wrong; `said`: what was made. Both are called in second() and finish().
    MatchMerges(MatchViews& views, std::shared_ptr<const MatchRounds> rounds, MatchViews::Tell tell,
                Said said);
    MatchMerges(const MatchMerges&) = delete;
    MatchMerges& operator=(const MatchMerges&) = delete;
    ~MatchMerges() { cancel({}); }

    // Once a second: begins what is due, ends what is done.
    void second();
    // Waits for the one that runs; begins none, but again. `hurry`: asked again and again, whether
    // it is to be cancelled. False: it was.
    bool finish(const std::function<bool()>& hurry);
    // Ends the one that runs: its recordings stay. In at most 11 s, during which `meanwhile` is
    // called.
    void cancel(const std::function<void()>& meanwhile);
    // How much of the processor the program that runs has had. On any thread.
    std::chrono::nanoseconds worked() const;
    // Exit code of what was made. What could not be made is still to be done.
    int worst() const { return views_.lost() ? std::max(worst_, kExitDataLost) : worst_; }

private:
    struct Running {
        MatchJob job{};
        int lock = -1;    // of the folder, ...
        int shared = -1;  // ... and for the program, which may outlive this one
        std::chrono::steady_clock::time_point begun{};
        bool told = false;  // that it takes long
    };
    void find_work();
    void begin(MatchJob job);
    void end(const ProgramResult& result);
    void end_failed(const MatchJob& job, const std::string& why);
    void tell_once(const std::string& what);

    MatchViews& views_;
    std::shared_ptr<const MatchRounds> rounds_;
    MatchViews::Tell tell_;
    Said said_;
    std::deque<MatchJob> waiting_{};
    std::optional<Running> running_{};
    std::map<unsigned, std::chrono::steady_clock::time_point> later_{};  // rounds that failed
    std::chrono::steady_clock::time_point all_later_{};                  // and until when all wait
    bool disk_told_ = false;        // that match files wait for a disk
    std::atomic<int> process_ = 0;  // of the newest program
    Background<ProgramResult> work_{};
    int worst_ = 0;
};

}  // namespace tickreel
