#pragma once
// What takes the bytes of a recording: on the wire and in the file, by item and event type.
//
// On the wire: the payload of every snapshot (WireInfo::bytes: before the protocol's compression,
// without headers of packets), divided among the items that differ from the delta's base by the
// size of their differences as variable-length integers, which is how Teeworlds sends them: there
// it is nearly what each type takes, elsewhere an estimate. In the file: the stored bytes of every
// chunk, divided among the types by what each takes when it is encoded alone. The shares add up to
// the whole exactly.
//
// Time: about that of writing the recording once more. Memory: one chunk.

#include <functional>
#include <map>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct TypeSize {
    bool event = false;
    std::uint64_t rows = 0;     // items in all snapshots, or events
    std::uint64_t changes = 0;  // items that a snapshot brought or changed; events: all
    double wire_bytes = 0;      // 0 for events: their datagrams are not counted
    double file_bytes = 0;
};

struct RecordingSize {
    std::map<TypeId, TypeSize> types{};
    std::uint64_t snapshots = 0;
    std::uint64_t wire_bytes = 0;        // of the snapshots; 0: unknown, as in a demo
    std::uint64_t parts = 0;             // that carried them
    double unchanged_bytes = 0;          // of wire_bytes: snapshots that changed nothing
    double frame_bytes = 0;              // in the file: ticks, times, checksums
    std::uint64_t attachment_bytes = 0;  // in the file
    std::uint64_t rest_bytes = 0;        // in the file: header, index, types; what cannot be read
};

// `visit` is called with the moment of every frame, for a progress bar.
Result<RecordingSize> measure_size(const ReelReader& reel, const ProblemSink& problems,
                                   const std::function<void(Moment)>& visit);

}  // namespace tickreel
