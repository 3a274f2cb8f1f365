#pragma once
// The container format of Teeworlds maps: numbered items of 32-bit words, and data blobs (zlib
// streams in version 4). Every offset and size is untrusted and checked; decompression stops at a
// budget for the whole file. Source: the datafile chapters of the libtw2 documentation.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"

namespace tickreel::teeworlds {

struct DataItem {
    int type = 0;
    int id = 0;
    std::span<const std::int32_t> words{};
};

class DataFile {
public:
    // Keeps a view of the bytes: they must outlive it.
    static Result<DataFile> open(ByteView bytes);

    const std::vector<DataItem>& items() const { return items_; }
    std::vector<DataItem> items_of(int type) const;
    std::size_t blobs() const { return blobs_.size(); }
    // The decompressed blob; an error if it has more than `limit` bytes.
    Result<Bytes> blob(int index, std::size_t limit) const;
    // A blob as text up to its first zero byte; "" if there is none.
    std::string text(int index) const;

private:
    struct Blob {
        std::size_t offset = 0;
        std::size_t stored = 0;
        std::size_t size = 0;  // decompressed
    };
    struct Header;

    Result<void> read_blobs(ByteReader& reader, const Header& header);
    Result<void> read_items(const Header& header, std::span<const std::int32_t> offsets);

    ByteView data_{};
    bool packed_ = false;
    std::vector<std::int32_t> words_;  // of all items
    std::vector<DataItem> items_;
    std::vector<Blob> blobs_;
};

// Four characters per word, highest byte first, each offset by 128.
std::string text_of_words(std::span<const std::int32_t> words);

}  // namespace tickreel::teeworlds
