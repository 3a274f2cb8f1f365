#include "player/draw/text_runs.h"

#include <algorithm>

#include <fribidi.h>

#include "player/draw/characters.h"

namespace tickreel {

namespace {

constexpr std::size_t kMostInCluster = 64;  // characters; further marks start another

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

// The end of the unit that begins at `begin`: marks, joined emoji, flags.
std::size_t unit_end(std::u32string_view text, std::size_t begin) {
    std::size_t end = begin + 1;
    if (end < text.size() && is_flag_letter(text[begin]) && is_flag_letter(text[end])) ++end;
    while (end < text.size() && end - begin < kMostInCluster) {
        const bool joined = text[end - 1] == kZeroWidthJoiner && may_be_emoji(text[end]) &&
                            may_be_emoji(text[begin]);
        if (!joined && !continues_cluster(text[end]) && !is_mark(text[end])) break;
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
            unit.face = units.back().face;  // does not separate its neighbours
            unit.emoji = units.back().emoji;
        }
        if (unit.face || inside.size() == 1) {
            units.push_back(unit);
            continue;
        }
        for (std::size_t i = unit.begin; i < unit.end; ++i) {  // no font has all of them
            const std::u32string_view alone = text.substr(i, 1);
            const bool emoji = is_emoji_unit(alone);
            units.push_back({i, i + 1, emoji, unit.script, face_of(chain, alone, emoji)});
        }
    }
}

// Characters without a script take that of the previous unit, or else of the next.
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
        std::for_each(
            units.begin(), first,
            [&](Unit& unit) { unit.script = unit.emoji ? HB_SCRIPT_COMMON : first->script; });
    }
}

std::vector<int> bidi_levels(std::u32string_view text) {
    std::vector<FriBidiLevel> levels(text.size(), 0);
    const std::vector<FriBidiChar> chars(text.begin(), text.end());
    const auto length = static_cast<FriBidiStrIndex>(chars.size());
    std::vector<FriBidiCharType> types(chars.size());
    fribidi_get_bidi_types(chars.data(), length, types.data());
    if (std::none_of(types.begin(), types.end(),
                     [](FriBidiCharType type) { return FRIBIDI_IS_RTL(type); }))
        return std::vector<int>(text.size(), 0);
    std::vector<FriBidiBracketType> brackets(chars.size());
    fribidi_get_bracket_types(chars.data(), length, types.data(), brackets.data());
    FriBidiParType base = FRIBIDI_PAR_ON;
    if (fribidi_get_par_embedding_levels_ex(types.data(), brackets.data(), length, &base,
                                            levels.data()) == 0)
        std::fill(levels.begin(), levels.end(), FriBidiLevel{0});
    return {levels.begin(), levels.end()};
}

// Rule L2 of the bidirectional algorithm.
void reorder(std::vector<TextRun>& runs) {
    int highest = 0;
    for (const TextRun& run : runs) highest = std::max(highest, run.level);
    for (int level = highest; level > 0; --level) {
        for (auto at = runs.begin(); at != runs.end();) {
            const auto below = [level](const TextRun& run) { return run.level < level; };
            const auto first = std::find_if_not(at, runs.end(), below);
            const auto last = std::find_if(first, runs.end(), below);
            std::reverse(first, last);
            at = last;
        }
    }
}

}  // namespace

std::vector<TextRun> text_runs(std::u32string_view text, FontChain& chain) {
    std::vector<Unit> units;
    add_units(text, chain, units);
    resolve_scripts(units);
    const std::vector<int> levels = bidi_levels(text);
    std::vector<TextRun> runs;
    for (const Unit& unit : units) {
        const int level = levels[unit.begin];
        if (!runs.empty() && runs.back().level == level && runs.back().script == unit.script &&
            runs.back().face == unit.face && runs.back().emoji == unit.emoji)
            runs.back().end = unit.end;
        else
            runs.push_back({unit.begin, unit.end, level, unit.script, unit.face, unit.emoji});
    }
    reorder(runs);
    return runs;
}

}  // namespace tickreel
