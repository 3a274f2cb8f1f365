#pragma once
// "did you mean 'character'?": the known word closest to an unknown one, ignoring case. A word is
// close if at most a third of it (but at least one letter) has to change; an insertion, deletion,
// replacement or swap of neighbours counts one each.

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tickreel {

// "" when none is close; of equally close words the first.
std::string_view closest_word(std::string_view word, std::span<const std::string_view> known);

// "; did you mean 'character'?" or "": appended to an error message.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

// An option that takes one of a few words, in any usual spelling (spelling.h).
class WordChoice {
public:
    explicit WordChoice(std::vector<std::string> words) : words_(std::move(words)) {}

    // Makes of `typed` the word that it means, and returns "", or what is wrong with it: what CLI11
    // asks of a validator.
    std::string operator()(std::string& typed) const;
    std::string in_braces() const;  // "{text,csv}", as its help lists them

private:
    std::vector<std::string> words_;
};

// What is wrong with a word of a command line that none of its options ("--tick") takes.
std::string about_extra_word(std::string_view word, std::span<const std::string> options);

}  // namespace tickreel
