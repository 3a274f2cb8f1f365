#pragma once
// Iterates over the records of a file front to back by their headers. At invalid bytes it resumes
// at the next sync mark with a sound header and reports the skipped bytes.

#include <optional>

#include "format/reel/catalog.h"
#include "format/reel/records.h"
#include "tickreel/base/file.h"

namespace tickreel {

class FileScan {
public:
    FileScan(const ByteSource& source, std::uint32_t seed, std::uint64_t from, std::uint64_t end)
        : source_(source), seed_(seed), at_(from), end_(end) {}

    struct FoundRecord {
        std::uint64_t offset = 0;
        RecordHeader header{};
        std::uint64_t skipped = 0;  // invalid bytes before it
    };
    // The next complete record; empty at the end. An error means that the file cannot be read.
    Result<std::optional<FoundRecord>> next();

    // After the end: the offset where the next record starts or would start, and what follows.
    std::uint64_t at() const { return at_; }
    // The header of a cut record at the end of the file, if it is complete.
    const std::optional<RecordHeader>& cut() const { return cut_; }

private:
    Result<std::optional<std::uint64_t>> find_header(std::uint64_t from) const;
    Result<std::optional<RecordHeader>> header_at(std::uint64_t offset) const;

    const ByteSource& source_;
    std::uint32_t seed_;
    std::uint64_t at_;
    std::uint64_t end_;
    std::optional<RecordHeader> cut_;
};

// The last sound checkpoint or footer in [from, end), with its payload verified.
Result<std::optional<FileSpan>> find_last_index(const ByteSource& source, std::uint32_t seed,
                                                std::uint64_t from, std::uint64_t end);

// A copy of the file header in an info record within [from, end).
Result<std::optional<FileHeader>> find_header_copy(const ByteSource& source, std::uint64_t from,
                                                   std::uint64_t end);

}  // namespace tickreel
