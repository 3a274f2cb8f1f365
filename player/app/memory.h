#pragma once
// Returns memory to the system. Pictures are allocated in pieces of megabytes by several threads,
// and glibc would learn to keep such pieces.

namespace tickreel {

// Call once, first of all: large pieces are returned to the system when freed.
void keep_little_memory();
// Returns freed small pieces; takes milliseconds. Call after infrequent large work.
void give_memory_back();

}  // namespace tickreel
