#pragma once
// Memory goes back to the system. Pictures come and go in pieces of megabytes, in several threads,
// and glibc would learn to keep such pieces.

namespace tickreel {

// Once, before anything else: large pieces leave the process when they are freed.
void keep_little_memory();
// What small pieces left behind; takes milliseconds. After work that will not come again soon.
void give_memory_back();

}  // namespace tickreel
