#include "tickreel/reel/other_records.h"

#include <algorithm>

#include "format/reel/check_records.h"
#include "format/reel/reader_core.h"

namespace tickreel {

Result<void> ReaderCore::check_other_records() const {
    const auto report = [&](const Damage& found) { damage.add(found); };
    std::vector<FileSpan> spans;
    for (const ChunkInfo& chunk : chunks()) spans.push_back({chunk.offset, chunk.stored_bytes});
    std::sort(spans.begin(), spans.end(),
              [](const FileSpan& a, const FileSpan& b) { return a.offset < b.offset; });
    spans.push_back({gather->end(), 0});
    std::uint64_t at = gather->start();
    if (auto head = check_file_header(*source, gather->end(), report); !head) return head;
    for (const FileSpan& chunk : spans) {
        const auto done = check_records_between(*source, gather->seed(), at, chunk.offset, report);
        if (!done) return done;
        at = std::max(at, chunk.offset + chunk.length);
    }
    return {};
}

Result<void> check_other_records(const ReelReader& reel) {
    return core_of(reel).check_other_records();
}

bool knows_all_chunks(const ReelReader& reel) {
    // Statistics come from a footer, which is complete.
    const IndexLoader& gather = *core_of(reel).gather;
    return (reel.finished() || gather.ended()) && gather.catalog().statistics &&
           gather.lists_all_chunks();
}

}  // namespace tickreel
