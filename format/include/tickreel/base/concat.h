#pragma once
// One text out of pieces: concat("ticks ", 3, "..", last). The way to build text where nothing has
// a width or a precision. Numbers are decimal; a double has at most six digits, as %g shows it.

#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace tickreel {

// What concat() takes: text, a character or a number. Refers to its text; lives for one call.
class TextPiece {
public:
    TextPiece(std::string_view text) : text_(text) {}
    TextPiece(const std::string& text) : text_(text) {}
    TextPiece(const char* text) : text_(text) {}
    TextPiece(char letter) : digits_{letter}, text_(digits_.data(), 1) {}
    template <std::signed_integral Number>
    TextPiece(Number number) {
        write(static_cast<std::int64_t>(number));
    }
    template <std::unsigned_integral Number>
    TextPiece(Number number) {
        write(static_cast<std::uint64_t>(number));
    }
    TextPiece(double number);
    TextPiece(bool) = delete;
    TextPiece(const TextPiece&) = delete;
    TextPiece& operator=(const TextPiece&) = delete;

    std::string_view text() const { return text_; }

private:
    void write(std::int64_t number);
    void write(std::uint64_t number);

    std::array<char, 24> digits_;
    std::string_view text_;
};

std::string join(std::initializer_list<TextPiece> pieces);

template <class... Parts>
std::string concat(const Parts&... parts) {
    return join({TextPiece(parts)...});
}

}  // namespace tickreel
