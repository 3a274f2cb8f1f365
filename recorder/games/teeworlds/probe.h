#pragma once
// How surely the datagrams of a connection are Teeworlds: they are read as a passive observer would
// and must make sense, messages coming from the side that sends them.

#include <span>

#include "recorder/datagram.h"

namespace tickreel::teeworlds {

int probe(std::span<const Datagram> datagrams);  // 0..100
// Questions for the server's information, and the control packets of 0.6, DDNet and 0.7.
ClientIntent client_intent(ByteView datagram);

}  // namespace tickreel::teeworlds
