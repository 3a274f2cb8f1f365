// A hostile server for the headless client: a real handshake, then messages from the input, split
// by length bytes.

#include "demos/match/net/bot_client.h"
#include "recorder/games/teeworlds/wire/connection.h"

using namespace tickreel;
using namespace tickreel::match;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    teeworlds::Time now = std::chrono::seconds(1);
    std::vector<Bytes> to_client;
    teeworlds::ConnectionOptions options;
    options.endpoint = teeworlds::Endpoint::Server;
    options.token = 0x01020304;
    teeworlds::Connection server(
        options,
        [&](ByteView datagram) { to_client.emplace_back(datagram.begin(), datagram.end()); });
    BotClient client(
        {},
        [&](ByteView datagram) {
            server.feed(
                datagram, now, [](const teeworlds::Chunk&) {});
        });
    const auto deliver = [&] {
        for (const Bytes& datagram : std::exchange(to_client, {})) {
            client.feed(datagram, now);
        }
    };
    client.connect(now);
    deliver();
    client.update(now);
    ByteReader in({data, size});
    while (in.left() > 0) {
        const std::uint8_t head = in.u8();
        const std::size_t length = std::min<std::size_t>(head & 0x7fU, in.left());
        server.send(in.bytes(length), (head & 0x80U) != 0, now);
        server.flush(now);
        deliver();
        now += std::chrono::milliseconds(20);
        client.update(now);
    }
    return 0;
}
