#include "recorder/games/teeworlds/map_tracker.h"

#include <algorithm>

#include "recorder/games/teeworlds/map_names.h"
#include "tickreel/base/crc32.h"
#include "tickreel/base/sha256.h"

namespace tickreel::teeworlds {

void MapTracker::reset() {
    *this = MapTracker();
}

void MapTracker::map_details(ByteView body) {
    Unpacker in(body);
    Segment details;
    details.map = printable(in.get_string());
    details.map_sha256 = hex(in.get_raw(32));
    details.map_crc = crc_text(static_cast<std::uint32_t>(in.get_int()));
    if (!in.failed()) details_ = details;
}

bool MapTracker::map_change(Protocol protocol, ByteView body) {
    Unpacker in(body);
    Segment segment;
    segment.map = printable(in.get_string());
    segment.map_crc = crc_text(static_cast<std::uint32_t>(in.get_int()));
    const std::int32_t size = in.get_int();
    if (in.failed() || segment.map.empty()) return false;
    if (protocol == Protocol::V07) {
        in.get_int();  // chunks per request
        in.get_int();  // chunk size
        const ByteView sha = in.get_raw(32);
        if (!in.failed()) segment.map_sha256 = hex(sha);
    } else if (details_.map == segment.map && details_.map_crc == segment.map_crc) {
        segment.map_sha256 = details_.map_sha256;
    }
    reset();
    known_ = true;
    segment_ = segment;
    if (size > 0) size_ = static_cast<std::size_t>(size);
    return true;
}

void MapTracker::map_data(Protocol protocol, ByteView body) {
    if (!known_ || taken_ || size_ == 0 || size_ > kMaxMap || complete()) return;
    ByteView part = body;
    if (protocol == Protocol::V06) {
        Unpacker in(body);
        in.get_int();  // last
        const auto crc = static_cast<std::uint32_t>(in.get_int());
        const std::int32_t index = in.get_int();
        const std::int32_t length = in.get_int();
        if (in.failed() || length <= 0 || crc_text(crc) != segment_.map_crc) return;
        part = in.get_raw(static_cast<std::size_t>(length));
        // Chunks arrive in order; a repeated one had been requested again.
        if (in.failed() || index != next_chunk_) return;
        ++next_chunk_;
    }
    part = part.first(std::min(part.size(), size_ - data_.size()));
    data_.insert(data_.end(), part.begin(), part.end());
}

void MapTracker::go_on(const Segment& segment) {
    reset();
    known_ = true;
    taken_ = true;
    segment_ = segment;
}

bool MapTracker::verified() const {
    if (!segment_.map_sha256.empty() && hex(sha256(data_)) != segment_.map_sha256) return false;
    return crc_text(crc32_ieee(data_)) == segment_.map_crc;
}

std::optional<Attachment> MapTracker::take_file() {
    if (taken_ || !complete()) return std::nullopt;
    taken_ = true;
    if (!verified()) return std::nullopt;
    return Attachment{map_attachment_name(segment_.map), std::string(kMapMedia), std::move(data_)};
}

}  // namespace tickreel::teeworlds
