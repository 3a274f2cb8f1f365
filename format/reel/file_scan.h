#pragma once
// Walks the records of a file front to back by their headers. Over bytes that are no record it
// goes on at the next sync mark with a sound header, and says which bytes it skipped.

#include <optional>

#include "format/reel/catalog.h"
#include "format/reel/records.h"
#include "tickreel/base/file.h"

namespace tickreel {

class FileScan {
public:
    FileScan(const ByteSource& source, std::uint32_t seed, std::uint64_t from, std::uint64_t end)
        : source_(source), seed_(seed), at_(from), end_(end) {}

    struct Found {
        std::uint64_t offset = 0;
        RecordHeader header{};
        std::uint64_t skipped = 0;  // bytes before it that are no record
    };
    // The next complete record; nothing at the end. An error is one of reading the file.
    Result<std::optional<Found>> next();

    // After the end: where the next record starts or will start, and what lies behind that.
    std::uint64_t at() const { return at_; }
    // The header of the record that the file ends in, when that much of it is there.
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

// The last sound checkpoint or footer that lies in [from, end), with its payload checked.
Result<std::optional<FileSpan>> find_last_index(const ByteSource& source, std::uint32_t seed,
                                                std::uint64_t from, std::uint64_t end);

// A file header that was copied into an info record within [from, end).
Result<std::optional<FileHeader>> find_header_copy(const ByteSource& source, std::uint64_t from,
                                                   std::uint64_t end);

}  // namespace tickreel
