#pragma once
// What is said to people, on stderr. Where that cannot be written (the reader of a pipe has gone,
// the disk of a log is full) it is lost, and the work goes on: fmt::print() would throw.

#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace tickreel {

// From now on nobody waits for a reader that does not read (a pipe that is full, a terminal that
// was stopped): what it has no room for is left out, and how much that was is said when there is
// room again. For work that must go on.
void never_wait_to_say();

void say_words(std::string_view words);
// The same for what is drawn anew soon: not counted when it is left out.
void draw_words(std::string_view words);

template <class... What>
void say(fmt::format_string<What...> text, What&&... what) {
    say_words(fmt::format(text, std::forward<What>(what)...));
}

}  // namespace tickreel
