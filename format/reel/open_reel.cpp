#include "format/reel/open_reel.h"

#include <algorithm>

#include "format/reel/record_input.h"

namespace tickreel {

namespace {

// Copies of the header are at the start and before every checkpoint.
constexpr std::uint64_t kHeaderSearch = 4U << 20;
// The writer's checkpoints are closer together than this, see layout.h.
constexpr std::uint64_t kIndexSearch = 16U << 20;

Result<std::optional<FileHeader>> find_copy(const ByteSource& source, std::uint64_t size) {
    Result<std::optional<FileHeader>> copy =
        find_header_copy(source, 0, std::min(size, kHeaderSearch));
    if (!copy || *copy || size <= kHeaderSearch) return copy;
    return find_header_copy(source, size - kHeaderSearch, size);
}

struct Start {
    FileHeader header{};
    std::optional<Damage> damage{};
};

Result<Start> read_start(const ByteSource& source, std::uint64_t size) {
    const Result<Bytes> head = source.read(
        0, static_cast<std::size_t>(std::min<std::uint64_t>(size, layout::kFileHeader)));
    if (!head) return head.error();
    const Result<FileHeader> header = read_file_header(*head);
    if (header) return Start{*header, std::nullopt};
    const Result<std::optional<FileHeader>> copy = find_copy(source, size);
    if (!copy) return copy.error();
    if (!*copy) return header.error();
    return Start{**copy, Damage{0, layout::kFileHeader,
                                "the file header is damaged, a copy is used", std::nullopt}};
}

// The footer named by an end record at the very end of the file.
std::optional<FileSpan> find_footer(const ByteSource& source, std::uint32_t seed,
                                    std::uint64_t start, std::uint64_t size) {
    constexpr std::uint64_t kEndRecord = layout::kRecordHeader + layout::kEndPayload;
    if (size < start + kEndRecord) return std::nullopt;
    const Result<Record> record = read_record(source, size - kEndRecord, seed);
    if (!record || record->header.type != layout::kEnd) return std::nullopt;
    return read_end_record(record->payload);
}

// Loads a footer or checkpoint; on an error the caller scans the whole file.
Result<void> take_last_index(IndexLoader& gather, const ByteSource& source, std::uint64_t start,
                             std::uint64_t size) {
    if (const auto footer = find_footer(source, gather.seed(), start, size))
        if (Result<void> taken = gather.take_index(*footer)) return taken;
    const std::uint64_t from = size > start + kIndexSearch ? size - kIndexSearch : start;
    const Result<std::optional<FileSpan>> last = find_last_index(source, gather.seed(), from, size);
    if (!last) return last.error();
    if (!*last) return fail("there is no index");
    return gather.take_index(**last);
}

}  // namespace

Result<FileHeader> find_file_header(const ByteSource& source) {
    const Result<std::uint64_t> size = source.size();
    if (!size) return size.error();
    const Result<Start> start = read_start(source, *size);
    if (!start) return start.error();
    return start->header;
}

Result<std::unique_ptr<IndexLoader>> open_reel(const ByteSource& source) {
    const Result<std::uint64_t> size = source.size();
    if (!size) return size.error();
    const Result<Start> start = read_start(source, *size);
    if (!start) return start.error();
    auto gather = std::make_unique<IndexLoader>(source, start->header);
    if (start->damage) gather->add_damage(*start->damage);
    // A damaged index needs no report here: the following scan finds and reports it.
    const Result<void> index = take_last_index(*gather, source, start->header.length, *size);
    if (const Result<void> known = check_record_types(gather->catalog()); !known)
        return known.error();
    if (const Result<void> rest = gather->scan(*size); !rest) return rest.error();
    static_cast<void>(index);
    return gather;
}

}  // namespace tickreel
