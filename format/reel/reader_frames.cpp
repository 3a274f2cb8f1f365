// What a reader does with the frames and attachments of a file.
#include <algorithm>

#include "format/reel/attachment_part.h"
#include "format/reel/check_records.h"
#include "format/reel/reader_core.h"
#include "format/reel/record_input.h"
#include "tickreel/base/sha256.h"

namespace tickreel {

Result<Bytes> ReaderCore::attachment(std::size_t index) const {
    if (index >= views.attachment_entries.size()) return fail("no attachment ", index);
    const AttachmentEntry& entry = views.attachment_entries[index];
    Bytes bytes;
    for (std::uint32_t number = 0; number < entry.part_count; ++number) {
        const auto at = entry.parts.find(number);
        if (at == entry.parts.end())
            return fail("attachment ", entry.info.name, ": part ", number, " of ", entry.part_count,
                        " is missing");
        const Result<Record> record = read_record(*source, at->second.offset, gather->seed());
        if (!record) return fail("attachment ", entry.info.name, ": ", record.error().message);
        const Result<Bytes> raw = unpack(*record);
        if (!raw) return fail("attachment ", entry.info.name, ": ", raw.error().message);
        const std::optional<AttachmentPart> part = read_attachment_part(*raw);
        if (record->header.type != layout::kAttachment || !part || part->part != number ||
            bytes.size() + part->bytes.size() > layout::kMaxAttachment)
            return fail("attachment ", entry.info.name, ": part ", number,
                        " is not what it should be");
        bytes.insert(bytes.end(), part->bytes.begin(), part->bytes.end());
    }
    if (hex(sha256(bytes)) != entry.info.sha256)
        return fail("attachment ", entry.info.name, ": its sha256 is wrong");
    return bytes;
}

Result<Frame> ReaderCore::at(Moment moment) const {
    const Result<std::size_t> index = chunk_for(moment);
    if (!index) return index.error();
    ChunkFault fault;
    const ChunkFrames chunk = store.get(*index, fault);
    if (!chunk) return broken(fault);
    const auto after =
        std::upper_bound(chunk->frames.begin(), chunk->frames.end(), moment,
                         [](Moment m, const Frame& frame) { return m < frame.moment(); });
    return after == chunk->frames.begin() ? *after : *(after - 1);
}

Result<void> ReaderCore::scan(MomentRange range, const ProblemSink& problems,
                              const std::function<bool(const Frame&)>& visit) const {
    if (chunks().empty()) return {};
    std::size_t i = store.group_start(chunk_at(range.from).value_or(0));
    GroupState state;
    while (i < chunks().size() && Moment{chunks()[i].segment, chunks()[i].first_tick} < range.to) {
        ChunkFault fault;
        const ChunkFrames chunk = store.decode_after(i, state, fault);
        if (!chunk) {
            problems({broken(fault).message});
            i = store.group_end(i);
            state = {};
            continue;
        }
        for (const Frame& frame : chunk->frames) {
            if (frame.moment() < range.from) continue;
            if (frame.moment() >= range.to) return {};
            if (!visit(frame)) return {};
        }
        state = chunk->after;
        ++i;
    }
    return {};
}

MomentRange ReaderCore::everything() const {
    if (chunks().empty()) return {};
    const ChunkInfo& first = chunks().front();
    const ChunkInfo& last = chunks().back();
    return {{first.segment, first.first_tick}, {last.segment, last.last_tick + 1}};
}

Result<std::uint64_t> ReaderCore::check_records(const ProblemSink& problems) const {
    const Result<std::uint64_t> size = source->size();
    if (!size) return size.error();
    // Where a copy of it was in a wrong place before, the chunk is the one that is read.
    const auto is_read = [&](const Damage& found) {
        return std::any_of(chunks().begin(), chunks().end(),
                           [&](const ChunkInfo& chunk) { return chunk.offset == found.offset; });
    };
    return check_all_records(*source, gather->seed(), gather->start(), *size,
                             [&](const Damage& found) {
                                 if (found.kind == DamageKind::Repeated && is_read(found)) return;
                                 damage.add(found);
                                 problems({concat("at offset ", found.offset, ": ", found.what)});
                             });
}

}  // namespace tickreel
