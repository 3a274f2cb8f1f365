#include "tickreel/reel/compress.h"

#include <algorithm>

#include <zstd.h>

namespace tickreel {

struct Compressor::Impl {
    std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context{nullptr, &ZSTD_freeCCtx};
};

Compressor::Compressor() : impl_(std::make_unique<Impl>()) {}
Compressor::~Compressor() = default;
Compressor::Compressor(Compressor&&) noexcept = default;
Compressor& Compressor::operator=(Compressor&&) noexcept = default;

Result<Bytes> Compressor::compress(ByteView raw, int level) {
    return compress_after({}, raw, level);
}

Result<Bytes> Compressor::compress_after(ByteView prefix, ByteView raw, int level) {
    if (!impl_->context) impl_->context.reset(ZSTD_createCCtx());
    ZSTD_CCtx* const context = impl_->context.get();
    if (context == nullptr) return fail("no memory to compress ", raw.size(), " bytes");
    ZSTD_CCtx_reset(context, ZSTD_reset_session_only);
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel,
                           std::clamp(level, 1, ZSTD_maxCLevel()));
    ZSTD_CCtx_refPrefix(context, prefix.data(), prefix.size());
    Bytes out(ZSTD_compressBound(raw.size()));
    const std::size_t n = ZSTD_compress2(context, out.data(), out.size(), raw.data(), raw.size());
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
    // The frame states its content size: check it before allocating.
    if (ZSTD_getFrameContentSize(stored.data(), stored.size()) != raw_length)
        return fail("zstd frame is not one of ", raw_length, " bytes");
    Bytes out(raw_length);
    if (Result<void> done = decompress_after({}, stored, out); !done) return done.error();
    return out;
}

Result<void> Decompressor::decompress_after(ByteView prefix, ByteView stored, std::span<Byte> raw) {
    if (ZSTD_getFrameContentSize(stored.data(), stored.size()) != raw.size())
        return fail("zstd frame is not one of ", raw.size(), " bytes");
    if (!impl_->context) impl_->context.reset(ZSTD_createDCtx());
    ZSTD_DCtx* const context = impl_->context.get();
    if (context == nullptr) return fail("no memory to decompress ", raw.size(), " bytes");
    ZSTD_DCtx_reset(context, ZSTD_reset_session_only);
    ZSTD_DCtx_refPrefix(context, prefix.data(), prefix.size());
    const std::size_t n =
        ZSTD_decompressDCtx(context, raw.data(), raw.size(), stored.data(), stored.size());
    if (ZSTD_isError(n) != 0) return fail("zstd frame is damaged: ", ZSTD_getErrorName(n));
    if (n != raw.size()) return fail("zstd frame holds ", n, " bytes, not ", raw.size());
    return {};
}

}  // namespace tickreel
