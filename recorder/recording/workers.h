#pragma once
// Who does the work beside the wire: `record` gives each piece of it a thread, simulators call the
// rounds themselves, in the order that they choose.

#include <chrono>
#include <functional>
#include <memory>

namespace tickreel {

// One round of work; may wait for more to do, at most so long. False: there is none left, ever.
using WorkRound = std::function<bool(std::chrono::milliseconds patience)>;

class Work {
public:
    virtual ~Work() = default;  // waits until a round has returned false
};

class Workers {
public:
    virtual ~Workers() = default;
    // Calls `round` again and again, elsewhere, until it returns false.
    virtual std::unique_ptr<Work> start(WorkRound round, std::chrono::milliseconds patience) = 0;

    static Workers& threads();  // a thread each, of a batch: never before that of the wire
};

}  // namespace tickreel
