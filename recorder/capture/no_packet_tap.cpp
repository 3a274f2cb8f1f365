// Where libpcap was not there when this was built.

#include "recorder/capture/packet_tap.h"
#include "tickreel/base/concat.h"

namespace tickreel {

Result<std::unique_ptr<PacketTap>> open_tap(const std::string& interface, const Endpoint& server) {
    return fail("cannot listen in on ", interface, " for ", to_string(server),
                ": this build has no libpcap; install libpcap-dev and build again");
}

}  // namespace tickreel
