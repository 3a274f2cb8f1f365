#pragma once
// The container of a Teeworlds map: numbered items of 32-bit words, and blobs that are zlib streams
// in version 4. Every offset and size comes from outside and is checked; unpacking stops at a
// budget for the whole file. Facts: the datafile chapters of the libtw2 documentation.

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
    // The unpacked blob. `limit` refuses what is larger than the caller can use.
    Result<Bytes> blob(int index, std::size_t limit) const;
    // A blob as text up to its first zero byte; "" when there is none.
    std::string text(int index) const;

private:
    struct Blob {
        std::size_t offset = 0;
        std::size_t stored = 0;
        std::size_t size = 0;  // unpacked
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

// Four characters a word, from high to low byte, each 128 more than the character.
std::string text_of_words(std::span<const std::int32_t> words);

}  // namespace tickreel::teeworlds
