#pragma once
// zstd behind two small classes; the only place that knows it. Contexts are kept and used again:
// making one costs more than a small chunk. Not for use by two threads at once.

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
    // One zstd frame that tells its content size.
    Result<Bytes> compress(ByteView raw, int level);
    // The same, of bytes that are like `prefix`; whoever decompresses must have it too.
    Result<Bytes> compress_after(ByteView prefix, ByteView raw, int level);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

class Decompressor {
public:
    Decompressor();
    ~Decompressor();
    // Exactly `raw_length` bytes or an error; the caller has bounded raw_length.
    Result<Bytes> decompress(ByteView stored, std::size_t raw_length);
    // Fills `raw`, with the prefix that it was compressed with.
    Result<void> decompress_after(ByteView prefix, ByteView stored, std::span<Byte> raw);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace tickreel
