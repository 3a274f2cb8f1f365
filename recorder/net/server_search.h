#pragma once
// Where the server is now, if its name may have moved. Asking blocks for seconds: it happens on a
// separate thread, which nobody waits for, not even at the end.

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "recorder/net/access_list.h"
#include "recorder/net/clock.h"

namespace tickreel {

struct ServerPlace {
    Endpoint server{};
    std::optional<AddressRange> upstream_range{};  // see ProxyOptions
    bool other = false;                            // the name has the address until now, too
};

// Given the address until now. Must own all that it uses.
using FindServer = std::function<Result<ServerPlace>(const Endpoint& before)>;

// Of a name with several addresses the one to try. Each is tried for a while: a server that hangs,
// or is started again, is back a moment later, and who plays there plays on.
class AddressTurns {
public:
    // `all`: not empty. Call it at each look, as long as `before` is missed: nothing says when it
    // is there again, but that no look follows. `may_listen`: asked of others than `before`.
    Endpoint choose(const std::vector<Endpoint>& all, const Endpoint& before, Clock::TimePoint now,
                    const std::function<bool(const Endpoint&)>& may_listen);

private:
    Endpoint missed_{};
    Clock::TimePoint since_{};
    Clock::TimePoint last_{};
};

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
