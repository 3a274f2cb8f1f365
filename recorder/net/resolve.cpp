#include "recorder/net/resolve.h"

#include <memory>

#include <netdb.h>

#include "recorder/net/socket_address.h"

namespace tickreel {

namespace {

// `kept`: chosen where it is one of the addresses.
Result<Endpoint> look_up(const HostPort& where, const Endpoint& kept = {}) {
    addrinfo wanted{};
    wanted.ai_family = AF_UNSPEC;
    wanted.ai_socktype = SOCK_DGRAM;
    addrinfo* list = nullptr;
    const int status = getaddrinfo(where.host.c_str(), nullptr, &wanted, &list);
    if (status != 0)
        return fail("cannot resolve '", where.host, "': ",
                    gai_strerror(status));  // NOLINT(concurrency-mt-unsafe)
    const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(list, freeaddrinfo);
    std::optional<Endpoint> found;
    for (const addrinfo* entry = list; entry != nullptr; entry = entry->ai_next) {
        std::optional<Endpoint> endpoint = to_endpoint(entry->ai_addr);
        if (!endpoint) continue;
        endpoint->port = where.port;
        if (*endpoint == kept) return kept;
        if (!found || (endpoint->is_v4() && !found->is_v4())) found = endpoint;
    }
    if (!found) return fail("'", where.host, "' has neither an IPv4 nor an IPv6 address");
    return *found;
}

}  // namespace

Result<Endpoint> resolve(std::string_view host_port) {
    return resolve_again(host_port, {});
}

bool has_name(std::string_view host_port) {
    const Result<HostPort> where = parse_host_port(host_port);
    if (!where) return false;
    addrinfo wanted{};
    wanted.ai_flags = AI_NUMERICHOST;
    addrinfo* list = nullptr;
    if (getaddrinfo(where->host.c_str(), nullptr, &wanted, &list) != 0) return true;
    freeaddrinfo(list);
    return false;
}

Result<Endpoint> resolve_again(std::string_view host_port, const Endpoint& before) {
    const Result<HostPort> where = parse_host_port(host_port);
    if (!where) return where.error();
    if (where->host.empty()) return fail("'", host_port, "' names no host");
    if (where->port == 0) return fail("'", host_port, "': nobody can be reached on port 0");
    return look_up(*where, before);
}

Result<Endpoint> resolve_local(std::string_view host_port) {
    const Result<HostPort> where = parse_host_port(host_port);
    if (!where) return where.error();
    if (where->host.empty() || where->host == "*") return v4_endpoint({0, 0, 0, 0}, where->port);
    return look_up(*where);
}

}  // namespace tickreel
