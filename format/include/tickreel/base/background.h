#pragma once
// Background work: a thread with observable progress that must obey a stop request. The UI frame
// polls for the result; only wait() waits, and cancel() and the destructor, which request a stop
// first. A new job does not wait for the previous one.

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace tickreel {

class WorkControl {
public:
    bool stopped() const { return stop_.load(std::memory_order_relaxed); }
    void stop() { stop_.store(true, std::memory_order_relaxed); }
    double progress() const { return progress_.load(std::memory_order_relaxed); }
    void set_progress(double share) { progress_.store(share, std::memory_order_relaxed); }

private:
    std::atomic<bool> stop_ = false;
    std::atomic<double> progress_ = 0.0;
};

// A job that delivers values of T: one at the end, or successively better ones.
template <class T>
class Background {
public:
    Background() = default;
    ~Background() { cancel(); }
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    // job(WorkControl&, publish) with publish(T).
    template <class Job>
    void start(Job job) {
        retire();
        shared_ = std::make_shared<Shared>();
        thread_ = std::thread([shared = shared_, job = std::move(job)]() mutable {
            job(shared->control, [&shared](T value) {
                const std::lock_guard lock(shared->mutex);
                shared->latest = std::move(value);
            });
            shared->control.set_progress(1.0);
            shared->done.store(true);
        });
    }
    // The job is to end; it may still deliver a value.
    void request_stop() {
        if (shared_) shared_->control.stop();
    }
    void cancel() {
        request_stop();
        if (thread_.joinable()) thread_.join();
        for (Retired& old : retired_) old.thread.join();
        retired_.clear();
        shared_.reset();
    }
    // Until the job has ended by itself; its last value can be taken then.
    void wait() {
        if (thread_.joinable()) thread_.join();
    }
    // Also true while the last value waits to be taken, so a caller never sees a moment in between.
    bool running() const {
        if (!shared_) return false;
        if (!shared_->done.load()) return true;
        const std::lock_guard lock(shared_->mutex);
        return shared_->latest.has_value();
    }
    double progress() const { return shared_ ? shared_->control.progress() : 0.0; }
    // The newest value not yet taken.
    std::optional<T> take() {
        if (!shared_) return std::nullopt;
        const std::lock_guard lock(shared_->mutex);
        std::optional<T> value = std::move(shared_->latest);
        shared_->latest.reset();
        return value;
    }

private:
    struct Shared {
        WorkControl control;
        std::atomic<bool> done = false;
        std::mutex mutex;
        std::optional<T> latest;
    };
    struct Retired {
        std::shared_ptr<Shared> shared{};
        std::thread thread{};
    };

    // Asks the current job to stop (it ends by itself) and removes jobs that have ended.
    void retire() {
        if (thread_.joinable()) {
            shared_->control.stop();
            retired_.push_back({std::move(shared_), std::move(thread_)});
        }
        std::vector<Retired> unfinished;
        for (Retired& old : retired_)
            if (old.shared->done.load())
                old.thread.join();
            else
                unfinished.push_back(std::move(old));
        retired_ = std::move(unfinished);
    }

    std::shared_ptr<Shared> shared_;
    std::thread thread_;
    std::vector<Retired> retired_;
};

}  // namespace tickreel
