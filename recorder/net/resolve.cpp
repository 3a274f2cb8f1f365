#include "recorder/net/resolve.h"

#include <algorithm>
#include <memory>

#include <netdb.h>

#include "recorder/net/socket_address.h"

namespace tickreel {

namespace {

// In the order of the resolver, but those of IPv4 first; at least one.
Result<std::vector<Endpoint>> look_up(const HostPort& where) {
    addrinfo wanted{};
    wanted.ai_family = AF_UNSPEC;
    wanted.ai_socktype = SOCK_DGRAM;
    addrinfo* list = nullptr;
    const int status = getaddrinfo(where.host.c_str(), nullptr, &wanted, &list);
    if (status != 0)
        return fail("cannot resolve '", where.host, "': ",
                    gai_strerror(status));  // NOLINT(concurrency-mt-unsafe)
    const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(list, freeaddrinfo);
    std::vector<Endpoint> found;
    for (const addrinfo* entry = list; entry != nullptr; entry = entry->ai_next) {
        std::optional<Endpoint> endpoint = to_endpoint(entry->ai_addr);
        if (!endpoint) continue;
        endpoint->port = where.port;
        if (std::find(found.begin(), found.end(), *endpoint) == found.end())
            found.push_back(*endpoint);
    }
    if (found.empty()) return fail("'", where.host, "' has neither an IPv4 nor an IPv6 address");
    std::stable_partition(found.begin(), found.end(),
                          [](const Endpoint& one) { return one.is_v4(); });
    return found;
}

}  // namespace

Result<Endpoint> resolve(std::string_view host_port) {
    const auto all = resolve_all(host_port);
    if (!all) return all.error();
    return all->front();
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

Result<std::vector<Endpoint>> resolve_all(std::string_view host_port) {
    const Result<HostPort> where = parse_host_port(host_port);
    if (!where) return where.error();
    if (where->host.empty()) return fail("'", host_port, "' names no host");
    if (where->port == 0) return fail("'", host_port, "': nobody can be reached on port 0");
    return look_up(*where);
}

Result<Endpoint> resolve_local(std::string_view host_port) {
    const Result<HostPort> where = parse_host_port(host_port);
    if (!where) return where.error();
    if (where->host.empty() || where->host == "*") return v4_endpoint({0, 0, 0, 0}, where->port);
    const auto all = look_up(*where);
    if (!all) return all.error();
    return all->front();
}

}  // namespace tickreel
