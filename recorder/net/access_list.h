#pragma once
// Allow and deny lists of addresses: ranges like 10.0.0.0/8 or 2001:db8::/32, or single addresses.
// Without an allow list, everybody who is not denied is allowed; deny takes precedence.

#include <array>
#include <string_view>
#include <vector>

#include "recorder/net/endpoint.h"

namespace tickreel {

struct AddressRange {
    std::array<std::uint8_t, 16> address{};
    unsigned bits = 128;  // of the mapped address: 96 + n for IPv4

    // A range of IPv6 has no address of IPv4, however wide it is.
    bool contains(const Endpoint& endpoint) const;
};

// "192.0.2.1", "192.0.2.0/24", "2001:db8::/32".
Result<AddressRange> parse_address_range(std::string_view text);
// One range per line; empty lines and anything after '#' are skipped. The error names the line.
Result<std::vector<AddressRange>> parse_address_list(std::string_view text);

// The addresses of many ranges. A flood asks for each datagram: time grows with the logarithm.
class AddressSet {
public:
    AddressSet() = default;
    explicit(false) AddressSet(const std::vector<AddressRange>& ranges);

    bool empty() const { return intervals_.empty(); }
    bool contains(const Endpoint& endpoint) const;

private:
    struct Interval {
        std::array<std::uint8_t, 16> first{};
        std::array<std::uint8_t, 16> last{};
    };
    std::vector<Interval> intervals_{};  // sorted, none within another
};

struct AccessList {
    AddressSet allow{};  // empty: everybody
    AddressSet deny{};

    bool admits(const Endpoint& endpoint) const;
};

}  // namespace tickreel
