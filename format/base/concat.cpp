#include "tickreel/base/concat.h"

#include <charconv>

namespace tickreel {

namespace {

constexpr int kDigitsOfDouble = 6;

template <class... Format>
std::string_view written(std::array<char, 24>& into, Format... format) {
    const auto end = std::to_chars(into.data(), into.data() + into.size(), format...).ptr;
    return {into.data(), static_cast<std::size_t>(end - into.data())};
}

}  // namespace

TextPiece::TextPiece(double number)
    : text_(written(digits_, number, std::chars_format::general, kDigitsOfDouble)) {}

void TextPiece::write(std::int64_t number) {
    text_ = written(digits_, number);
}

void TextPiece::write(std::uint64_t number) {
    text_ = written(digits_, number);
}

std::string join(std::initializer_list<TextPiece> pieces) {
    std::size_t size = 0;
    for (const TextPiece& piece : pieces) size += piece.text().size();
    std::string text;
    text.reserve(size);
    for (const TextPiece& piece : pieces) text += piece.text();
    return text;
}

}  // namespace tickreel
