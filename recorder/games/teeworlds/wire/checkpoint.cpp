// What an observer and a receiver of snapshots need to go on in another process. Integers as
// ByteWriter writes them. Read back, every count is checked; a snapshot must have the checksum that
// was noted.

#include "recorder/games/teeworlds/wire/observer.h"
#include "recorder/games/teeworlds/wire/snap_crc.h"
#include "recorder/games/teeworlds/wire/snap_receiver.h"
#include "recorder/games/teeworlds/wire/vint.h"

namespace tickreel::teeworlds {

namespace {

// Of a stored snapshot: written in full; its checksum is the one that was sent.
constexpr std::uint8_t kAlone = 1;
constexpr std::uint8_t kProven = 2;

void put_optional(ByteWriter& out, const std::optional<std::int32_t>& value) {
    out.u8(value ? 1 : 0);
    out.i32(value.value_or(0));
}

std::optional<std::int32_t> get_optional(ByteReader& in) {
    const bool there = in.u8() != 0;
    const std::int32_t value = in.i32();
    return there ? std::optional(value) : std::nullopt;
}

// Differences of times and ticks are taken: none may be near the ends of its type.
bool get_time(ByteReader& in, Time& time) {
    constexpr std::int64_t kMost = std::int64_t{1} << 62U;
    time = Time(in.i64());
    return time.count() >= 0 && time.count() < kMost;
}

bool get_tick(ByteReader& in, std::int32_t& tick) {
    tick = in.i32();
    return tick >= -1 && tick <= kMaxTick;
}

Bytes copy_of(std::string_view text) {
    const ByteView bytes = as_bytes(text);
    return {bytes.begin(), bytes.end()};
}

}  // namespace

void Observer::save(ByteWriter& out) const {
    out.u8(static_cast<std::uint8_t>(protocol_.value_or(Protocol::V06)));
    out.u8(static_cast<std::uint8_t>(mode_));
    for (const bool flag : {proven_, anti_spoof_, in_game_}) out.u8(flag ? 1 : 0);
    out.i64(opened_time_.count());
    out.i64(last_time_.count());
    for (const Side& side : sides_) {
        for (const bool flag : {side.synced, side.skipping, side.token_known}) out.u8(flag ? 1 : 0);
        out.u16(static_cast<std::uint16_t>(side.receiver.last()));
        out.u16(static_cast<std::uint16_t>(side.acked));
        out.u32(side.token);
    }
    // The client has come back on the same port; the server may answer after this.
    for (const bool flag : {handshake_.asked, handshake_.answered, handshake_.inside})
        out.u8(flag ? 1 : 0);
    out.u8(static_cast<std::uint8_t>(handshake_.mode));
    for (const std::uint32_t token : handshake_.token) out.u32(token);
}

bool Observer::restore(ByteReader& in, bool handshake) {
    Observer made;
    const std::uint8_t protocol = in.u8();
    const std::uint8_t mode = in.u8();
    if (protocol > static_cast<std::uint8_t>(Protocol::V07) ||
        mode > static_cast<std::uint8_t>(TokenMode::Tail))
        return false;
    made.fixed_protocol_ = fixed_protocol_;
    made.protocol_ = static_cast<Protocol>(protocol);
    made.mode_ = static_cast<TokenMode>(mode);
    made.state_ = State::Online;
    made.other_clock_ = true;
    made.proven_ = in.u8() != 0;
    made.anti_spoof_ = in.u8() != 0;
    made.in_game_ = in.u8() != 0;
    if (!get_time(in, made.opened_time_) || !get_time(in, made.last_time_)) return false;
    for (Side& side : made.sides_) {
        side.synced = in.u8() != 0;
        side.skipping = in.u8() != 0;
        side.token_known = in.u8() != 0;
        side.receiver.set_last(in.u16() % kSequenceCount);
        side.acked = in.u16() % kSequenceCount;
        side.token = in.u32();
    }
    if (handshake) {
        made.handshake_.asked = in.u8() != 0;
        made.handshake_.answered = in.u8() != 0;
        made.handshake_.inside = in.u8() != 0;
        const std::uint8_t pending = in.u8();
        if (pending > static_cast<std::uint8_t>(TokenMode::Tail)) return false;
        made.handshake_.mode = static_cast<TokenMode>(pending);
        for (std::uint32_t& token : made.handshake_.token) token = in.u32();
    }
    if (in.failed()) return false;
    *this = std::move(made);
    return true;
}

void SnapReceiver::save(ByteWriter& out) const {
    out.i32(newest_);
    out.i32(delivered_);
    out.i32(last_good_);
    out.i32(last_base_);
    for (const std::int32_t step : steps_) out.i32(step);
    out.varint(store_.size());
    WireSnapshot nothing;
    const WireSnapshot* before = &nothing;
    for (const auto& [tick, stored] : store_) {
        auto delta = make_snap_delta(*before, *stored, protocol_);
        const bool alone = !delta;  // an item that changed its size
        if (alone) delta = make_snap_delta(nothing, *stored, protocol_);
        const Bytes packed = pack_ints(delta.value_or(std::vector<std::int32_t>{}));
        out.i32(tick);
        out.u8(static_cast<std::uint8_t>((alone ? kAlone : 0U) |
                                         (proofs_.contains(tick) ? kProven : 0U)));
        out.i32(snap_crc(*stored));
        out.varint(packed.size());
        out.bytes(packed);
        before = stored.get();
    }
    out.varint(open_.size());
    for (const auto& [tick, open] : open_) {
        out.i32(tick);
        out.i32(open.head.base_tick);
        out.u8(static_cast<std::uint8_t>(open.head.num_parts));
        put_optional(out, open.head.crc);
        out.i64(open.first_time.count());
        out.i64(open.last_time.count());
        out.varint(open.parts.size());
        for (const auto& [part, data] : open.parts) {
            out.u8(static_cast<std::uint8_t>(part));
            out.varint(data.size());
            out.bytes(data);
        }
    }
}

bool SnapReceiver::restore(ByteReader& in) {
    SnapReceiver made(protocol_, window_);
    for (std::int32_t* tick : {&made.newest_, &made.delivered_, &made.last_good_, &made.last_base_})
        if (!get_tick(in, *tick)) return false;
    for (std::int32_t& step : made.steps_) step = in.i32();
    const std::uint64_t stored = in.varint();
    if (stored > 2 * kStoreTicks) return false;  // earlier recorders kept more
    auto before = std::make_shared<const WireSnapshot>();
    for (std::uint64_t i = 0; i < stored && !in.failed(); ++i) {
        std::int32_t tick = 0;
        if (!get_tick(in, tick)) return false;
        const std::uint8_t flags = in.u8();
        const bool alone = (flags & kAlone) != 0;
        const std::int32_t crc = in.i32();
        const auto ints = unpack_ints(as_bytes(in.text()));
        if (in.failed() || !ints) return false;
        auto snapshot = before;
        if (alone || !ints->empty()) {
            auto applied = apply_snap_delta(alone ? WireSnapshot() : *before, *ints, protocol_);
            if (!applied) return false;
            snapshot = std::make_shared<const WireSnapshot>(*std::move(applied));
        }
        if (snap_crc(*snapshot) != crc) return false;
        made.store_[tick] = snapshot;
        if ((flags & kProven) != 0) made.proofs_[tick] = crc;
        before = snapshot;
    }
    const std::uint64_t open = in.varint();
    if (open > kMaxOpen + 1) return false;
    for (std::uint64_t i = 0; i < open && !in.failed(); ++i) {
        std::int32_t tick = 0;
        if (!get_tick(in, tick)) return false;
        Open& one = made.open_[tick];
        one.head.tick = tick;
        if (!get_tick(in, one.head.base_tick) || one.head.base_tick > tick) return false;
        one.head.num_parts = in.u8();
        one.head.crc = get_optional(in);
        if (!get_time(in, one.first_time) || !get_time(in, one.last_time)) return false;
        const std::uint64_t parts = in.varint();
        if (one.head.num_parts > kMaxParts || parts > kMaxParts) return false;
        for (std::uint64_t part = 0; part < parts && !in.failed(); ++part) {
            const int number = in.u8();
            if (number >= one.head.num_parts) return false;
            one.parts[number] = copy_of(in.text());
            if (one.parts[number].size() > kMaxPartSize) return false;
        }
    }
    if (in.failed()) return false;
    made.counters_ = counters_;
    *this = std::move(made);
    return true;
}

}  // namespace tickreel::teeworlds
