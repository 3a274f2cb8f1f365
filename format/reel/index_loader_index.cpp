// Loads a footer or a chain of checkpoints.
#include <algorithm>
#include <iterator>

#include "format/reel/index_loader.h"
#include "format/reel/record_input.h"
#include "tickreel/reel/compress.h"

namespace tickreel {

namespace {

// Payload bytes cached until they are parsed; the others are read twice.
constexpr std::size_t kKept = 16U << 20;

struct IndexRecord {
    FileSpan span{};
    RecordHeader header{};
    Bytes raw{};  // the payload; empty if it was not cached
};

class IndexSource {
public:
    IndexSource(const ByteSource& source, std::uint32_t seed) : source_(source), seed_(seed) {}

    Result<IndexRecord> read(FileSpan span) {
        const Result<Record> record = read_record(source_, span.offset, seed_);
        if (!record) return record.error();
        const std::uint16_t type = record->header.type;
        if (type != layout::kFooter && type != layout::kCheckpoint)
            return fail("no index at offset ", span.offset);
        Result<Bytes> raw = unpack(*record, decompressor_);
        if (!raw) return raw.error();
        return IndexRecord{span, record->header, std::move(*raw)};
    }
    // Adds to a catalog that already holds all earlier entries.
    Result<void> add(const IndexRecord& index, Catalog& into) {
        if (index.raw.empty()) {
            const Result<IndexRecord> again = read(index.span);
            if (!again) return again.error();
            return add(again->raw, index.span.offset, into);
        }
        return add(index.raw, index.span.offset, into);
    }

private:
    static Result<void> add(ByteView raw, std::uint64_t offset, Catalog& into) {
        if (const auto links = read_index_record(raw, offset, into); !links) return links.error();
        return {};
    }

    const ByteSource& source_;
    std::uint32_t seed_;
    Decompressor decompressor_;
};

}  // namespace

// A footer that is met while reading record by record lists all chunks before it: also those whose
// records are damaged and were passed over, or that seemed to depend on them. What cannot be read
// of them is found when they are read.
void IndexLoader::take_listed(const std::vector<ChunkInfo>& listed) {
    const auto by_offset = [](const ChunkInfo& a, const ChunkInfo& b) {
        return a.offset < b.offset;
    };
    std::vector<ChunkInfo> all;
    std::set_union(catalog_.chunks.begin(), catalog_.chunks.end(), listed.begin(), listed.end(),
                   std::back_inserter(all), by_offset);
    lists_all_chunks_ = all.empty() || all.front().starts_group;
    for (std::size_t i = 1; i < all.size() && lists_all_chunks_; ++i)
        lists_all_chunks_ = is_possible(all[i], &all[i - 1], all[i].offset + all[i].stored_bytes);
    if (!lists_all_chunks_) return;
    std::erase_if(damage_, [&](const Damage& damage) {
        return damage.ticks && std::any_of(all.begin(), all.end(), [&](const ChunkInfo& chunk) {
                   return chunk.offset == damage.offset && chunk.stored_bytes == damage.length;
               });
    });
    for (Damage& damage : damage_) damage.ticks.reset();
    unnamed_.reset();
    catalog_.chunks = std::move(all);
}

Result<void> IndexLoader::take_index(FileSpan span) {
    // Backwards to the first checkpoint or the last footer, then forwards.
    IndexSource source(source_, seed_);
    std::vector<IndexRecord> chain;
    std::size_t kept = 0;
    Catalog whole;
    whole.info = catalog_.info;
    for (FileSpan at = span; at.length != 0;) {
        Result<IndexRecord> index = source.read(at);
        if (!index) return index.error();
        const Result<IndexLinks> links = read_index_links(index->raw, at.offset);
        if (!links) return links.error();
        kept += index->raw.size();
        if (kept > kKept) index->raw.clear();
        chain.push_back(std::move(*index));
        at = links->previous;
        if (chain.back().header.type != layout::kFooter) continue;
        for (const FileSpan& other : links->types) {
            Catalog part;
            if (Result<void> added = source.add({other, {}, {}}, part); !added) return added;
            whole.types.merge(part.types);
        }
        break;
    }
    std::reverse(chain.begin(), chain.end());
    for (const IndexRecord& index : chain)
        if (Result<void> added = source.add(index, whole); !added) return added;
    if (!whole.chunks.empty() && !whole.chunks.front().starts_group)
        return fail("the index at offset ", span.offset, " begins inside a group");
    catalog_ = std::move(whole);
    end_ = span.offset + span.length;
    last_index_ = span;
    index_links_ = chain.size();
    index_is_behind_ = false;
    lists_all_chunks_ = true;
    sequence_ = chain.empty() ? 0 : chain.back().header.sequence + 1;
    seen_.add_all_before(sequence_);
    group_intact_ = true;
    return check_record_types(catalog_);
}

}  // namespace tickreel
