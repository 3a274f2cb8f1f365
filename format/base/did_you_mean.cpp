#include "tickreel/base/did_you_mean.h"

#include <algorithm>
#include <vector>

#include "tickreel/base/ascii.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/spelling.h"

namespace tickreel {
namespace {

constexpr std::size_t kLongestWord = 64;  // longer words are not typing mistakes

// Optimal string alignment distance, row by row.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = ascii_lower(a[i - 1]) == ascii_lower(b[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0U : 1U)});
            const bool swapped = i > 1 && j > 1 && ascii_lower(a[i - 1]) == ascii_lower(b[j - 2]) &&
                                 ascii_lower(a[i - 2]) == ascii_lower(b[j - 1]);
            if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        std::swap(before_last, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
    std::string text;
    for (const std::string& word : words) text += concat(text.empty() ? "" : between, word);
    return text;
}

}  // namespace

std::string_view closest_word(std::string_view word, std::span<const std::string_view> known) {
    std::string_view best;
    if (word.size() > kLongestWord) return best;
    std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string_view candidate : known) {
        if (candidate.size() > kLongestWord) continue;
        const std::size_t changes = distance(word, candidate);
        if (changes < least) {
            least = changes;
            best = candidate;
        }
    }
    return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
    const std::string_view closest = closest_word(word, known);
    return closest.empty() ? std::string() : "; did you mean '" + std::string(closest) + "'?";
}

std::string WordChoice::operator()(std::string& typed) const {
    const auto meant =
        std::find_if(words_.begin(), words_.end(),
                     [&typed](const std::string& word) { return same_spelling(word, typed); });
    if (meant == words_.end()) {
        const std::vector<std::string_view> known(words_.begin(), words_.end());
        return concat("'", typed, "' is none of ", joined(words_, ", "),
                      did_you_mean(typed, known));
    }
    typed = *meant;
    return {};
}

std::string WordChoice::in_braces() const {
    return concat("{", joined(words_, ","), "}");
}

std::string about_extra_word(std::string_view word, std::span<const std::string> options) {
    if (!word.starts_with('-')) return concat("'", word, "' is one word too many");
    const std::string_view name = word.substr(0, word.find('='));
    const std::vector<std::string_view> known(options.begin(), options.end());
    return concat("unknown option '", name, "'", did_you_mean(name, known));
}

}  // namespace tickreel
