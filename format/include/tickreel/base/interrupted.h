#pragma once
// What every command says of a work that a signal ended (Ctrl-C, TERM).

namespace tickreel {

inline constexpr const char* kInterrupted = "interrupted; no output written";
// Of what goes to standard output, where nothing can be taken back.
inline constexpr const char* kInterruptedOutput = "interrupted; the output is incomplete";

}  // namespace tickreel
