#pragma once
// Resolves names to endpoints with the system's resolver, which may block for seconds: call it
// before the wire thread runs, or on another one. IPv4 addresses are preferred: game servers listen
// there first.

#include <vector>

#include "recorder/net/endpoint.h"

namespace tickreel {

// "localhost:8303", "1.2.3.4:8303", "[::1]:8303".
Result<Endpoint> resolve(std::string_view host_port);
// Whether the host is a name, which may be somebody else's tomorrow.
bool has_name(std::string_view host_port);
// All addresses of a name, in the order in which they are preferred: the first is resolve().
Result<std::vector<Endpoint>> resolve_all(std::string_view host_port);
// The same for an address to listen on: ":8303" and "*:8303" are all IPv4 addresses.
Result<Endpoint> resolve_local(std::string_view host_port);

}  // namespace tickreel
