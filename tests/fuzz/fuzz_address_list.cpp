// Allow and deny lists are rejected with the number of a line, or every range of them admits the
// address that it names and none with another first bit.
#include <algorithm>
#include <cstdlib>
#include <string>

#include "recorder/net/access_list.h"

using namespace tickreel;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto ranges = parse_address_list(text);
    if (!ranges) {
        if (ranges.error().message.find("line ") == std::string::npos) std::abort();
        return 0;
    }
    const Endpoint some[]{v4_endpoint({127, 0, 0, 1}, 1), v4_endpoint({10, 1, 2, 3}, 2)};
    for (const AddressRange& range : *ranges) {
        if (range.bits > 128) std::abort();
        // A list of the range alone says the same as the range.
        const AccessList denied{{}, std::vector{range}};
        for (const Endpoint& one : some)
            if (denied.admits(one) == range.contains(one)) std::abort();
    }
    const AddressSet all(*ranges);
    for (const AddressRange& range : *ranges) {
        const Endpoint first{range.address, 0};
        if (!all.contains(first)) std::abort();
    }
    for (const Endpoint& one : some)
        if (all.contains(one) !=
            std::any_of(ranges->begin(), ranges->end(),
                        [&](const auto& range) { return range.contains(one); }))
            std::abort();
    return 0;
}
