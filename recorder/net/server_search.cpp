#include "recorder/net/server_search.h"

#include <algorithm>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace tickreel {

namespace {

constexpr std::chrono::seconds kAskEvery{10};
constexpr std::chrono::seconds kTurn{9};   // of an address: until the second look
constexpr std::chrono::seconds kOver{25};  // without a look: it was there meanwhile

}  // namespace

Endpoint AddressTurns::choose(const std::vector<Endpoint>& all, const Endpoint& before,
                              Clock::TimePoint now,
                              const std::function<bool(const Endpoint&)>& may_listen) {
    if (before != missed_ || now - last_ > kOver) since_ = now;
    missed_ = before;
    last_ = now;
    const auto here = std::find(all.begin(), all.end(), before);
    if (here == all.end()) {
        const auto first = std::find_if(all.begin(), all.end(), may_listen);
        return first == all.end() ? all.front() : *first;
    }
    if (now - since_ < kTurn) return before;
    std::vector<Endpoint> others(here + 1, all.end());
    others.insert(others.end(), all.begin(), here);
    const auto next = std::find_if(others.begin(), others.end(), may_listen);
    return next == others.end() ? before : *next;
}

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
