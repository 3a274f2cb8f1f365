#include "player/draw/shaped_text.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>

#include <fribidi.h>
#include <hb.h>

#include "player/draw/characters.h"
#include "player/draw/font.h"

namespace tickreel {

namespace {

constexpr std::size_t kPart = 1000;          // characters that are shaped at once
constexpr std::size_t kMostInCluster = 64;   // characters; marks beyond begin another
constexpr std::size_t kMostTexts = 1000;     // remembered
constexpr std::size_t kLongestKnown = 2000;  // bytes
constexpr std::size_t kMostClusters = 20000;
constexpr float kFarthest = 64;  // line heights: what a broken font may say

bool is_mark(char32_t c) {
    const hb_unicode_general_category_t kind =
        hb_unicode_general_category(hb_unicode_funcs_get_default(), c);
    return kind == HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK ||
           kind == HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK ||
           kind == HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK;
}

bool is_real(hb_script_t script) {
    return script != HB_SCRIPT_COMMON && script != HB_SCRIPT_INHERITED &&
           script != HB_SCRIPT_UNKNOWN;
}

struct Unit {  // characters that one font must draw
    std::size_t begin = 0;
    std::size_t end = 0;
    bool emoji = false;
    hb_script_t script = HB_SCRIPT_COMMON;
    std::optional<std::uint32_t> face{};
};

// Ends of what begins at `begin`: marks, joined emoji, flags.
std::size_t unit_end(std::u32string_view text, std::size_t begin) {
    std::size_t end = begin + 1;
    if (end < text.size() && is_flag_letter(text[begin]) && is_flag_letter(text[end])) {
        ++end;
    }
    while (end < text.size() && end - begin < kMostInCluster) {
        const bool joined = text[end - 1] == kZeroWidthJoiner && may_be_emoji(text[end]) &&
                            may_be_emoji(text[begin]);
        if (!joined && !continues_cluster(text[end]) && !is_mark(text[end])) {
            break;
        }
        ++end;
    }
    return end;
}

bool is_emoji_unit(std::u32string_view unit) {
    const bool text_style = unit.find(kTextStyle) != std::u32string_view::npos;
    const bool emoji_style = unit.find(kEmojiStyle) != std::u32string_view::npos;
    return !text_style && (is_emoji(unit[0]) || (emoji_style && may_be_emoji(unit[0])));
}

std::optional<std::uint32_t> face_of(FontChain& chain, std::u32string_view unit, bool emoji) {
    std::vector<char32_t> seen;
    std::copy_if(unit.begin(), unit.end(), std::back_inserter(seen),
                 [](char32_t c) { return !is_invisible_helper(c); });
    return seen.empty() ? std::nullopt : chain.face_with(seen, emoji);
}

void add_units(std::u32string_view text, FontChain& chain, std::vector<Unit>& units) {
    for (std::size_t at = 0; at < text.size();) {
        Unit unit{at, unit_end(text, at)};
        at = unit.end;
        const std::u32string_view inside = text.substr(unit.begin, unit.end - unit.begin);
        unit.emoji = is_emoji_unit(inside);
        unit.script = hb_unicode_script(hb_unicode_funcs_get_default(), inside[0]);
        unit.face = face_of(chain, inside, unit.emoji);
        if (is_invisible_helper(inside[0]) && !units.empty()) {
            unit.face = units.back().face;  // does not part what stands around it
            unit.emoji = units.back().emoji;
        }
        if (unit.face || inside.size() == 1) {
            units.push_back(unit);
            continue;
        }
        for (std::size_t i = unit.begin; i < unit.end; ++i) {  // no font has them together
            const std::u32string_view alone = text.substr(i, 1);
            const bool emoji = is_emoji_unit(alone);
            units.push_back({i, i + 1, emoji, unit.script, face_of(chain, alone, emoji)});
        }
    }
}

// What has no script of its own belongs to what stands before it, or else behind.
void resolve_scripts(std::vector<Unit>& units) {
    hb_script_t last = HB_SCRIPT_COMMON;
    for (Unit& unit : units) {
        if (unit.emoji) {
            unit.script = HB_SCRIPT_COMMON;
            continue;
        }
        last = is_real(unit.script) ? unit.script : last;
        unit.script = last;
    }
    const auto first = std::find_if(units.begin(), units.end(),
                                    [](const Unit& unit) { return is_real(unit.script); });
    if (first != units.end()) {
        std::for_each(units.begin(), first, [&](Unit& unit) {
            unit.script = unit.emoji ? HB_SCRIPT_COMMON : first->script;
        });
    }
}

std::vector<FriBidiLevel> bidi_levels(std::u32string_view text) {
    std::vector<FriBidiLevel> levels(text.size(), 0);
    const std::vector<FriBidiChar> chars(text.begin(), text.end());
    const auto length = static_cast<FriBidiStrIndex>(chars.size());
    std::vector<FriBidiCharType> types(chars.size());
    fribidi_get_bidi_types(chars.data(), length, types.data());
    if (std::none_of(types.begin(), types.end(),
                     [](FriBidiCharType type) { return FRIBIDI_IS_RTL(type); })) {
        return levels;
    }
    std::vector<FriBidiBracketType> brackets(chars.size());
    fribidi_get_bracket_types(chars.data(), length, types.data(), brackets.data());
    FriBidiParType base = FRIBIDI_PAR_ON;
    if (fribidi_get_par_embedding_levels_ex(types.data(), brackets.data(), length, &base,
                                            levels.data()) == 0) {
        std::fill(levels.begin(), levels.end(), FriBidiLevel{0});
    }
    return levels;
}

// Rule L2 of the bidirectional algorithm.
template <class Run>
void reorder(std::vector<Run>& runs) {
    int highest = 0;
    for (const Run& run : runs) {
        highest = std::max(highest, run.level);
    }
    for (int level = highest; level > 0; --level) {
        for (auto at = runs.begin(); at != runs.end();) {
            const auto below = [level](const Run& run) { return run.level < level; };
            const auto first = std::find_if_not(at, runs.end(), below);
            const auto last = std::find_if(first, runs.end(), below);
            std::reverse(first, last);
            at = last;
        }
    }
}

using Buffer = std::unique_ptr<hb_buffer_t, decltype(&hb_buffer_destroy)>;

// Letters of plain scripts are as far apart in a mixed text as in one that needs no shaping.
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
    std::vector<std::size_t> bytes{};  // where each begins; one more at the end
};

struct Shaper::Run {
    std::size_t begin = 0;
    std::size_t end = 0;
    int level = 0;
    hb_script_t script = HB_SCRIPT_COMMON;
    std::optional<std::uint32_t> face{};
    bool emoji = false;
};

namespace {

// The character that this one glyph is drawn for anyway, 0 when it is not.
char32_t plain_character(hb_font_t* font, char32_t c, const hb_glyph_info_t& info,
                         const hb_glyph_position_t& position, bool backward) {
    const char32_t mirrored =
        backward ? hb_unicode_mirroring(hb_unicode_funcs_get_default(), c) : c;
    for (const char32_t candidate : {c, mirrored}) {
        hb_codepoint_t nominal = 0;
        if (hb_font_get_nominal_glyph(font, candidate, &nominal) != 0 &&
            nominal == info.codepoint && position.x_offset == 0 && position.y_offset == 0 &&
            position.x_advance == hb_font_get_glyph_h_advance(font, nominal)) {
            return candidate;
        }
    }
    return 0;
}

// The glyphs from `first` that show the same characters.
std::size_t group_end(std::span<const hb_glyph_info_t> infos, std::size_t first) {
    std::size_t last = first + 1;
    while (last < infos.size() && infos[last].cluster == infos[first].cluster) {
        ++last;
    }
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
    if (fresh) {
        clusters_.push_back(&at->first);
    }
    return at->second;
}

void Shaper::shape_run(const Paragraph& text, const Run& run, ShapedText& out) {
    const bool backward = run.level % 2 != 0;
    hb_font_t* font = run.face ? chain_.face(*run.face).shaping() : nullptr;
    if (font == nullptr) {
        for (std::size_t i = run.begin; i < run.end; ++i) {
            const std::size_t at = backward ? run.begin + run.end - 1 - i : i;
            if (!is_invisible_helper(text.text[at])) {
                out.push_back({text.text[at], 0, text.bytes[at], text.bytes[at + 1]});
            }
        }
        return;
    }
    const Buffer buffer =
        tickreel::shape(font, text.text, run.begin, run.end, run.script, backward);
    unsigned count = 0;
    const hb_glyph_info_t* all = hb_buffer_get_glyph_infos(buffer.get(), &count);
    const hb_glyph_position_t* positions = hb_buffer_get_glyph_positions(buffer.get(), &count);
    const std::span infos(all, count);
    std::size_t behind = run.end;  // where the cluster to the left began, from right to left
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
    std::vector<Unit> units;
    add_units(text.text, chain_, units);
    resolve_scripts(units);
    const std::vector<FriBidiLevel> levels = bidi_levels(text.text);
    std::vector<Run> runs;
    for (const Unit& unit : units) {
        const int level = static_cast<unsigned char>(levels[unit.begin]);
        if (!runs.empty() && runs.back().level == level && runs.back().script == unit.script &&
            runs.back().face == unit.face && runs.back().emoji == unit.emoji) {
            runs.back().end = unit.end;
        } else {
            runs.push_back({unit.begin, unit.end, level, unit.script, unit.face, unit.emoji});
        }
    }
    reorder(runs);
    for (const Run& run : runs) {
        shape_run(text, run, out);
    }
}

const ShapedText& Shaper::shape(std::string_view utf8) {
    const auto found = known_.find(utf8);
    if (found != known_.end()) {
        return found->second;
    }
    if (known_.size() >= kMostTexts) {
        known_.clear();
    }
    ShapedText shaped;
    std::string_view rest = utf8;
    while (!rest.empty()) {
        Paragraph text;
        while (!rest.empty() && text.text.size() < kPart) {
            text.bytes.push_back(utf8.size() - rest.size());
            const char32_t c = next_character(rest);
            text.text.push_back(c != 0 ? c : 0xFFFD);  // no piece is the character 0
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
