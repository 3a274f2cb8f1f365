#include "recorder/commands/match_merges.h"

#include <algorithm>
#include <filesystem>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "recorder/commands/output/text_format.h"
#include "recorder/commands/union_notes.h"
#include "recorder/net/service_manager.h"
#include "recorder/recording/kept_parts.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/text.h"

namespace tickreel {

namespace {

constexpr auto kTryAgain = std::chrono::minutes(10);  // after a failure: the disk may be full
constexpr auto kLookEvery = std::chrono::milliseconds(20);
// Somebody waits at a terminal or in a script; the others wait behind this one.
constexpr auto kLongAtEnd = std::chrono::seconds(5);
constexpr auto kLong = std::chrono::minutes(10);

// The last line that a program said.
std::string last_line(std::string text) {
    while (!text.empty() && text.back() == '\n') text.pop_back();
    const std::size_t end = text.rfind('\n');
    return end == std::string::npos ? text : text.substr(end + 1);
}

}  // namespace

// One that costs the recorder its memory would cost it the next time too, and with it the game.
MatchMerges::MatchMerges(MatchViews& views, std::shared_ptr<const MatchRounds> rounds,
                         MatchViews::Tell tell, Said said)
    : views_(views), rounds_(std::move(rounds)), tell_(std::move(tell)), said_(std::move(said)) {
    if (!views_.broken_off()) return;
    all_later_ = std::chrono::steady_clock::now() + kTryAgain;
    tell_(views_.folder(),
          fmt::format("an earlier recorder was killed while a match file was made (if memory is "
                      "short: by that); the next attempt is in {} minutes, or when this one ends",
                      kTryAgain.count()));
}

void MatchMerges::second() {
    if (running_)
        if (const auto result = work_.take()) end(*result);
    if (running_ && std::chrono::steady_clock::now() - running_->begun >= kLong)
        tell_once(
            fmt::format("its match file is not ready after {} minutes, and others wait behind it; "
                        "if the process 'tickreel merge' hangs, kill it: the recordings stay and "
                        "it is tried again",
                        kLong.count()));
    if (running_) return;
    if (waiting_.empty()) find_work();
    if (waiting_.empty()) return;
    MatchJob next = std::move(waiting_.front());
    waiting_.pop_front();
    begin(std::move(next));
}

// A round is over when a newer one has begun and nobody records for it.
void MatchMerges::find_work() {
    if (rounds_->newest() < 2) return;
    const auto now = std::chrono::steady_clock::now();
    if (now < all_later_) return;
    for (const unsigned round : views_.rounds()) {
        if (round == 0 || round >= rounds_->newest() || views_.is_open(round)) continue;
        if (const auto failed = later_.find(round); failed != later_.end() && now < failed->second)
            continue;
        const auto there = views_.check_disk();
        if (!there && !std::exchange(disk_told_, true))
            tell_(views_.fallback(),
                  there.error().message + "; match files wait for it, and their recordings stay");
        if (!there) return;
        disk_told_ = false;
        for (MatchJob& job : views_.jobs(round, tell_)) waiting_.push_back(std::move(job));
        if (!waiting_.empty()) return;
    }
}

void MatchMerges::begin(MatchJob job) {
    // Who was late for its round may have begun another file of it.
    if (views_.is_open(job.round)) return;
    const int lock = lock_folder(job.folder);
    if (std::error_code error; lock < 0 && !std::filesystem::exists(job.folder, error))
        end_failed(job, "this folder cannot be made");
    if (lock < 0) return;
    if (const Result<void> begun = views_.begin(job); !begun) {
        ::close(lock);
        end_failed(job, begun.error().message);
        return;
    }
    std::vector<std::string> words{"merge", "--views", "--one-clock", "-o", job.output};
    if (views_.replaces()) words.emplace_back("--force");
    words.emplace_back("--");
    words.insert(words.end(), job.views.begin(), job.views.end());
    running_ = Running{std::move(job), lock, ::dup(lock), std::chrono::steady_clock::now(), false};
    process_ = 0;
    work_.start([this, words = std::move(words)](const WorkControl& control, const auto& publish) {
        publish(run_subprocess("tickreel", words, control, {}, Priority::Lowest,
                               [this](int process) { process_ = process; }));
    });
}

std::chrono::nanoseconds MatchMerges::worked() const {
    return processor_time_of(process_);
}

void MatchMerges::tell_once(const std::string& what) {
    if (!std::exchange(running_->told, true)) tell_(running_->job.folder, what);
}

void MatchMerges::end_failed(const MatchJob& job, const std::string& why) {
    tell_(job.folder, why);
    later_[job.round] = std::chrono::steady_clock::now() + kTryAgain;
}

void MatchMerges::end(const ProgramResult& result) {
    Running done = *std::exchange(running_, std::nullopt);
    ::close(done.lock);
    ::close(done.shared);
    const bool made = result.code == kExitDone || result.code == kExitDataLost;
    const int code = made ? result.code : kExitFailed;
    if (!made && views_.lost_its_name(done.job)) {
        views_.abandon(done.job);
        return begin(std::move(done.job));
    }
    if (!made)
        end_failed(done.job, fmt::format("its match file could not be made; next attempt in {} "
                                         "minutes: {}",
                                         kTryAgain.count(), last_line(result.output)));
    if (code == kExitDataLost) {
        tell_(done.job.output, last_line(result.output));
        worst_ = code;
    }
    views_.conclude(done.job, code, tell_);
    if (!made) return;
    later_.erase(done.job.round);
    // The program that made the file said so to nobody.
    const auto match = open_match(done.job.output);
    if (match)
        if (const std::string note = numbered_apart_note(**match); !note.empty())
            tell_(done.job.output, note);
    said_(fmt::format("{}: {} of one match", done.job.output,
                      views_in(match, done.job.views.size())));
}

bool MatchMerges::finish(const std::function<bool()>& hurry) {
    waiting_.clear();
    const auto begun = std::chrono::steady_clock::now();
    if (running_) running_->told = false;
    while (running_) {
        if (const auto result = work_.take()) {
            end(*result);
            continue;
        }
        if (hurry()) {
            cancel({});
            return false;
        }
        if (std::chrono::steady_clock::now() - begun >= kLongAtEnd)
            tell_once(
                "its match file is still being made; another SIGINT or SIGTERM ends the recorder "
                "without it, and the recordings stay");
        std::this_thread::sleep_for(kLookEvery);
    }
    return true;
}

void MatchMerges::cancel(const std::function<void()>& meanwhile) {
    waiting_.clear();
    if (!running_) return;
    work_.request_stop();
    while (!work_.take())
        if (meanwhile)
            meanwhile();
        else
            std::this_thread::sleep_for(kLookEvery);
    work_.cancel();
    ::close(running_->lock);
    ::close(running_->shared);
    running_.reset();
}

}  // namespace tickreel
