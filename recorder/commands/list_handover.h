#pragma once
// Address lists that were read again, on their way to the thread that forwards. Thread-safe.

#include <chrono>
#include <future>
#include <mutex>
#include <optional>
#include <utility>

#include "recorder/net/access_list.h"

namespace tickreel {

class ListHandover {
public:
    // Waits until they are in force, at most so long: the other thread may not run any more.
    void give(AccessList lists, std::chrono::milliseconds patience) {
        Handed handed{std::move(lists), {}};
        const std::future<void> in_force = handed.in_force.get_future();
        {
            const std::lock_guard lock(mutex_);
            handed_ = std::move(handed);
        }
        in_force.wait_for(patience);
    }

    // They are in force when `use` returns. False: there were none.
    template <typename Use>
    bool take(const Use& use) {
        std::optional<Handed> handed;
        {
            const std::lock_guard lock(mutex_);
            handed = std::exchange(handed_, std::nullopt);
        }
        if (!handed) return false;
        use(std::move(handed->lists));
        handed->in_force.set_value();
        return true;
    }

private:
    struct Handed {
        AccessList lists{};
        std::promise<void> in_force{};
    };
    std::mutex mutex_{};
    std::optional<Handed> handed_{};
};

}  // namespace tickreel
