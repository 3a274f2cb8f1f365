#pragma once
// Converts endpoints to and from the system's socket addresses. For the .cpp files of this folder.

#include <cstring>
#include <optional>

#include <netinet/in.h>
#include <sys/socket.h>

#include "recorder/net/endpoint.h"

namespace tickreel {

struct SocketAddress {
    sockaddr_storage storage;  // not set before it is used: a batch of them is 8 KiB
    socklen_t length;
    sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
    const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
};

// `family` is the socket's: an AF_INET6 socket takes IPv4 addresses in their mapped form.
inline SocketAddress to_socket_address(const Endpoint& endpoint, int family) {
    SocketAddress result;
    if (family == AF_INET) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(endpoint.port);
        std::memcpy(&address.sin_addr, endpoint.address.data() + 12, 4);
        std::memcpy(&result.storage, &address, sizeof address);
        result.length = sizeof address;
        return result;
    }
    sockaddr_in6 address{};
    address.sin6_family = AF_INET6;
    address.sin6_port = htons(endpoint.port);
    address.sin6_scope_id = endpoint.scope;
    std::memcpy(&address.sin6_addr, endpoint.address.data(), 16);
    std::memcpy(&result.storage, &address, sizeof address);
    result.length = sizeof address;
    return result;
}

inline std::optional<Endpoint> to_endpoint(const sockaddr* from) {
    if (from->sa_family == AF_INET) {
        sockaddr_in address{};
        std::memcpy(&address, from, sizeof address);
        std::array<std::uint8_t, 4> bytes{};
        std::memcpy(bytes.data(), &address.sin_addr, 4);
        return v4_endpoint(bytes, ntohs(address.sin_port));
    }
    if (from->sa_family != AF_INET6) return std::nullopt;
    sockaddr_in6 address{};
    std::memcpy(&address, from, sizeof address);
    Endpoint endpoint;
    std::memcpy(endpoint.address.data(), &address.sin6_addr, 16);
    endpoint.port = ntohs(address.sin6_port);
    endpoint.scope = address.sin6_scope_id;
    return endpoint;
}

}  // namespace tickreel
