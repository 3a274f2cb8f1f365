#include "recorder/net/access_list.h"

#include <algorithm>
#include <optional>

#include <arpa/inet.h>

#include "tickreel/base/parse_number.h"

namespace tickreel {

namespace {

// IPv4 addresses are among those of IPv6 as ::ffff:0:0/96, but who writes ::/0 means IPv6.
constexpr unsigned kMappedBits = 96;
using Address = std::array<std::uint8_t, 16>;
constexpr Address kFirstMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr Address kBeforeMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xff};
constexpr Address kAfterMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r";
    const std::size_t first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::optional<Endpoint> parse_address(const std::string& text) {
    std::array<std::uint8_t, 4> four{};
    if (::inet_pton(AF_INET, text.c_str(), four.data()) == 1) return v4_endpoint(four, 0);
    Endpoint endpoint;
    if (::inet_pton(AF_INET6, text.c_str(), endpoint.address.data()) == 1) return endpoint;
    return std::nullopt;
}

}  // namespace

bool AddressRange::contains(const Endpoint& endpoint) const {
    if (bits < kMappedBits && endpoint.is_v4()) return false;
    const std::size_t whole = bits / 8;
    if (!std::equal(address.begin(), address.begin() + static_cast<std::ptrdiff_t>(whole),
                    endpoint.address.begin()))
        return false;
    const unsigned rest = bits % 8;
    if (rest == 0) return true;
    const unsigned mask = 0xff00U >> rest & 0xffU;
    return ((address[whole] ^ endpoint.address[whole]) & mask) == 0;
}

AddressSet::AddressSet(const std::vector<AddressRange>& ranges) {
    for (const AddressRange& range : ranges) {
        Interval interval{range.address, range.address};
        for (unsigned bit = range.bits; bit < 128; ++bit) {
            const auto mask = static_cast<std::uint8_t>(0x80U >> bit % 8);
            interval.first[bit / 8] &= static_cast<std::uint8_t>(~mask);
            interval.last[bit / 8] |= mask;
        }
        if (range.bits < kMappedBits && interval.first < kFirstMapped &&
            kFirstMapped < interval.last) {
            intervals_.push_back({interval.first, kBeforeMapped});
            interval.first = kAfterMapped;
        }
        intervals_.push_back(interval);
    }
    const auto wider_first = [](const Interval& a, const Interval& b) {
        return a.first != b.first ? a.first < b.first : b.last < a.last;
    };
    std::sort(intervals_.begin(), intervals_.end(), wider_first);
    // Ranges of prefixes lie within one another, or apart.
    const auto within = [](const Interval& outer, const Interval& inner) {
        return inner.last <= outer.last;
    };
    intervals_.erase(std::unique(intervals_.begin(), intervals_.end(), within), intervals_.end());
}

bool AddressSet::contains(const Endpoint& endpoint) const {
    const auto behind = std::upper_bound(
        intervals_.begin(), intervals_.end(), endpoint.address,
        [](const auto& address, const Interval& interval) { return address < interval.first; });
    return behind != intervals_.begin() && endpoint.address <= std::prev(behind)->last;
}

Result<AddressRange> parse_address_range(std::string_view text) {
    const std::size_t slash = text.find('/');
    const std::optional<Endpoint> address = parse_address(std::string(text.substr(0, slash)));
    const Error expected =
        fail("'", text, "' is not an address like 192.0.2.1, 192.0.2.0/24 or 2001:db8::/32");
    if (!address) return expected;
    AddressRange range{address->address, 128};
    if (slash == std::string_view::npos) return range;
    const std::string_view digits = text.substr(slash + 1);
    const bool written_as_v6 = text.find(':') != std::string_view::npos;
    const unsigned most = address->is_v4() && !written_as_v6 ? 32 : 128;
    const auto bits = parse_number<unsigned>(digits);
    if (!bits || *bits > most) return expected;
    // Of ::ffff:10.0.0.0/8 nobody knows which of the two it means.
    if (written_as_v6 && address->is_v4() && *bits < kMappedBits) return expected;
    range.bits = 128 - most + *bits;
    return range;
}

Result<std::vector<AddressRange>> parse_address_list(std::string_view text) {
    std::vector<AddressRange> ranges;
    for (std::size_t line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view content = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::string_view word = trimmed(content.substr(0, content.find('#')));
        if (word.empty()) continue;
        const Result<AddressRange> range = parse_address_range(word);
        if (!range) return fail("line ", line, ": ", range.error().message);
        ranges.push_back(*range);
    }
    return ranges;
}

bool AccessList::admits(const Endpoint& endpoint) const {
    if (deny.contains(endpoint)) return false;
    return allow.empty() || allow.contains(endpoint);
}

}  // namespace tickreel
