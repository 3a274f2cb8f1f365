#include "recorder/games/firefall/note.h"

#include <algorithm>
#include <cassert>

namespace tickreel::firefall {

namespace {

constexpr std::string_view kMark =
    "\x54"  // the type; the game's end at 6
    "reel";

}  // namespace

Bytes write_note(const Note& note) {
    assert(note.row.size() <= kMaxNoteWords);
    ByteWriter out;
    out.bytes(as_bytes(kMark));
    out.u8(static_cast<Byte>(note.kind));
    if (note.kind == Note::Kind::Verdict) {
        out.u64(note.view);
        out.u8(static_cast<Byte>(note.check));
    }
    for (const Word word : note.row) out.u32(static_cast<std::uint32_t>(word));
    return out.take();
}

std::optional<Note> read_note(ByteView payload) {
    const ByteView mark = as_bytes(kMark);
    if (payload.size() <= mark.size() || !std::equal(mark.begin(), mark.end(), payload.begin()))
        return std::nullopt;
    ByteReader in(payload.subspan(mark.size()));
    const std::uint8_t kind = in.u8();
    if (kind > static_cast<std::uint8_t>(Note::Kind::Verdict)) return std::nullopt;
    Note note{.kind = static_cast<Note::Kind>(kind)};
    if (note.kind == Note::Kind::Verdict) {
        note.view = in.u64();
        const std::uint8_t check = in.u8();
        if (check > static_cast<std::uint8_t>(ViewCheck::Mismatch)) return std::nullopt;
        note.check = static_cast<ViewCheck>(check);
    }
    while (in.left() >= sizeof(Word) && note.row.size() < kMaxNoteWords)
        note.row.push_back(static_cast<Word>(in.u32()));
    if (in.failed() || in.left() > 0) return std::nullopt;
    return note;
}

}  // namespace tickreel::firefall
