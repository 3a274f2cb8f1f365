#pragma once
// What Tickreel found out about checksums, in the .faucap files that it writes: nothing else of
// the wire can say it once the losses and the order of the original are gone. A message of the
// control channel of a type that the game does not have: the type, "reel", the kind, then for a
// verdict the view and what is said of it, for the others the words of an event's row (little
// endian). Other programs skip it, and so does the decoder of anything but a file (decoder.h).

#include <optional>
#include <vector>

#include "recorder/games/firefall/view.h"
#include "tickreel/model/snapshot.h"

namespace tickreel::firefall {

struct Note {
    enum class Kind : std::uint8_t {
        Begin,     // notes follow: do not look for reasons
        Checksum,  // an event "ViewChecksum"
        Cause,     // an event "ViewChecksumCause"
        Verdict,   // what the last checksum of a view said
    };
    Kind kind = Kind::Begin;
    std::vector<Word> row{};  // of an event
    std::uint64_t view = 0;
    ViewCheck check = ViewCheck::None;
};

std::optional<Note> read_note(ByteView payload);
Bytes write_note(const Note& note);  // of up to kMaxNoteWords words

inline constexpr std::size_t kMaxNoteWords = 128;  // so that it fits into a datagram

}  // namespace tickreel::firefall
