#include "player/draw/shaped_text.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>

#include <hb.h>

#include "player/draw/characters.h"
#include "player/draw/font.h"
#include "player/draw/text_runs.h"

namespace tickreel {

namespace {

constexpr std::size_t kPart = 1000;          // characters shaped at once
constexpr std::size_t kMostTexts = 1000;     // cached
constexpr std::size_t kLongestKnown = 2000;  // bytes
constexpr std::size_t kMostClusters = 20000;
constexpr float kFarthest = 64;  // line heights: limit for broken fonts

using Buffer = std::unique_ptr<hb_buffer_t, decltype(&hb_buffer_destroy)>;

// In these scripts letter spacing is the same in mixed text and in text without shaping.
bool keeps_plain(hb_script_t script) {
    return script == HB_SCRIPT_LATIN || script == HB_SCRIPT_GREEK || script == HB_SCRIPT_CYRILLIC ||
           script == HB_SCRIPT_COMMON;
}

Buffer shape(hb_font_t* font, std::u32string_view text, std::size_t begin, std::size_t end,
             hb_script_t script, bool backward) {
    Buffer buffer(hb_buffer_create(), &hb_buffer_destroy);
    static_assert(sizeof(char32_t) == sizeof(hb_codepoint_t));
    hb_buffer_add_codepoints(buffer.get(), reinterpret_cast<const hb_codepoint_t*>(text.data()),
                             static_cast<int>(text.size()), static_cast<unsigned>(begin),
                             static_cast<int>(end - begin));
    hb_buffer_set_direction(buffer.get(), backward ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
    hb_buffer_set_script(buffer.get(), script);
    hb_buffer_set_language(buffer.get(), hb_language_from_string("en", -1));
    hb_buffer_set_flags(buffer.get(), HB_BUFFER_FLAG_REMOVE_DEFAULT_IGNORABLES);
    const hb_feature_t plain[] = {
        {HB_TAG('k', 'e', 'r', 'n'), 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END},
        {HB_TAG('l', 'i', 'g', 'a'), 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END}};
    hb_shape(font, buffer.get(), plain, keeps_plain(script) ? 2 : 0);
    return buffer;
}

float bounded(float value) {
    return std::clamp(value, -kFarthest, kFarthest);
}

}  // namespace

struct Shaper::Paragraph {
    std::u32string text{};
    std::vector<std::size_t> bytes{};  // byte offset of each character, and the end
};

namespace {

// The character that this glyph shows when drawn alone; 0 if there is none.
char32_t plain_character(hb_font_t* font, char32_t c, const hb_glyph_info_t& info,
                         const hb_glyph_position_t& position, bool backward) {
    const char32_t mirrored =
        backward ? hb_unicode_mirroring(hb_unicode_funcs_get_default(), c) : c;
    for (const char32_t candidate : {c, mirrored}) {
        hb_codepoint_t nominal = 0;
        if (hb_font_get_nominal_glyph(font, candidate, &nominal) != 0 &&
            nominal == info.codepoint && position.x_offset == 0 && position.y_offset == 0 &&
            position.x_advance == hb_font_get_glyph_h_advance(font, nominal))
            return candidate;
    }
    return 0;
}

// The end of the group of glyphs from `first` that show the same characters.
std::size_t group_end(std::span<const hb_glyph_info_t> infos, std::size_t first) {
    std::size_t last = first + 1;
    while (last < infos.size() && infos[last].cluster == infos[first].cluster) ++last;
    return last;
}

Cluster cluster_of(std::span<const hb_glyph_info_t> infos,
                   std::span<const hb_glyph_position_t> positions, std::uint32_t face,
                   float units) {
    Cluster cluster;
    cluster.face = face;
    float pen = 0;
    for (std::size_t i = 0; i < infos.size(); ++i) {
        const hb_glyph_position_t& at = positions[i];
        cluster.parts.push_back({infos[i].codepoint,
                                 bounded(pen + static_cast<float>(at.x_offset) / units),
                                 bounded(static_cast<float>(at.y_offset) / units)});
        pen = bounded(pen + static_cast<float>(at.x_advance) / units);
    }
    cluster.advance = std::max(pen, 0.0F);
    return cluster;
}

}  // namespace

Shaper::Shaper(FontChain& chain) : chain_(chain) {}

bool Shaper::full() const {
    return clusters_.size() > kMostClusters;
}

void Shaper::clear() {
    known_.clear();
    clusters_.clear();
    numbers_.clear();
}

ClusterId Shaper::number(Cluster&& cluster) {
    const auto [at, fresh] =
        numbers_.emplace(std::move(cluster), static_cast<ClusterId>(clusters_.size()));
    if (fresh) clusters_.push_back(&at->first);
    return at->second;
}

void Shaper::shape_run(const Paragraph& text, const TextRun& run, ShapedText& out) {
    const bool backward = run.level % 2 != 0;
    hb_font_t* font = run.face ? chain_.face(*run.face).shaping() : nullptr;
    if (font == nullptr) {
        for (std::size_t i = run.begin; i < run.end; ++i) {
            const std::size_t at = backward ? run.begin + run.end - 1 - i : i;
            if (!is_invisible_helper(text.text[at]))
                out.push_back({text.text[at], 0, text.bytes[at], text.bytes[at + 1]});
        }
        return;
    }
    const Buffer buffer =
        tickreel::shape(font, text.text, run.begin, run.end, run.script, backward);
    unsigned count = 0;
    const hb_glyph_info_t* all = hb_buffer_get_glyph_infos(buffer.get(), &count);
    const hb_glyph_position_t* positions = hb_buffer_get_glyph_positions(buffer.get(), &count);
    const std::span infos(all, count);
    std::size_t behind = run.end;  // from right to left: where the cluster to the left began
    for (std::size_t first = 0; first < count;) {
        const std::size_t last = group_end(infos, first);
        const std::size_t begin = infos[first].cluster;
        const std::size_t end = backward ? behind : last < count ? infos[last].cluster : run.end;
        behind = begin;
        ShapedPiece piece{0, 0, text.bytes[begin], text.bytes[std::max(end, begin)]};
        if (infos[first].codepoint == 0) {
            piece.plain = text.text[begin];  // shown as a box
        } else if (last - first == 1 && end == begin + 1 && !run.emoji) {
            piece.plain =
                plain_character(font, text.text[begin], infos[first], positions[first], backward);
        }
        if (piece.plain == 0) {
            piece.cluster = number(cluster_of(infos.subspan(first, last - first),
                                              {positions + first, last - first}, *run.face,
                                              chain_.face(*run.face).line_units()));
        }
        out.push_back(piece);
        first = last;
    }
}

void Shaper::shape_paragraph(const Paragraph& text, ShapedText& out) {
    for (const TextRun& run : text_runs(text.text, chain_)) shape_run(text, run, out);
}

const ShapedText& Shaper::shape(std::string_view utf8) {
    const auto found = known_.find(utf8);
    if (found != known_.end()) return found->second;
    if (known_.size() >= kMostTexts) known_.clear();
    ShapedText shaped;
    std::string_view rest = utf8;
    while (!rest.empty()) {
        Paragraph text;
        while (!rest.empty() && text.text.size() < kPart) {
            text.bytes.push_back(utf8.size() - rest.size());
            const char32_t c = next_character(rest);
            text.text.push_back(c != 0 ? c : 0xFFFD);  // a piece is never the character 0
        }
        text.bytes.push_back(utf8.size() - rest.size());
        shape_paragraph(text, shaped);
    }
    if (utf8.size() > kLongestKnown) {
        long_ = std::move(shaped);
        return long_;
    }
    return known_.emplace(utf8, std::move(shaped)).first->second;
}

}  // namespace tickreel
