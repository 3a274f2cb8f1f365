#pragma once
// What went wrong without stopping us. An Error ends the work, a Problem is reported and the work
// goes on; the caller decides whether to print, collect or ignore it.

#include <functional>
#include <string>

namespace tickreel {

struct Problem {
    std::string message{};  // one lower-case sentence naming the offset, tick or packet
};

using ProblemSink = std::function<void(const Problem&)>;

inline void ignore_problems(const Problem&) {}

}  // namespace tickreel
