#pragma once
// zstd behind two small classes; the only user of zstd. Contexts are reused: creating one costs
// more than compressing a small chunk. Not thread-safe.

#include <memory>

#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"

namespace tickreel {

class Compressor {
public:
    Compressor();
    ~Compressor();
    Compressor(Compressor&&) noexcept;
    Compressor& operator=(Compressor&&) noexcept;
    // One zstd frame that states its content size.
    Result<Bytes> compress(ByteView raw, int level);
    // The same with `prefix` as reference; decompressing needs the same prefix.
    Result<Bytes> compress_after(ByteView prefix, ByteView raw, int level);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

class Decompressor {
public:
    Decompressor();
    ~Decompressor();
    // Exactly `raw_length` bytes or an error; the caller must have bounded raw_length.
    Result<Bytes> decompress(ByteView stored, std::size_t raw_length);
    // Fills `raw`; `prefix` is the one used for compression.
    Result<void> decompress_after(ByteView prefix, ByteView stored, std::span<Byte> raw);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace tickreel
