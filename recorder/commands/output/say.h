#pragma once
// What is said to people, on stderr. Where that cannot be written (the reader of a pipe has gone,
// the disk of a log is full) it is lost, and the work goes on: fmt::print() would throw.

#include <cstdio>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace tickreel {

template <class... What>
void say(fmt::format_string<What...> text, What&&... what) {
    const std::string words = fmt::format(text, std::forward<What>(what)...);
    std::fwrite(words.data(), 1, words.size(), stderr);
}

}  // namespace tickreel
