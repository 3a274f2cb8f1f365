#pragma once
// SIGINT and SIGTERM as a question: was it asked to stop? Signals go back to their defaults when
// the object ends.

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
