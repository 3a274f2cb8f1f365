#include "recorder/recording/spelling.h"

#include <algorithm>
#include <array>

#include <utf8proc.h>

namespace tickreel {

namespace {

constexpr auto kOptions =
    static_cast<utf8proc_option_t>(UTF8PROC_CASEFOLD | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE |
                                   UTF8PROC_STRIPMARK | UTF8PROC_IGNORE);

// Letters that Unicode does not take apart, but people do.
struct Alike {
    utf8proc_int32_t letter;
    std::string_view plain;
};
constexpr Alike kAlike[] = {{U'æ', "ae"}, {U'đ', "d"}, {U'ð', "d"}, {U'ħ', "h"},  {U'ı', "i"},
                            {U'ł', "l"},  {U'ŋ', "n"}, {U'ø', "o"}, {U'œ', "oe"}, {U'ŧ', "t"}};

void append(std::string& out, utf8proc_int32_t letter) {
    const auto* alike = std::find_if(std::begin(kAlike), std::end(kAlike),
                                     [&](const Alike& one) { return one.letter == letter; });
    if (alike != std::end(kAlike)) {
        out += alike->plain;
        return;
    }
    std::array<utf8proc_uint8_t, 4> bytes{};
    const auto size = utf8proc_encode_char(letter, bytes.data());
    out.append(bytes.begin(), bytes.begin() + size);
}

}  // namespace

std::string folded_spelling(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        utf8proc_int32_t letter = 0;
        const auto size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                           static_cast<utf8proc_ssize_t>(text.size()), &letter);
        // The longest decomposition of a letter has 18.
        std::array<utf8proc_int32_t, 32> parts{};
        const auto count = size < 1 ? -1
                                    : utf8proc_decompose_char(letter, parts.data(), parts.size(),
                                                              kOptions, nullptr);
        if (count < 0 || count > static_cast<utf8proc_ssize_t>(parts.size()))
            out += text.front();
        else
            for (utf8proc_ssize_t i = 0; i < count; ++i)
                append(out, parts[static_cast<std::size_t>(i)]);
        text.remove_prefix(size < 1 ? 1 : static_cast<std::size_t>(size));
    }
    return out;
}

}  // namespace tickreel
