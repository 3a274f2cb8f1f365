#pragma once
// A non-fatal defect. An Error ends the work; a Problem is reported and the work goes on. The
// caller decides whether to print, collect or ignore it.

#include <cstdint>
#include <functional>
#include <string>

namespace tickreel {

// What is missing in the result because the input is damaged or incomplete.
enum class InputLoss : std::uint8_t {
    None,  // nothing, or the reporter does not know; a fact about the match, for one
    Part,
    Rest,  // all that is behind it
};

struct Problem {
    std::string message{};  // one lower-case sentence that names the offset, tick or packet
    InputLoss loss = InputLoss::None;
};

using ProblemSink = std::function<void(const Problem&)>;

inline void ignore_problems(const Problem&) {}

}  // namespace tickreel
