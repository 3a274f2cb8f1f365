#include "tickreel/reel/other_records.h"

#include <algorithm>

#include "format/reel/check_records.h"
#include "format/reel/reader_core.h"

namespace tickreel {

Result<void> check_other_records(const ReelReader& reel) {
    const ReaderCore& core = core_of(reel);
    const auto report = [&](const Damage& damage) { core.damage.add(damage); };
    std::vector<FileSpan> chunks;
    for (const ChunkInfo& chunk : core.chunks())
        chunks.push_back({chunk.offset, chunk.stored_bytes});
    std::sort(chunks.begin(), chunks.end(),
              [](const FileSpan& a, const FileSpan& b) { return a.offset < b.offset; });
    chunks.push_back({core.gather->end(), 0});
    std::uint64_t at = core.gather->start();
    if (auto head = check_file_header(*core.source, core.gather->end(), report); !head) return head;
    for (const FileSpan& chunk : chunks) {
        const auto done =
            check_records_between(*core.source, core.gather->seed(), at, chunk.offset, report);
        if (!done) return done;
        at = std::max(at, chunk.offset + chunk.length);
    }
    return {};
}

bool knows_all_chunks(const ReelReader& reel) {
    // Statistics come from a footer, which is complete.
    const IndexLoader& gather = *core_of(reel).gather;
    return (reel.finished() || gather.ended()) && gather.catalog().statistics &&
           gather.lists_all_chunks();
}

}  // namespace tickreel
