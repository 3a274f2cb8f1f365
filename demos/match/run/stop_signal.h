#pragma once
// Polls for SIGINT and SIGTERM. The destructor restores the default
// handlers.

namespace tickreel::match {

class StopSignal {
public:
    StopSignal();
    ~StopSignal();
    StopSignal(const StopSignal&) = delete;
    StopSignal& operator=(const StopSignal&) = delete;

    bool asked() const;
};

}  // namespace tickreel::match
