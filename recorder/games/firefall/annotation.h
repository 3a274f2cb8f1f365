#pragma once
// Annotations: Tickreel's findings about checksums, resends and losses, in the .faucap files that
// it writes. No other message can carry them once the original's losses and packet order are gone.
// A control message of a type that the game does not have: the type, "reel", the kind, then for a
// verdict the view and its status, for the others the words of an event's row (little-endian).
// Other programs skip it, and so does the decoder of anything but a file (decoder.h).

#include <optional>
#include <vector>

#include "recorder/games/firefall/view.h"
#include "tickreel/model/snapshot.h"

namespace tickreel::firefall {

struct Annotation {
    enum class Kind : std::uint8_t {
        Begin,         // annotations follow: do not search for causes
        Checksum,      // an event "ViewChecksum"
        Cause,         // an event "ViewChecksumCause"
        Verdict,       // result of a view's last checksum
        ServerResend,  // events of these names
        ClientResend,
        ServerLoss,
    };
    Kind kind = Kind::Begin;
    std::vector<Word> row{};  // of an event
    std::uint64_t view = 0;
    ViewCheck check = ViewCheck::None;
};

std::optional<Annotation> read_annotation(ByteView payload);
Bytes write_annotation(const Annotation& annotation);  // of up to kMaxAnnotationWords words

inline constexpr std::size_t kMaxAnnotationWords = 128;  // fits into a datagram

}  // namespace tickreel::firefall
