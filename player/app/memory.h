#pragma once
// Returns memory to the system. Pictures are allocated in pieces of megabytes by several threads,
// and glibc would learn to keep such pieces.

namespace tickreel {

// Call once, first of all: large pieces are returned to the system when freed.
void limit_heap_retention();
// Returns freed small pieces; takes milliseconds. Call after infrequent large work.
void release_free_memory();

}  // namespace tickreel
