#pragma once
// Allow and deny lists of addresses: ranges like 10.0.0.0/8 or 2001:db8::/32, or single addresses.
// Without an allow list, everybody who is not denied is allowed; deny takes precedence.

#include <string_view>
#include <vector>

#include "recorder/net/endpoint.h"

namespace tickreel {

struct AddressRange {
    std::array<std::uint8_t, 16> address{};
    unsigned bits = 128;  // of the mapped address: 96 + n for IPv4

    bool contains(const Endpoint& endpoint) const;
};

// "192.0.2.1", "192.0.2.0/24", "2001:db8::/32".
Result<AddressRange> parse_address_range(std::string_view text);
// One range per line; empty lines and anything after '#' are skipped. The error names the line.
Result<std::vector<AddressRange>> parse_address_list(std::string_view text);

struct AccessList {
    std::vector<AddressRange> allow{};  // empty: everybody
    std::vector<AddressRange> deny{};

    bool admits(const Endpoint& endpoint) const;
};

}  // namespace tickreel
