#include <algorithm>
#include <array>

#include "format/reel/codecs/columns.h"
#include "format/reel/codecs/row_delta.h"

namespace tickreel {

namespace {

constexpr std::array kCodecs{kEventColumnsCodec, kColumnsCodec, kRowDeltaCodec,
                             kStoredCodec};  // the first is the default

// Approximate memory of an item's entry in a snapshot, and of an event, in words without the row.
constexpr std::uint64_t kItemWords = 6;
constexpr std::uint64_t kEventWords = 16;

}  // namespace

std::span<const Codec> all_codecs() {
    return kCodecs;
}

const Codec* find_codec(std::uint16_t id) {
    const auto* const at = std::find_if(kCodecs.begin(), kCodecs.end(),
                                        [id](const Codec& codec) { return codec.id == id; });
    return at == kCodecs.end() ? nullptr : at;
}

const Codec& default_codec() {
    return kCodecs.front();
}

std::uint64_t snapshot_words(const Snapshot& snapshot) {
    return snapshot.word_count() + kItemWords * snapshot.size();
}

std::uint64_t event_words(const Event& event) {
    return kEventWords + event.row.size();
}

}  // namespace tickreel
