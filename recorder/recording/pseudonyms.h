#pragma once
// Pseudonyms for names, clans and texts. Without a key they are numbered in the order in which they
// occur in one recording. With a key they are derived from it (HMAC-SHA-256): the same in every
// recording that is redacted with the key, and without it nobody can try which name gives which.

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "tickreel/base/result.h"

namespace tickreel {

class Pseudonyms {
public:
    explicit Pseudonyms(std::string key) : key_(std::move(key)) {}

    // "player 3", or with a key "player k3v0q9xm"; `digits` letters of the key's form (5 bits
    // each). Numbers for which `taken` holds are passed over.
    std::string make(std::string_view word, std::string_view original, std::size_t digits,
                     const std::function<bool(std::string_view)>& taken);
    // Given by make(), or what stands for texts that only contain an original.
    bool contains(std::string_view text) const;

private:
    std::string key_;
    std::map<std::string, std::size_t, std::less<>> numbers_;
    std::set<std::string, std::less<>> made_;
};

// What replaces a text that contains an original.
inline constexpr std::string_view kRedactedText = "redacted";

// The argument of --key: the key itself, or `@FILE`, whose last line break does not count.
Result<std::string> read_key(const std::string& argument);

}  // namespace tickreel
