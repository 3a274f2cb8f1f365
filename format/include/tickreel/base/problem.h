#pragma once
// A non-fatal defect. An Error ends the work; a Problem is reported and the work goes on. The
// caller decides whether to print, collect or ignore it.

#include <functional>
#include <string>

namespace tickreel {

struct Problem {
    std::string message{};  // one lower-case sentence that names the offset, tick or packet
};

using ProblemSink = std::function<void(const Problem&)>;

inline void ignore_problems(const Problem&) {}

}  // namespace tickreel
