#pragma once
// How likely the datagrams of a connection are Firefall: judged by the handshake, or by packets
// that fill every datagram exactly and contain what only that side sends.

#include <span>

#include "recorder/datagram.h"

namespace tickreel::firefall {

int probe(std::span<const Datagram> datagrams);  // 0..100
ClientIntent client_intent(ByteView datagram);   // the steps of the handshake

}  // namespace tickreel::firefall
