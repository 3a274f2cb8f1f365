// Hostile clients of the embedded server: a real handshake, then messages from the input, split by
// length bytes, while the match continues.

#include "demos/match/net/match_server.h"
#include "demos/match/net/server_info.h"
#include "recorder/games/teeworlds/wire/connection.h"

using namespace tickreel;
using namespace tickreel::match;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    teeworlds::Time now = std::chrono::seconds(1);
    const Endpoint peer = v4_endpoint({127, 0, 0, 1}, 1000);
    std::vector<Bytes> to_client;
    static const MapFile map = arena_map();  // recreating it would take most of a run
    MatchServer server(
        {}, map,
        [&](const Endpoint&, ByteView datagram) {
            to_client.emplace_back(datagram.begin(), datagram.end());
        });
    teeworlds::Connection client({}, [&](ByteView datagram) { server.feed(datagram, peer, now); });
    const auto deliver = [&] {
        for (const Bytes& datagram : std::exchange(to_client, {}))
            client.feed(datagram, now, [](const teeworlds::Chunk&) {});
        client.flush(now);
    };
    client.connect(now);
    deliver();
    ByteReader in({data, size});
    while (in.left() > 0) {
        const std::uint8_t head = in.u8();
        const std::size_t length = std::min<std::size_t>(head & 0x7fU, in.left());
        client.send(in.bytes(length), (head & 0x80U) != 0, now);
        client.flush(now);
        now += std::chrono::milliseconds(20);
        server.tick(now);
        deliver();
    }
    server.feed({data, size}, v4_endpoint({127, 0, 0, 1}, 1001), now);
    // A server list's question to a server of 0.7, with the token that it has.
    constexpr std::size_t kTokenEnd = 5;
    if (size >= kTokenEnd)
        (void)answer_info_07({data, size}, teeworlds::read_token(ByteView(data, size).subspan(1)),
                             {"a", "b", 16}, server.state());
    return 0;
}
