#include "player/app/ui_fonts.h"

#include <algorithm>

#include "player/draw/characters.h"
#include "player/draw/font.h"

namespace tickreel {

namespace {

constexpr ImWchar kFirstPrivate = 0xE000;
constexpr std::size_t kPrivate = 6400;
constexpr ImWchar kNothing = 0xFFFD;
constexpr std::size_t kMostTexts = 4000;     // cached
constexpr std::size_t kLongestKnown = 4000;  // bytes
constexpr std::size_t kMostSigns = 12000;
constexpr std::uint64_t kPatience = 60;  // frames before retrying what did not fit

bool is_plain_ascii(std::string_view text) {
    return std::all_of(
        text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
}

std::vector<std::string> with_first(const std::string& first, std::vector<std::string> files) {
    if (!first.empty() && std::find(files.begin(), files.end(), first) == files.end())
        files.insert(files.begin(), first);
    return files;
}

bool is_right_to_left(char32_t c) {  // blocks of such scripts, and their presentation forms
    return (c >= 0x590 && c <= 0x8FF) || (c >= 0xFB1D && c <= 0xFDFF) ||
           (c >= 0xFE70 && c <= 0xFEFC) || (c >= 0x10800 && c <= 0x10FFF) ||
           (c >= 0x1E800 && c <= 0x1EFFF);
}

}  // namespace

UiFonts::UiFonts(TextureStore& textures, std::vector<std::string> files)
    : atlas_(textures), others_(with_first(atlas_.file(0), std::move(files))), shaper_(others_) {
    for (std::size_t face = 0; face < kUiFaces.size(); ++face)
        own_.push_back(std::make_unique<FontChain>(with_first(atlas_.file(face), {})));
}

void UiFonts::name_package(char32_t character) {
    const std::string package(font_package(character));
    if (!package.empty() && named_.insert(package).second) missing_.push_back(package);
}

UiAtlas::Picture UiFonts::picture(ImWchar character, const GlyphKey& sign, const UiStyle& style) {
    const int size = pixels_of(style, *look_);
    if (sign.plain == 0)
        return {character, &style, others_.draw(shaper_.cluster(sign.cluster), size)};
    FontChain& own = *own_[style.face];
    if (!is_emoji(sign.plain) && own.covers(sign.plain))
        return {character, &style, own.draw(sign.plain, size)};
    if (!others_.covers(sign.plain)) name_package(sign.plain);
    return {character, &style, others_.draw(sign.plain, size)};
}

// Requests an atlas with what is missing; not in every frame if it cannot fit.
void UiFonts::ask_again() {
    stale_ = stale_ || !atlas_too_small_ || updates_ - forgot_at_ > kPatience;
}

void UiFonts::need(ImWchar character, const GlyphKey& sign) {
    const auto [at, fresh] = signs_.try_emplace(character, sign);
    if (!fresh && at->second == sign) return;
    at->second = sign;
    bool placed = look_ != nullptr && !stale_;
    for (std::size_t i = 0; placed && i < kUiStyles.size(); ++i)
        placed = atlas_.add(*look_, picture(character, sign, kUiStyles[i]));
    if (!placed) {
        full_ = full_ || (UiAtlas::kAddsAtOnce && !stale_) || signs_.size() > kMostSigns;
        ask_again();
    }
}

ImWchar UiFonts::assign(const GlyphKey& sign) {
    const auto known = assigned_.find(sign);
    if (known != assigned_.end()) return known->second;
    if (assigned_.size() >= kPrivate || shaper_.full()) {
        full_ = true;
        ask_again();
        return kNothing;
    }
    const auto character = static_cast<ImWchar>(kFirstPrivate + assigned_.size());
    assigned_.emplace(sign, character);
    need(character, sign);
    return character;
}

void UiFonts::append(std::string& out, const GlyphKey& sign) {
    const char32_t c = sign.plain;
    if (c == 0 || c >= 0xFFFE || is_private(c) || CharacterAliases::is_alias(c)) {
        append_utf8(out, assign(sign));
        return;
    }
    if (!is_always_there(c)) need(static_cast<ImWchar>(c), sign);
    append_utf8(out, c);
}

std::string UiFonts::make(std::string_view clean) {
    std::string out;
    if (!needs_shaping(clean)) {
        for (std::string_view rest = clean; !rest.empty();) append(out, {next_character(rest), 0});
        return out;
    }
    for (const ShapedPiece& piece : shaper_.shape(clean)) append(out, {piece.plain, piece.cluster});
    return out;
}

std::string UiFonts::shown(std::string_view utf8) {
    if (is_plain_ascii(utf8)) return std::string(utf8);
    const auto known = known_.find(utf8);
    return known != known_.end() ? known->second : remembered(std::string(utf8), clean_text(utf8));
}

std::string UiFonts::label(std::string_view utf8) {
    if (!runs_left(utf8)) return shown(utf8);
    // A mark that only sets the direction of the whole text.
    const std::string key = "\xE2\x80\x8E" + std::string(utf8);
    const auto known = known_.find(key);
    return known != known_.end() ? known->second
                                 : remembered(key, "\xE2\x80\x8E" + clean_text(utf8));
}

std::string UiFonts::remembered(const std::string& key, std::string_view clean) {
    std::string out = make(clean);
    if (key.size() <= kLongestKnown && !stale_) {
        if (known_.size() >= kMostTexts) known_.clear();
        known_.emplace(key, out);
    }
    return out;
}

bool UiFonts::runs_left(std::string_view utf8) {
    if (is_plain_ascii(utf8)) return false;
    while (!utf8.empty())
        if (is_right_to_left(next_character(utf8))) return true;
    return false;
}

std::string UiFonts::for_box(std::string_view utf8) {
    std::string edited = aliases_.assign(utf8);
    for (std::string_view rest = edited; !rest.empty();) {
        const char32_t c = next_character(rest);
        if (!is_always_there(c)) need(static_cast<ImWchar>(c), {aliases_.real(c), 0});
    }
    return edited;
}

std::string UiFonts::from_box(std::string_view edited) const {
    return aliases_.give_back(edited);
}

// The next frame requests its texts again.
void UiFonts::forget() {
    signs_.clear();
    assigned_.clear();
    known_.clear();
    if (shaper_.full()) shaper_.clear();
    full_ = false;
    forgot_at_ = updates_;
}

bool UiFonts::update(Look& look) {
    ++updates_;
    if (!stale_ && scale_ == look.scale) return false;
    if (full_) {
        const bool again = updates_ - forgot_at_ <= 1;  // even with only the visible characters
        atlas_too_small_ = (again || !atlas_.roomy()) && !atlas_.grow();
        forget();
    }
    stale_ = false;
    scale_ = look.scale;
    look_ = &look;
    std::vector<UiAtlas::Picture> pictures;
    for (const auto& [character, sign] : signs_)
        for (const UiStyle& style : kUiStyles) pictures.push_back(picture(character, sign, style));
    full_ = !atlas_.make(look, pictures);
    stale_ = full_;
    return true;
}

}  // namespace tickreel
