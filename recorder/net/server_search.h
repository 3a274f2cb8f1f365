#pragma once
// Where the server is now, if its name may have moved. Asking blocks for seconds: it happens on a
// separate thread, which nobody waits for, not even at the end.

#include <functional>
#include <memory>
#include <optional>

#include "recorder/net/access_list.h"
#include "recorder/net/clock.h"

namespace tickreel {

struct ServerPlace {
    Endpoint server{};
    std::optional<AddressRange> upstream_range{};  // see ProxyOptions
};

// Given the address until now. Must own all that it uses.
using FindServer = std::function<Result<ServerPlace>(const Endpoint& before)>;

class ServerSearch {
public:
    // Call it about every second while the server is missed: now and then it asks, and once
    // returns what came of it.
    std::optional<Result<ServerPlace>> look(const FindServer& find, const Endpoint& before,
                                            Clock::TimePoint now);

private:
    struct Answer;
    std::shared_ptr<Answer> asked_{};
    Clock::TimePoint last_{};
};

}  // namespace tickreel
