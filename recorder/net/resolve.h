#pragma once
// Resolves names to endpoints with the system's resolver, which may block for seconds: call it
// before the wire thread runs. IPv4 addresses are preferred: game servers listen there first.

#include "recorder/net/endpoint.h"

namespace tickreel {

// "localhost:8303", "1.2.3.4:8303", "[::1]:8303".
Result<Endpoint> resolve(std::string_view host_port);
// The same for an address to listen on: ":8303" and "*:8303" are all IPv4 addresses.
Result<Endpoint> resolve_local(std::string_view host_port);

}  // namespace tickreel
