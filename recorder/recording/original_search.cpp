#include "recorder/recording/original_search.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "recorder/recording/spelling.h"

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

bool is_space(char c) {
    return c >= 0 && c <= ' ';
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

// Names are stored and shown without the spaces around them.
std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

// Whether no word goes on between two neighbours. Beside a sign of a name such as "c++" anything
// may stand; a name of nothing but signs is one between spaces only ("." is no part of "v1.2").
bool is_end(char sign, char neighbour, bool has_letters) {
    if (is_word_byte(sign)) return !is_word_byte(neighbour);
    return has_letters || is_space(neighbour);
}

bool has_whole(std::string_view text, std::string_view name) {
    const bool letters = std::any_of(name.begin(), name.end(), is_word_byte);
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || is_end(name.front(), text[at - 1], letters)) &&
            (end == text.size() || is_end(name.back(), text[end], letters)))
            return true;
    }
    return false;
}

}  // namespace

void OriginalSearch::add_short(std::string_view folded) {
    const std::string_view word = trimmed(folded);
    if (!word.empty()) short_.emplace(word);
}

void OriginalSearch::add_name(std::string_view name) {
    if (name.size() >= kFindableBytes) originals_.emplace(name);
    const std::string folded = folded_spelling(name);
    const std::string_view plain = trimmed(folded);
    if (plain.size() >= kFindableBytes)
        findable_.emplace(plain);
    else
        add_short(plain);
    for (const std::string& word : words_in(folded))
        if (word.size() >= kFindableBytes) findable_.insert(word);
}

void OriginalSearch::add_clan(std::string_view clan) {
    if (clan.size() >= kFindableInBytes) return add_name(clan);
    if (clan.size() >= kFindableBytes) originals_.emplace(clan);
    add_short(folded_spelling(clan));
}

void OriginalSearch::add_text(std::string_view text) {
    if (text.size() >= kFindableBytes) originals_.emplace(text);
}

bool OriginalSearch::is_name(std::string_view text) const {
    const std::string folded = folded_spelling(text);
    return short_.contains(folded) || findable_.contains(folded);
}

bool OriginalSearch::has_name(std::string_view text) const {
    const std::string folded = folded_spelling(text);
    return std::any_of(findable_.begin(), findable_.end(),
                       [&](const std::string& part) { return folded.find(part) != part.npos; }) ||
           std::any_of(short_.begin(), short_.end(),
                       [&](const std::string& name) { return has_whole(folded, name); });
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
        folded_spelling({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return std::any_of(findable_.begin(), findable_.end(), [&](const std::string& text) {
        return text.size() >= kFindableInBytes && has_bytes(as_bytes(folded), text);
    });
}

}  // namespace tickreel
