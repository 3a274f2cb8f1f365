#pragma once
// Loads the catalog of a file: from its index, and record by record where no index covers it.
// Decides which chunks are readable: none in a group after a lost record.

#include "format/reel/file_scan.h"
#include "format/reel/index_record.h"

namespace tickreel {

class IndexLoader {
public:
    IndexLoader(const ByteSource& source, const FileHeader& header);

    // Loads everything from a footer, or from a checkpoint and its predecessors. On an error
    // nothing is taken over.
    Result<void> take_index(FileSpan span);
    // Continues record by record from the end of the known part up to `end`. Fails if the file
    // cannot be read or contains a critical record that this version does not know.
    Result<void> scan(std::uint64_t end);
    void add_damage(Damage damage) { damage_.push_back(std::move(damage)); }

    const Catalog& catalog() const { return catalog_; }
    const std::vector<Damage>& damage() const { return damage_; }
    // The catalog has every chunk of the file up to its last index, damaged ones too.
    bool lists_all_chunks() const { return lists_all_chunks_; }
    // The bytes after the last complete record, if any: being written, or cut.
    const std::optional<Damage>& tail() const { return tail_; }
    void forget_tail() { tail_.reset(); }
    std::uint64_t start() const { return header_.length; }
    std::uint64_t end() const { return end_; }
    // The length that the file had for the last scan().
    std::uint64_t scanned() const { return scanned_; }
    bool finished() const { return finished_; }
    // The recording was complete once; what follows adds no snapshot.
    bool ended() const { return ended_; }
    std::uint32_t seed() const { return seed_; }
    const FileHeader& header() const { return header_; }
    std::uint32_t next_sequence() const { return sequence_; }
    // The last footer or checkpoint in the catalog; length 0: none.
    FileSpan last_index() const { return last_index_; }
    // The length of the chain of indexes that ends with the last one.
    std::size_t index_links() const { return index_links_; }
    // Records follow the last index.
    bool index_is_behind() const { return index_is_behind_; }

private:
    Result<void> take(const FileScan::FoundRecord& found);
    Result<void> take_content(const FileScan::FoundRecord& found);
    Result<void> take_attachment(const FileScan::FoundRecord& found, ByteView raw);
    Result<void> take_chunk(const FileScan::FoundRecord& found);
    void report_loss(const FileScan::FoundRecord& found);
    bool is_repeat(const RecordHeader& header) const;
    void report_repeat(const FileScan::FoundRecord& found);
    void name_lost_ticks(Moment next);
    void take_listed(const std::vector<ChunkInfo>& listed);
    void look_at_tail(const FileScan& scan, std::uint64_t end);

    const ByteSource& source_;
    FileHeader header_;
    std::uint32_t seed_;
    Catalog catalog_;
    std::vector<Damage> damage_;
    std::optional<Damage> tail_;
    std::uint64_t end_;
    std::uint64_t scanned_ = 0;
    bool finished_ = false;
    bool ended_ = false;
    std::uint32_t sequence_ = 0;  // of the next record
    SeenRecords seen_{};
    FileSpan last_index_;
    std::size_t index_links_ = 0;
    bool index_is_behind_ = false;
    bool lists_all_chunks_ = false;
    bool group_intact_ = false;           // a dependent chunk may follow
    std::optional<std::size_t> unnamed_;  // first damage after the last chunk, ticks open
};

// Whether this version understands the record type.
bool is_known_record(std::uint16_t type);
// An error if the file contains a critical record type that is not known.
Result<void> check_record_types(const Catalog& catalog);

}  // namespace tickreel
