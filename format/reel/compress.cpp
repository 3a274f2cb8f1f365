#include "format/reel/compress.h"

#include <algorithm>

#include <zstd.h>

namespace tickreel {

struct Compressor::Impl {
    std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context{nullptr, &ZSTD_freeCCtx};
};

Compressor::Compressor() : impl_(std::make_unique<Impl>()) {}
Compressor::~Compressor() = default;

Result<Bytes> Compressor::compress(ByteView raw, int level) {
    if (!impl_->context) impl_->context.reset(ZSTD_createCCtx());
    if (!impl_->context) return fail("no memory to compress ", raw.size(), " bytes");
    level = std::clamp(level, 1, ZSTD_maxCLevel());
    Bytes out(ZSTD_compressBound(raw.size()));
    const std::size_t n = ZSTD_compressCCtx(impl_->context.get(), out.data(), out.size(),
                                            raw.data(), raw.size(), level);
    if (ZSTD_isError(n) != 0) return fail("zstd cannot compress: ", ZSTD_getErrorName(n));
    out.resize(n);
    return out;
}

struct Decompressor::Impl {
    std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context{nullptr, &ZSTD_freeDCtx};
};

Decompressor::Decompressor() : impl_(std::make_unique<Impl>()) {}
Decompressor::~Decompressor() = default;

Result<Bytes> Decompressor::decompress(ByteView stored, std::size_t raw_length) {
    // The frame says how long its content is: asked before the memory is taken.
    if (ZSTD_getFrameContentSize(stored.data(), stored.size()) != raw_length)
        return fail("zstd frame is not one of ", raw_length, " bytes");
    if (!impl_->context) impl_->context.reset(ZSTD_createDCtx());
    if (!impl_->context) return fail("no memory to decompress ", raw_length, " bytes");
    Bytes out(raw_length);
    const std::size_t n = ZSTD_decompressDCtx(impl_->context.get(), out.data(), out.size(),
                                              stored.data(), stored.size());
    if (ZSTD_isError(n) != 0) return fail("zstd frame is damaged: ", ZSTD_getErrorName(n));
    if (n != raw_length) return fail("zstd frame holds ", n, " bytes, not ", raw_length);
    return out;
}

}  // namespace tickreel
