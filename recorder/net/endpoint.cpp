#include "recorder/net/endpoint.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

constexpr std::array<std::uint8_t, 12> kV4Prefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

std::string hex(unsigned value) {
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "%x", value);
    return text.data();
}

// The longest run of zero groups, at least two, becomes "::".
std::string v6_text(const std::array<std::uint8_t, 16>& address) {
    std::array<unsigned, 8> groups{};
    for (std::size_t i = 0; i < 8; ++i) groups[i] = address[2 * i] * 256U + address[2 * i + 1];
    std::size_t best = 8;
    std::size_t best_length = 1;
    for (std::size_t from = 0; from < 8; ++from) {
        std::size_t to = from;
        while (to < 8 && groups[to] == 0) ++to;
        if (to - from > best_length) {
            best = from;
            best_length = to - from;
        }
    }
    std::string text;
    for (std::size_t i = 0; i < 8; ++i) {
        if (i == best) {
            text += "::";
            i += best_length - 1;
            continue;
        }
        if (!text.empty() && text.back() != ':') text += ':';
        text += hex(groups[i]);
    }
    return text;
}

}  // namespace

bool Endpoint::is_v4() const {
    return std::equal(kV4Prefix.begin(), kV4Prefix.end(), address.begin());
}

std::string host_text(const Endpoint& endpoint) {
    if (!endpoint.is_v4()) return v6_text(endpoint.address);
    std::string text;
    for (std::size_t i = 12; i < 16; ++i) {
        if (i > 12) text += '.';
        text += std::to_string(endpoint.address[i]);
    }
    return text;
}

std::string to_string(const Endpoint& endpoint) {
    const std::string host = host_text(endpoint);
    return concat(endpoint.is_v4() ? host : "[" + host + "]", ":", endpoint.port);
}

Result<HostPort> parse_host_port(std::string_view text) {
    const std::size_t colon = text.rfind(':');
    const Error expected = fail("'", text, "' is not HOST:PORT or [IPV6]:PORT");
    if (colon == std::string_view::npos) return expected;
    std::string_view host = text.substr(0, colon);
    const std::string_view digits = text.substr(colon + 1);
    if (!host.empty() && host.front() == '[') {
        if (host.size() < 3 || host.back() != ']') return expected;
        host = host.substr(1, host.size() - 2);
    } else if (host.find(':') != std::string_view::npos) {
        return expected;  // an IPv6 address without brackets: which colon is the port's?
    }
    unsigned port = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (error != std::errc{} || end != digits.data() + digits.size() || port > 65535)
        return fail("'", text, "' has no port between 0 and 65535");
    return HostPort{std::string(host), static_cast<std::uint16_t>(port)};
}

std::size_t EndpointHash::operator()(const Endpoint& endpoint) const {
    const std::array<std::uint64_t, 2> words = endpoint.words();
    // Fibonacci hashing; ports of one address follow each other and stay apart.
    return (words[0] * 31U + words[1]) * 0x9E3779B97F4A7C15U + endpoint.port;
}

}  // namespace tickreel
