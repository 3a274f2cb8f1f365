#include "recorder/games/firefall/annotation.h"

#include <algorithm>
#include <cassert>

namespace tickreel::firefall {

namespace {

constexpr std::string_view kMark =
    "\x54"  // the type; the game's end at 6
    "reel";

}  // namespace

Bytes write_annotation(const Annotation& annotation) {
    assert(annotation.row.size() <= kMaxAnnotationWords);
    ByteWriter out;
    out.bytes(as_bytes(kMark));
    out.u8(static_cast<Byte>(annotation.kind));
    if (annotation.kind == Annotation::Kind::Verdict) {
        out.u64(annotation.view);
        out.u8(static_cast<Byte>(annotation.check));
    }
    for (const Word word : annotation.row) out.u32(static_cast<std::uint32_t>(word));
    return out.take();
}

std::optional<Annotation> read_annotation(ByteView payload) {
    const ByteView mark = as_bytes(kMark);
    if (payload.size() <= mark.size() || !std::equal(mark.begin(), mark.end(), payload.begin()))
        return std::nullopt;
    ByteReader in(payload.subspan(mark.size()));
    const std::uint8_t kind = in.u8();
    if (kind > static_cast<std::uint8_t>(Annotation::Kind::ServerLoss)) return std::nullopt;
    Annotation annotation{.kind = static_cast<Annotation::Kind>(kind)};
    if (annotation.kind == Annotation::Kind::Verdict) {
        annotation.view = in.u64();
        const std::uint8_t check = in.u8();
        if (check > static_cast<std::uint8_t>(ViewCheck::OkEarlier)) return std::nullopt;
        annotation.check = static_cast<ViewCheck>(check);
    }
    while (in.left() >= sizeof(Word) && annotation.row.size() < kMaxAnnotationWords)
        annotation.row.push_back(static_cast<Word>(in.u32()));
    if (in.failed() || in.left() > 0) return std::nullopt;
    return annotation;
}

}  // namespace tickreel::firefall
