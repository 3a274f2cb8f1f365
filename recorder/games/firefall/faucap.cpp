#include "recorder/games/firefall/faucap.h"

#include <cassert>
#include <utility>

#include "recorder/games/firefall/sequential_reader.h"
#include "recorder/lone_time.h"
#include "tickreel/base/concat.h"

namespace tickreel::firefall {

namespace {

constexpr std::string_view kMagic =
    "\x04"
    "FCAP";
constexpr std::int64_t kUnixEpoch = 621'355'968'000'000'000;  // in .NET ticks
// A recording whose time was dropped begins at the epoch, and its zone some ticks before it.
constexpr std::int64_t kEarliest = kUnixEpoch - 10'000'000LL * 3600 * 24 * 365;
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

struct Record {
    std::uint64_t offset = 0;
    Direction direction = Direction::ToServer;
    std::optional<std::chrono::nanoseconds> time{};  // none: it cannot be one
    Bytes payload{};
};

Result<Record> read_record(SequentialReader& in) {
    Record record{.offset = in.offset()};
    const Result<Bytes> head = in.read(11);
    if (!head) return head.error();
    ByteReader numbers(*head);
    const std::int64_t time = numbers.i64();
    if (numbers.u8() != 0) record.direction = Direction::ToClient;
    if (time >= kEarliest && time <= kLatest)
        record.time = std::chrono::nanoseconds((time - kUnixEpoch) * kNanosecondsPerTick);
    Result<Bytes> payload = in.read(numbers.u16());
    if (!payload) return payload.error();
    record.payload = *std::move(payload);
    return record;
}

// The datagrams of a session, each when the one behind it is known: a damaged time is one that
// leaps against its neighbours.
class Session {
public:
    Session(SequentialReader& in, unsigned number, const DatagramTaker& take,
            const ProblemSink& problems)
        : in_(in), number_(number), take_(take), problems_(problems) {}

    // False: `take` wants no more.
    Result<bool> read(std::uint32_t datagrams) {
        for (std::uint32_t i = 0; i < datagrams; ++i) {
            Result<Record> next = read_record(in_);
            // Two such times in a row: these are no records.
            if (next && waiting_ && !waiting_->time && !next->time) next = no_time(*waiting_);
            if (!next) return end_before(next.error());
            if (waiting_ && !give(*std::exchange(waiting_, std::nullopt), next->time)) return false;
            waiting_ = *std::move(next);
        }
        if (!waiting_) return true;
        if (!waiting_->time && !before_) return no_time(*waiting_);
        return give(*waiting_, std::nullopt);
    }

private:
    // Within a session none is that long: a server drops a client long before.
    static constexpr std::chrono::nanoseconds kLongestPause = std::chrono::hours(1);

    // A damaged length is noticed so: what is taken for the next datagrams are none.
    Error no_time(const Record& record) const {
        return fail("a datagram at offset ", record.offset,
                    " has no time that can be: the file is damaged there or in the datagram "
                    "before, and ",
                    in_.file_size() - record.offset, " bytes from there on are not read");
    }

    Error end_before(const Error& error) {
        if (!waiting_) return error;
        if (!waiting_->time) return no_time(*waiting_);
        (void)give(*waiting_, std::nullopt);
        return error;
    }

    bool is_lone(std::chrono::nanoseconds time,
                 std::optional<std::chrono::nanoseconds> behind) const {
        if (behind) return is_lone_time(before_, time, *behind);
        return before_ && (time - *before_ > kLongestPause || *before_ - time > kLongestPause);
    }

    bool give(const Record& record, std::optional<std::chrono::nanoseconds> behind) {
        std::chrono::nanoseconds time = record.time.value_or(std::chrono::nanoseconds());
        if (!record.time || is_lone(time, behind)) {
            time = before_ ? *before_ : behind.value_or(time);
            problems_({concat("a datagram at offset ", record.offset,
                              " has a time out of all order: the file is damaged there; the "
                              "time of its neighbour is used"),
                       InputLoss::Part});
        }
        before_ = time;
        return take_(number_, {record.direction, time, record.payload}, in_.share());
    }

    SequentialReader& in_;
    unsigned number_;
    const DatagramTaker& take_;
    const ProblemSink& problems_;
    std::optional<Record> waiting_{};
    std::optional<std::chrono::nanoseconds> before_{};
};

// False: `take` wants no more.
Result<bool> read_sessions(SequentialReader& in, std::int32_t sessions, const DatagramTaker& take,
                           const ProblemSink& problems) {
    for (std::int32_t number = 0; number < sessions; ++number) {
        const Result<std::uint32_t> datagrams = read_session_head(in);
        if (!datagrams) return datagrams.error();
        Session session(in, static_cast<unsigned>(number), take, problems);
        const Result<bool> read = session.read(*datagrams);
        if (!read || !*read) return read;
    }
    return true;
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
    const Result<bool> read = read_sessions(*in, count.i32(), take, problems);
    if (!read)
        problems({read.error().message + "; what is before it is kept", InputLoss::Rest});
    else if (*read && !in->at_end())
        problems({concat("what is behind the last datagram, from offset ", in->offset(),
                         " on, belongs to no session: the file is damaged; it is not read"),
                  InputLoss::Part});
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
