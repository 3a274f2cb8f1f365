// Any datagram, under both protocols and every token mode: rejected, or it survives writing and
// reading. The same bytes, split into datagrams of both directions, go through an observer with its
// snapshot receiver and through a connection: nothing may crash or grow without limit.

#include <algorithm>
#include <cstdlib>

#include "recorder/games/teeworlds/wire/chunk.h"
#include "recorder/games/teeworlds/wire/connection.h"
#include "recorder/games/teeworlds/wire/observer.h"
#include "recorder/games/teeworlds/wire/packet.h"
#include "recorder/games/teeworlds/wire/snap_receiver.h"

using namespace tickreel;
using namespace tickreel::teeworlds;

namespace {

bool same(ByteView a, ByteView b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

void write_and_read_again(ByteView datagram, Protocol protocol, TokenMode mode) {
    Bytes scratch;
    const Result<Packet> packet = parse_packet(datagram, protocol, mode, scratch);
    if (!packet) return;
    // A hostile payload may decompress to more than a sender would put into one packet.
    if (packet->kind != PacketKind::Connless &&
        packet->payload.size() > max_payload(protocol, packet->token_mode))
        return;
    const Bytes written = write_packet(*packet, protocol);
    Bytes scratch_again;
    const TokenMode known = packet->token_mode;
    const Result<Packet> again = parse_packet(written, protocol, known, scratch_again);
    if (!again || again->kind != packet->kind || again->token_mode != packet->token_mode ||
        again->token != packet->token || again->ack != packet->ack ||
        again->num_chunks != packet->num_chunks || !same(again->payload, packet->payload))
        std::abort();
    ChunkReader chunks(packet->payload, packet->num_chunks, protocol);
    while (const std::optional<Chunk> chunk = chunks.next()) {
        Bytes bytes;
        write_chunk(bytes, *chunk, protocol);
        ChunkReader reader(bytes, 1, protocol);
        const std::optional<Chunk> back = reader.next();
        if (!back || !same(back->data, chunk->data) || back->sequence != chunk->sequence)
            std::abort();
    }
}

class Snaps final : public ObserverSink {
public:
    void message(const Message& message) override {
        if (!message.system) return;
        const std::optional<SnapPart> part = parse_snap(*message.system, message.body);
        if (!part) return;
        receiver_.feed(*part, message.time);
        while (receiver_.next(message.time)) {
        }
    }

private:
    SnapReceiver receiver_{Protocol::V06};
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const ByteView input(data, size);
    for (const Protocol protocol : {Protocol::V06, Protocol::V07})
        for (const TokenMode mode :
             {TokenMode::Unknown, TokenMode::None, TokenMode::Header, TokenMode::Tail})
            write_and_read_again(input, protocol, mode);
    // First byte of each piece: direction; second: its length.
    Observer observer;
    Snaps snaps;
    const auto ignore = [](ByteView) {};
    ConnectionOptions options;
    Connection client(options, ignore);
    options.endpoint = Endpoint::Server;
    options.token = 0x74657374;
    Connection server(options, ignore);
    Time now{};
    client.connect(now);
    for (std::size_t at = 0; at + 2 <= size;) {
        const Direction direction = (data[at] & 1) != 0 ? Direction::ToClient : Direction::ToServer;
        const std::size_t length = std::min<std::size_t>(data[at + 1], size - at - 2);
        const ByteView piece = input.subspan(at + 2, length);
        at += 2 + length;
        now += std::chrono::milliseconds(100);
        observer.feed({direction, now, piece}, snaps);
        Connection& end = direction == Direction::ToClient ? client : server;
        end.feed(piece, now, [&](const Chunk& chunk) { end.send(chunk.data, chunk.vital, now); });
        client.update(now);
        server.update(now);
    }
    return 0;
}
