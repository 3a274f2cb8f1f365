#include "format/reel/check_records.h"

#include <algorithm>

#include "format/reel/file_scan.h"
#include "format/reel/record_input.h"

namespace tickreel {

namespace {

// True when the record is sound.
bool check_one(const ByteSource& source, std::uint32_t seed, const FileScan::FoundRecord& found,
               const DamageReport& report) {
    const RecordHeader& header = found.header;
    const Result<Record> record = read_record(source, found.offset, seed);
    std::string wrong = record ? "" : record.error().message;
    if (record && header.type != layout::kChunk)
        if (const Result<Bytes> raw = unpack(*record); !raw) wrong = raw.error().message;
    if (wrong.empty()) return true;
    Damage damage{found.offset, header.stored_length(), std::move(wrong), std::nullopt};
    if (header.type == layout::kChunk) damage.ticks = header.as_gap("damaged");
    report(damage);
    return false;
}

}  // namespace

Result<void> check_file_header(const ByteSource& source, std::uint64_t end,
                               const DamageReport& report) {
    const Result<Bytes> head =
        source.read(0, static_cast<std::size_t>(std::min<std::uint64_t>(end, layout::kFileHeader)));
    if (!head) return head.error();
    if (const Result<FileHeader> header = read_file_header(*head); !header)
        report(
            {0, layout::kFileHeader, "the file header is damaged, a copy is used", std::nullopt});
    return {};
}

Result<void> check_records_between(const ByteSource& source, std::uint32_t seed, std::uint64_t from,
                                   std::uint64_t to, const DamageReport& report) {
    FileScan scan(source, seed, from, to);
    while (true) {
        const Result<std::optional<FileScan::FoundRecord>> found = scan.next();
        if (!found) return found.error();
        if (!*found) break;
        const FileScan::FoundRecord& record = **found;
        if (record.skipped > 0)
            report({record.offset - record.skipped, record.skipped, kNoRecord, {}});
        check_one(source, seed, record, report);
    }
    if (scan.at() < to) report({scan.at(), to - scan.at(), kNoRecord, std::nullopt});
    return {};
}

Result<std::uint64_t> check_all_records(const ByteSource& source, std::uint32_t seed,
                                        std::uint64_t start, std::uint64_t end,
                                        const DamageReport& report) {
    if (const Result<void> head = check_file_header(source, end, report); !head)
        return head.error();
    FileScan scan(source, seed, start, end);
    std::uint64_t sound = 0;
    std::uint32_t sequence = 0;
    SeenRecords seen;
    while (true) {
        const Result<std::optional<FileScan::FoundRecord>> found = scan.next();
        if (!found) return found.error();
        if (!*found) break;
        const FileScan::FoundRecord& record = **found;
        if (record.skipped > 0)
            report({record.offset - record.skipped, record.skipped, kNoRecord, {}});
        if (seen.has(record.header.sequence)) {
            report({record.offset, record.header.stored_length(), kRepeated, std::nullopt,
                    DamageKind::Repeated});
            continue;
        }
        if (record.skipped == 0 && record.header.sequence != sequence)
            report({record.offset, 0, "records are missing", {}});
        sequence = record.header.sequence + 1;
        seen.add(record.header.sequence);
        sound += check_one(source, seed, record, report) ? 1 : 0;
    }
    if (scan.at() < end)
        report({scan.at(), end - scan.at(), "file ends inside a record", std::nullopt});
    return sound;
}

}  // namespace tickreel
