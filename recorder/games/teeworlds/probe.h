#pragma once
// How likely the datagrams of a connection are Teeworlds: they are parsed as by a passive observer
// and must be consistent, with messages coming from the side that sends them.

#include <span>

#include "recorder/datagram.h"

namespace tickreel::teeworlds {

int probe(std::span<const Datagram> datagrams);  // 0..100
// Server-list queries, and the control packets of 0.6, DDNet and 0.7.
ClientIntent client_intent(ByteView datagram);

}  // namespace tickreel::teeworlds
