#include "recorder/games/firefall/faucap.h"

#include <cassert>

#include "recorder/games/firefall/sequential_reader.h"

namespace tickreel::firefall {

namespace {

constexpr std::string_view kMagic =
    "\x04"
    "FCAP";
constexpr std::int64_t kUnixEpoch = 621'355'968'000'000'000;  // in .NET ticks
constexpr std::int64_t kNanosecondsPerTick = 100;
constexpr std::int64_t kLatest = kUnixEpoch + 10'000'000LL * 3600 * 24 * 365 * 250;

std::uint16_t swapped(std::uint16_t value) {
    return static_cast<std::uint16_t>(value >> 8 | value << 8);
}

std::uint32_t swapped(std::uint32_t value) {
    return std::uint32_t{swapped(static_cast<std::uint16_t>(value))} << 16 |
           swapped(static_cast<std::uint16_t>(value >> 16));
}

Result<void> skip_text(SequentialReader& in) {
    const Result<Bytes> length = in.read(1);
    if (!length) return length.error();
    if ((*length)[0] >= 0x80) return fail("an address of over 127 bytes at offset ", in.offset());
    return in.skip((*length)[0]);
}

Result<std::uint32_t> read_session_head(SequentialReader& in) {
    for (int i = 0; i < 2; ++i)
        if (const Result<void> skipped = skip_text(in); !skipped) return skipped.error();
    constexpr std::size_t kNumbers = 2 + 4 + 4 + 2 + 2 + 2;
    const Result<Bytes> numbers = in.read(kNumbers + 4);
    if (!numbers) return numbers.error();
    ByteReader count(ByteView(*numbers).subspan(kNumbers));
    const std::int32_t datagrams = count.i32();
    if (datagrams < 0)
        return fail("a session of ", datagrams, " datagrams at offset ", in.offset());
    return static_cast<std::uint32_t>(datagrams);
}

Result<bool> read_datagram(SequentialReader& in, unsigned session, const DatagramTaker& take) {
    const std::uint64_t at = in.offset();
    const Result<Bytes> head = in.read(11);
    if (!head) return head.error();
    ByteReader numbers(*head);
    const std::int64_t time = numbers.i64();
    const bool from_server = numbers.u8() != 0;
    if (time < kUnixEpoch || time > kLatest)
        return fail("a datagram at offset ", at, " has no time that can be");
    const Result<Bytes> payload = in.read(numbers.u16());
    if (!payload) return payload.error();
    const Datagram datagram{from_server ? Direction::ToClient : Direction::ToServer,
                            std::chrono::nanoseconds((time - kUnixEpoch) * kNanosecondsPerTick),
                            *payload};
    return take(session, datagram, in.share());
}

Result<void> read_sessions(SequentialReader& in, std::int32_t sessions, const DatagramTaker& take) {
    for (std::int32_t session = 0; session < sessions; ++session) {
        const Result<std::uint32_t> datagrams = read_session_head(in);
        if (!datagrams) return datagrams.error();
        for (std::uint32_t i = 0; i < *datagrams; ++i) {
            const Result<bool> taken = read_datagram(in, static_cast<unsigned>(session), take);
            if (!taken) return taken.error();
            if (!*taken) return {};
        }
    }
    return {};
}

void write_text(std::string_view text, ByteWriter& out) {
    assert(text.size() < 0x80);
    out.u8(static_cast<Byte>(text.size()));
    out.bytes(as_bytes(text));
}

}  // namespace

bool is_faucap(ByteView head) {
    const ByteView magic = as_bytes(kMagic);
    return head.size() >= magic.size() && std::equal(magic.begin(), magic.end(), head.begin());
}

Result<void> read_faucap(const ByteSource& file, const DatagramTaker& take,
                         const ProblemSink& problems) {
    Result<SequentialReader> in = SequentialReader::open(file);
    if (!in) return in.error();
    const Result<Bytes> head = in->read(kMagic.size() + 4);
    if (!head) return head.error();
    if (!is_faucap(*head)) return fail("not a .faucap file: it does not begin with \"FCAP\"");
    ByteReader count(ByteView(*head).subspan(kMagic.size()));
    if (const Result<void> read = read_sessions(*in, count.i32(), take); !read)
        problems({read.error().message + "; what is before it is kept"});
    return {};
}

Bytes faucap_file_head(std::uint32_t sessions) {
    ByteWriter out;
    out.bytes(as_bytes(kMagic));
    out.u32(sessions);
    return out.take();
}

Bytes faucap_session_head(const FaucapSession& session) {
    ByteWriter out;
    write_text(session.server, out);
    write_text(session.client, out);
    out.u16(session.matrix_port);
    // Raw bytes of the wire, which is big-endian.
    out.u32(swapped(session.matrix_protocol));
    out.u32(swapped(session.socket));
    out.u16(swapped(session.gss_protocol));
    out.u16(session.first_sequence);
    out.u16(session.game_port);
    out.u32(session.datagrams);
    return out.take();
}

Bytes faucap_datagram(const Datagram& datagram) {
    ByteWriter out;
    out.i64(datagram.time.count() / kNanosecondsPerTick + kUnixEpoch);
    out.u8(datagram.direction == Direction::ToClient ? 1 : 0);
    out.u16(static_cast<std::uint16_t>(datagram.bytes.size()));
    out.bytes(datagram.bytes);
    return out.take();
}

}  // namespace tickreel::firefall
