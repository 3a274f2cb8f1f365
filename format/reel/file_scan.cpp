#include "format/reel/file_scan.h"

#include <algorithm>

#include "format/reel/record_input.h"

namespace tickreel {

namespace {

constexpr std::uint64_t kWindow = 256U << 10;
// Windows overlap so that no header is missed at their boundary.
constexpr std::uint64_t kOverlap = layout::kRecordHeader + layout::kFileHeader;

// Position of the first sync mark at or after `from`; bytes.size() if there is none.
std::size_t find_sync(ByteView bytes, std::size_t from) {
    const auto at = std::search(bytes.begin() + static_cast<std::ptrdiff_t>(from), bytes.end(),
                                layout::kSync.begin(), layout::kSync.end());
    return static_cast<std::size_t>(at - bytes.begin());
}

// Calls `visit(bytes from a sync mark on, offset)` for every sync mark until it returns true.
template <class Visit>
Result<bool> visit_syncs(const ByteSource& source, std::uint64_t from, std::uint64_t end,
                         const Visit& visit) {
    for (std::uint64_t at = from; at < end; at += kWindow) {
        const std::uint64_t length = std::min(kWindow + kOverlap, end - at);
        const Result<Bytes> window = source.read(at, static_cast<std::size_t>(length));
        if (!window) return window.error();
        const ByteView view(*window);
        for (std::size_t p = find_sync(view, 0); p < view.size() && p < kWindow;
             p = find_sync(view, p + 1))
            if (visit(view.subspan(p), at + p)) return true;
    }
    return false;
}

bool is_index(const RecordHeader& header) {
    return header.type == layout::kCheckpoint || header.type == layout::kFooter;
}

}  // namespace

Result<std::optional<RecordHeader>> FileScan::header_at(std::uint64_t offset) const {
    const Result<Bytes> bytes = source_.read(offset, layout::kRecordHeader);
    if (!bytes) return bytes.error();
    return read_record_header(*bytes, seed_);
}

Result<std::optional<std::uint64_t>> FileScan::find_header(std::uint64_t from) const {
    std::optional<std::uint64_t> found;
    const Result<bool> done =
        visit_syncs(source_, from, end_, [&](ByteView bytes, std::uint64_t offset) {
            if (read_record_header(bytes, seed_)) found = offset;
            return found.has_value();
        });
    if (!done) return done.error();
    return found;
}

Result<std::optional<FileScan::FoundRecord>> FileScan::next() {
    std::optional<FoundRecord> nothing;
    if (cut_ || at_ >= end_ || end_ - at_ < layout::kRecordHeader) return nothing;
    Result<std::optional<RecordHeader>> header = header_at(at_);
    if (!header) return header.error();
    std::uint64_t skipped = 0;
    if (!*header) {
        const Result<std::optional<std::uint64_t>> offset = find_header(at_ + 1);
        if (!offset) return offset.error();
        if (!*offset) return nothing;
        skipped = **offset - at_;
        header = header_at(**offset);
        if (!header) return header.error();
        if (!*header) return fail("the file changed while it was read, at offset ", **offset);
    }
    const FoundRecord found{at_ + skipped, **header, skipped};
    if (found.header.stored_length() > end_ - found.offset) {
        if (skipped == 0) cut_ = found.header;
        return nothing;
    }
    at_ = found.offset + found.header.stored_length();
    return std::optional<FoundRecord>(found);
}

Result<std::optional<FileSpan>> find_last_index(const ByteSource& source, std::uint32_t seed,
                                                std::uint64_t from, std::uint64_t end) {
    std::optional<FileSpan> last;
    for (std::uint64_t high = end; high > from && !last;) {
        const std::uint64_t low = high - from > kWindow ? high - kWindow : from;
        // A record that starts in [low, high): its header may extend beyond high.
        const Result<bool> done = visit_syncs(
            source, low, std::min(end, high + kOverlap), [&](ByteView bytes, std::uint64_t at) {
                const std::optional<RecordHeader> header = read_record_header(bytes, seed);
                if (!header || !is_index(*header) || !read_record(source, at, seed)) return false;
                last = FileSpan{at, static_cast<std::uint32_t>(header->stored_length())};
                return false;
            });
        if (!done) return done.error();
        high = low;
    }
    return last;
}

Result<std::optional<FileHeader>> find_header_copy(const ByteSource& source, std::uint64_t from,
                                                   std::uint64_t end) {
    std::optional<FileHeader> copy;
    const Result<bool> done =
        visit_syncs(source, from, end, [&](ByteView bytes, std::uint64_t /*offset*/) {
            if (bytes.size() < layout::kRecordHeader + layout::kFileHeader) return false;
            const Result<FileHeader> header =
                read_file_header(bytes.subspan(layout::kRecordHeader));
            if (!header) return false;
            const auto record = read_record_header(bytes, checksum_seed(header->uuid));
            if (record && record->type == layout::kInfo) copy = *header;
            return copy.has_value();
        });
    if (!done) return done.error();
    return copy;
}

}  // namespace tickreel
