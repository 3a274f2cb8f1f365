#include "recorder/recording/original_search.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace tickreel {

namespace {

constexpr std::size_t kFindableBytes = 4;
constexpr std::size_t kFindableInBytes = 6;

bool has_bytes(ByteView bytes, std::string_view text) {
    return ::memmem(bytes.data(), bytes.size(), text.data(), text.size()) != nullptr;
}

bool is_word_byte(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

std::vector<std::string> words_in(std::string_view text) {
    std::vector<std::string> words(1);
    for (const char c : text)
        if (is_word_byte(c))
            words.back() += c;
        else if (!words.back().empty())
            words.emplace_back();
    if (words.back().empty()) words.pop_back();
    return words;
}

// Two-byte sequences of UTF-8 only: scripts with case beyond them are rare in names.
unsigned lower_letter(unsigned c) {
    if ((c >= 0xC0 && c <= 0xDE && c != 0xD7) || (c >= 0x391 && c <= 0x3A9) ||
        (c >= 0x410 && c <= 0x42F))
        return c + 0x20;
    if (c >= 0x400 && c <= 0x40F) return c + 0x50;
    const bool pairs = (c >= 0x100 && c <= 0x137) || (c >= 0x14A && c <= 0x177) ||
                       (c >= 0x460 && c <= 0x481) || (c >= 0x48A && c <= 0x4BF);
    return pairs ? c | 1U : c;
}

}  // namespace

std::string folded_case(std::string_view text) {
    std::string out(text);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const auto first = static_cast<unsigned char>(out[i]);
        if (first >= 'A' && first <= 'Z') {
            out[i] = static_cast<char>(first + 0x20);
        } else if (first >= 0xC3 && first <= 0xD2 && i + 1 < out.size()) {
            const auto second = static_cast<unsigned char>(out[i + 1]);
            if ((second & 0xC0U) != 0x80) continue;
            const unsigned letter = lower_letter((first & 0x1FU) << 6 | (second & 0x3FU));
            out[i] = static_cast<char>(0xC0U | letter >> 6);
            out[++i] = static_cast<char>(0x80U | (letter & 0x3FU));
        }
    }
    return out;
}

void OriginalSearch::add_name(std::string_view name) {
    if (name.size() >= kFindableBytes) originals_.emplace(name);
    const std::string folded = folded_case(name);
    (folded.size() >= kFindableBytes ? findable_ : short_).insert(folded);
    for (const std::string& word : words_in(folded))
        if (word.size() >= kFindableBytes) findable_.insert(word);
}

void OriginalSearch::add_clan(std::string_view clan) {
    if (clan.size() >= kFindableInBytes) return add_name(clan);
    if (clan.size() >= kFindableBytes) originals_.emplace(clan);
    short_.insert(folded_case(clan));
}

void OriginalSearch::add_text(std::string_view text) {
    if (text.size() >= kFindableBytes) originals_.emplace(text);
}

bool OriginalSearch::has_name(std::string_view text) const {
    const std::string folded = folded_case(text);
    const std::vector<std::string> words = words_in(folded);
    return short_.contains(folded) ||
           std::any_of(findable_.begin(), findable_.end(),
                       [&](const std::string& part) { return folded.find(part) != part.npos; }) ||
           std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return short_.contains(word); });
}

bool OriginalSearch::in_text(std::string_view text) const {
    return has_name(text) ||
           std::any_of(
               originals_.begin(), originals_.end(),
               [text](const std::string& original) { return text.find(original) != text.npos; });
}

bool OriginalSearch::in_bytes(ByteView bytes) const {
    if (bytes.size() < kFindableBytes) return false;
    const auto as_is = [&](const std::string& text) { return has_bytes(bytes, text); };
    if (std::any_of(originals_.begin(), originals_.end(), as_is)) return true;
    const std::string folded =
        folded_case({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return std::any_of(findable_.begin(), findable_.end(), [&](const std::string& text) {
        return text.size() >= kFindableInBytes && has_bytes(as_bytes(folded), text);
    });
}

}  // namespace tickreel
