#pragma once
// What became of orders to the recordings (markers, clips, splits), from the recorder thread to
// whoever gave them and waits for an answer.

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "recorder/recording/session_status.h"

namespace tickreel {

template <class Outcome>
class OrderAnswers {
public:
    using Outcomes = std::vector<Outcome>;

    std::uint64_t ask() {
        const std::lock_guard lock(mutex_);
        waiting_[++last_];
        return last_;
    }
    // Nobody may wait any more.
    void give(std::uint64_t question, Outcomes outcomes) {
        {
            const std::lock_guard lock(mutex_);
            const auto found = waiting_.find(question);
            if (found == waiting_.end()) return;
            found->second = std::move(outcomes);
        }
        given_.notify_all();
    }
    std::optional<Outcomes> wait(std::uint64_t question, std::chrono::milliseconds patience) {
        std::unique_lock lock(mutex_);
        given_.wait_for(lock, patience, [&] { return waiting_.at(question).has_value(); });
        auto answer = waiting_.extract(question);
        return std::move(answer.mapped());
    }

private:
    std::mutex mutex_;
    std::condition_variable given_;
    std::map<std::uint64_t, std::optional<Outcomes>> waiting_{};
    std::uint64_t last_ = 0;  // 0: nobody asks
};

using MarkerAnswers = OrderAnswers<MarkerOutcome>;
using SaveAnswers = OrderAnswers<SaveOutcome>;
using SplitAnswers = OrderAnswers<SplitOutcome>;

}  // namespace tickreel
