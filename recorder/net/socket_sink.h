#pragma once
// Writes to a connected socket without ever waiting for its other end: a write fails when that has
// gone, or when it has fallen more than 4 MiB behind.

#include <memory>

#include "tickreel/base/file.h"

namespace tickreel {

// The socket is its own from here on.
std::unique_ptr<ByteSink> socket_sink(int socket);

// Whether a pipe, terminal, socket or file takes bytes now, without a wait.
bool takes_bytes(int descriptor);

}  // namespace tickreel
