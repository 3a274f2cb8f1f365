#pragma once
// Tracks a connection's map: name and hashes from MAP_DETAILS and MAP_CHANGE, and the file itself
// if the server sends it in the game connection. Downloads are bounded, in order, and used only if
// they have the announced checksum.

#include <optional>

#include "recorder/games/teeworlds/wire/message_id.h"
#include "tickreel/model/frame.h"

namespace tickreel::teeworlds {

class MapTracker {
public:
    static constexpr std::size_t kMaxMap = 64U << 20;

    void reset();
    void map_details(ByteView body);
    // False when the body is not one of these.
    bool map_change(Protocol protocol, ByteView body);
    void map_data(Protocol protocol, ByteView body);

    // The map of a connection that goes on. Its file went by before.
    void go_on(const Segment& segment);

    bool known() const { return known_; }
    const Segment& segment() const { return segment_; }
    // The complete and verified file, once.
    std::optional<Attachment> take_file();

private:
    bool complete() const { return size_ > 0 && data_.size() == size_; }
    bool verified() const;

    bool known_ = false;
    Segment segment_{};
    Segment details_{};  // of the next map
    std::size_t size_ = 0;
    std::int32_t next_chunk_ = 0;
    bool taken_ = false;
    Bytes data_{};
};

}  // namespace tickreel::teeworlds
