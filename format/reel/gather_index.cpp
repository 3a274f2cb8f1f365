// Taking over what a footer or a chain of checkpoints says.
#include <algorithm>

#include "format/reel/gather.h"
#include "format/reel/record_input.h"

namespace tickreel {

namespace {

struct IndexRecord {
    RecordHeader header{};
    IndexLinks links{};
};

// Reads the index at `span` into a catalog that already holds what went before.
Result<IndexRecord> read_index(const ByteSource& source, std::uint32_t seed, FileSpan span,
                               Catalog& into) {
    const Result<Record> record = read_record(source, span.offset, seed);
    if (!record) return record.error();
    if (record->header.type != layout::kFooter && record->header.type != layout::kCheckpoint)
        return fail("no index at offset ", span.offset);
    const Result<Bytes> raw = unpack(*record);
    if (!raw) return raw.error();
    Result<IndexLinks> links = read_index_record(*raw, span.offset, into);
    if (!links) return links.error();
    return IndexRecord{record->header, std::move(*links)};
}

}  // namespace

Result<void> Gather::take_index(FileSpan span) {
    // Back to the first checkpoint or the last footer, then forward: memory stays that of one.
    std::vector<FileSpan> chain;
    Catalog whole;
    whole.info = catalog_.info;
    std::optional<std::uint32_t> next_sequence;
    for (FileSpan at = span; at.length != 0;) {
        Catalog alone;
        const Result<IndexRecord> index = read_index(source_, seed_, at, alone);
        if (!index) return index.error();
        if (!next_sequence) next_sequence = index->header.sequence + 1;
        chain.push_back(at);
        at = index->links.previous;
        if (index->header.type != layout::kFooter) continue;
        for (const FileSpan& other : index->links.types) {
            Catalog part;
            const Result<IndexRecord> holder = read_index(source_, seed_, other, part);
            if (!holder) return holder.error();
            whole.types.merge(part.types);
        }
        break;
    }
    std::reverse(chain.begin(), chain.end());
    for (const FileSpan& at : chain)
        if (const Result<IndexRecord> index = read_index(source_, seed_, at, whole); !index)
            return index.error();
    if (!whole.chunks.empty() && !whole.chunks.front().starts_group)
        return fail("the index at offset ", span.offset, " begins inside a group");
    catalog_ = std::move(whole);
    end_ = span.offset + span.length;
    last_index_ = span;
    index_links_ = chain.size();
    index_is_behind_ = false;
    sequence_ = next_sequence.value_or(0);
    group_intact_ = true;
    return check_record_types(catalog_);
}

}  // namespace tickreel
