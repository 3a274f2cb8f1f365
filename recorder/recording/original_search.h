#pragma once
// Finds names and texts that must not remain in a redacted recording, also in other spellings
// (spelling.h): names and clans and their words of 4 bytes or more ("Quentin | Ada" is found in
// "quentins_skin"); shorter names, and clans of less than 6 bytes ("reel" is no part of
// "tickreel_arena"), only as whole words. Chat and other texts as they are.

#include <set>
#include <string>
#include <string_view>

#include "tickreel/base/bytes.h"

namespace tickreel {

class OriginalSearch {
public:
    void add_name(std::string_view name);
    void add_clan(std::string_view clan);
    void add_text(std::string_view text);

    std::size_t whole_words() const { return short_.size(); }
    bool has_name(std::string_view text) const;
    bool in_text(std::string_view text) const;
    // For bytes of unknown meaning and compressed data, where short words occur by chance: names
    // and texts of 4 bytes as they are, other cases and words of names from 6 bytes.
    bool in_bytes(ByteView bytes) const;
    // Whether it is a name or clan, or one of their words.
    bool is_name(std::string_view text) const;

private:
    void add_short(std::string_view folded);

    std::set<std::string> originals_;  // as they are
    std::set<std::string> findable_;   // folded names and words of names
    std::set<std::string> short_;      // folded names, found as whole words
};

}  // namespace tickreel
