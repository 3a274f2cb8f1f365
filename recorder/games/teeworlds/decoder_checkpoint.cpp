// What another decoder needs to go on with a connection: how its packets are read, which map and
// who is there, and the snapshots that the server may still refer to.

#include "recorder/games/teeworlds/decoder.h"

namespace tickreel::teeworlds {

namespace {

// 1: without what is loading; 2: without handshakes; 3: without the number of timelines.
constexpr std::uint8_t kVersion = 4;
constexpr std::uint64_t kMostProperties = 256;

void put_segment(ByteWriter& out, const Segment& segment) {
    for (const std::string* text : {&segment.map, &segment.map_crc, &segment.map_sha256})
        out.text(*text);
}

Segment get_segment(ByteReader& in) {
    Segment segment;
    for (std::string* text : {&segment.map, &segment.map_crc, &segment.map_sha256})
        *text = in.text();
    return segment;
}

}  // namespace

Bytes Decoder::checkpoint() const {
    if (!session_ || mixed_protocols_ || observer_.state() != Observer::State::Online) return {};
    ByteWriter out;
    out.u8(kVersion);
    observer_.save(out);
    for (const bool flag : {accepting_, in_game_, ready_to_enter_, timeline_running_, map_.known()})
        out.u8(flag ? 1 : 0);
    put_segment(out, map_.segment());
    // The players may be loading the next map: then the snapshots are still of the one before.
    out.u8(timeline_map_ != map_changes_ ? 1 : 0);
    put_segment(out, frames_.segment());
    out.varint(properties_.size());
    for (const auto& [key, value] : properties_) {
        out.text(key);
        out.text(value);
    }
    clients_.save(out, frames_);
    session_->receiver.save(out);
    out.varint(timelines_);
    out.signed_varint(first_tick_);
    out.signed_varint(began_.count());
    return out.take();
}

bool Decoder::restore(ByteView checkpoint, std::string_view lost) {
    ByteReader in(checkpoint);
    const std::uint8_t version = in.u8();
    if (version < 1 || version > kVersion) return false;
    Observer observer;
    if (!observer.restore(in, version > 2)) return false;
    bool flags[5]{};
    for (bool& flag : flags) flag = in.u8() != 0;
    const Segment map = get_segment(in);
    const bool changes = version > 1 && in.u8() != 0;
    const Segment segment = version > 1 ? get_segment(in) : map;
    const std::uint64_t count = in.varint();
    if (count > kMostProperties) return false;
    std::map<std::string, std::string> properties;
    for (std::uint64_t i = 0; i < count && !in.failed(); ++i) {
        const std::string key(in.text());
        properties[key] = in.text();
    }
    ClientItems clients;
    Session session(*observer.protocol());
    if (!clients.restore(in) || !session.receiver.restore(in)) return false;
    const std::uint64_t timelines = version > 3 ? in.varint() : 0;
    const Tick first_tick = version > 3 ? in.signed_varint() : kNoTick;
    const Time began(version > 3 ? in.signed_varint() : 0);
    if (in.failed()) return false;
    observer_ = observer;
    decoded_.reset();
    missing_ = false;
    accepting_ = flags[0];
    in_game_ = flags[1];
    ready_to_enter_ = flags[2];
    timeline_running_ = flags[3];
    if (flags[4]) map_.go_on(map);
    properties_ = std::move(properties);
    clients_ = std::move(clients);
    session_.emplace(std::move(session));
    losses_.forget_acknowledged();  // what is missing before it, who restores it knows
    timeline_map_ = map_changes_;
    if (changes) ++map_changes_;
    // A map that is played again may be further than it was: when it began tells them apart.
    const bool another = version > 3 && began != began_;
    timelines_ = timelines;
    began_ = began;
    first_tick_ = first_tick;
    if (timeline_running_)
        frames_.go_on(segment, session_->receiver.newest_tick(), another);
    else
        frames_.go_on_between();
    // One that is not complete yet may still come.
    const Tick last = session_->receiver.delivered_tick();
    if (timeline_running_ && another && !lost.empty() && first_tick >= 0 && first_tick <= last)
        frames_.add_lost_range(first_tick, last, std::string(lost), Time::max());
    if (timeline_running_ && changes) frames_.begin_loading();
    return true;
}

}  // namespace tickreel::teeworlds
