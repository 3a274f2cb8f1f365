#include "recorder/games/teeworlds/wire/snap_messages.h"

#include <algorithm>

#include "recorder/games/teeworlds/wire/vint.h"

namespace tickreel::teeworlds {

namespace {

std::int32_t wire_delta(std::int32_t tick, std::int32_t base_tick) {
    return base_tick < 0 ? tick + 1 : tick - base_tick;
}

bool read_part_data(Unpacker& in, SnapPart& part) {
    part.crc = in.get_int();
    const std::int32_t size = in.get_int();
    if (size < 0 || static_cast<std::size_t>(size) > kMaxPartSize) return false;
    part.data = in.get_raw(static_cast<std::size_t>(size));
    return true;
}

}  // namespace

std::optional<SnapPart> parse_snap(SystemMessage message, ByteView body) {
    Unpacker in(body);
    SnapPart part;
    part.tick = in.get_int();
    const std::int64_t base = std::int64_t{part.tick} - in.get_int();
    part.base_tick =
        base < 0 ? kNoBase : static_cast<std::int32_t>(std::min(base, std::int64_t{kMaxTick}));
    // One that differs from itself nobody can decode, but a server sends it: when it takes what the
    // client acknowledged of the last map for the tick of this one.
    bool good = part.tick >= 0 && part.base_tick <= part.tick;
    switch (message) {
        case SystemMessage::SnapEmpty:
            break;
        case SystemMessage::SnapSingle:
            good = read_part_data(in, part) && good;
            break;
        case SystemMessage::Snap:
            part.num_parts = in.get_int();
            part.part = in.get_int();
            good = read_part_data(in, part) && good;
            good = good && part.num_parts >= 1 && part.num_parts <= kMaxParts && part.part >= 0 &&
                   part.part < part.num_parts;
            break;
        default:
            return std::nullopt;
    }
    if (!good || in.failed()) return std::nullopt;
    return part;
}

std::optional<std::vector<Bytes>> write_snap(Protocol protocol, std::int32_t tick,
                                             std::int32_t base_tick,
                                             std::span<const std::int32_t> delta,
                                             std::int32_t crc) {
    const auto begin = [&](SystemMessage message) {
        Packer out = begin_system_message(protocol, message);
        out.add_int(tick);
        out.add_int(wire_delta(tick, base_tick));
        return out;
    };
    std::vector<Bytes> messages;
    if (delta.empty()) {
        messages.push_back(begin(SystemMessage::SnapEmpty).take());
        return messages;
    }
    const Bytes bytes = pack_ints(delta);
    if (bytes.size() > kMaxDeltaBytes) return std::nullopt;
    const std::size_t num_parts = (bytes.size() + kMaxPartSize - 1) / kMaxPartSize;
    for (std::size_t part = 0; part < num_parts; ++part) {
        const std::size_t at = part * kMaxPartSize;
        const ByteView data =
            ByteView(bytes).subspan(at, std::min(kMaxPartSize, bytes.size() - at));
        Packer out = begin(num_parts == 1 ? SystemMessage::SnapSingle : SystemMessage::Snap);
        if (num_parts > 1) {
            out.add_int(static_cast<std::int32_t>(num_parts));
            out.add_int(static_cast<std::int32_t>(part));
        }
        out.add_int(crc);
        out.add_int(static_cast<std::int32_t>(data.size()));
        out.add_raw(data);
        messages.push_back(out.take());
    }
    return messages;
}

}  // namespace tickreel::teeworlds
