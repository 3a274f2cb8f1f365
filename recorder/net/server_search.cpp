#include "recorder/net/server_search.h"

#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace tickreel {

namespace {

constexpr std::chrono::seconds kAskEvery{10};

}  // namespace

struct ServerSearch::Answer {
    std::mutex mutex{};
    std::optional<Result<ServerPlace>> place{};
};

std::optional<Result<ServerPlace>> ServerSearch::look(const FindServer& find,
                                                      const Endpoint& before,
                                                      Clock::TimePoint now) {
    if (asked_) {
        std::optional<Result<ServerPlace>> place;
        {
            const std::lock_guard lock(asked_->mutex);
            place = std::exchange(asked_->place, std::nullopt);
        }
        if (place) asked_.reset();
        return place;
    }
    if (last_ != Clock::TimePoint{} && now - last_ < kAskEvery) return std::nullopt;
    last_ = now;
    asked_ = std::make_shared<Answer>();
    try {
        std::thread([find, before, answer = asked_] {
            auto place = find(before);
            const std::lock_guard lock(answer->mutex);
            answer->place = std::move(place);
        }).detach();
    } catch (const std::system_error&) {
        asked_.reset();  // no thread to be had: later
    }
    return std::nullopt;
}

}  // namespace tickreel
