#pragma once
// How items get their ids. None: always 0. Connection: the client's slot. Event: the index in this
// snapshot interval's event queue. Pool: from a pool shared by all types of a server; a freed id is
// unused for 5 s, so that no client that missed the removal confuses new and old.

#include <deque>
#include <optional>
#include <vector>

#include "recorder/games/teeworlds/wire/sequence.h"

namespace tickreel::teeworlds {

enum class IdRule : std::uint8_t { None, Connection, Event, Pool };

inline constexpr int kPoolSize = 16 * 1024;  // 0.6 and 0.7
inline constexpr int kDdnetPoolSize = 32 * 1024;
inline constexpr int kMaxEvents = 128;

class IdPool {
public:
    static constexpr Time kRest = std::chrono::seconds(5);

    explicit IdPool(int size = kPoolSize);

    std::optional<int> take(Time now);  // empty if all are in use or not yet reusable
    bool give_back(int id, Time now);   // false if the id was not in use
    int in_use() const { return in_use_; }

private:
    struct Resting {
        int id = 0;
        Time since{};
    };
    std::deque<int> free_;
    std::deque<Resting> resting_;
    std::vector<bool> used_;
    int in_use_ = 0;
};

// Numbers of the events between two snapshots.
class EventIds {
public:
    std::optional<int> take();
    void clear() { next_ = 0; }

private:
    int next_ = 0;
};

}  // namespace tickreel::teeworlds
