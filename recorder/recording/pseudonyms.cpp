#include "recorder/recording/pseudonyms.h"

#include <algorithm>
#include <array>

#include "tickreel/base/concat.h"
#include "tickreel/base/file.h"
#include "tickreel/base/sha256.h"

namespace tickreel {

namespace {

constexpr std::size_t kMaxKeyBytes = 4096;

// RFC 2104.
Sha256 keyed_hash(std::string_view key, std::string_view text) {
    constexpr std::size_t kBlock = 64;
    std::array<Byte, kBlock> block{};
    if (key.size() > kBlock) {
        const Sha256 shorter = sha256(as_bytes(key));
        std::copy(shorter.begin(), shorter.end(), block.begin());
    } else {
        std::copy(key.begin(), key.end(), block.begin());
    }
    const auto hash = [&](Byte pad, ByteView data) {
        Bytes whole;
        for (const Byte byte : block) whole.push_back(byte ^ pad);
        whole.insert(whole.end(), data.begin(), data.end());
        return sha256(whole);
    };
    return hash(0x5c, hash(0x36, as_bytes(text)));
}

std::string letters_of(const Sha256& hash, std::size_t digits) {
    constexpr std::string_view kLetters = "0123456789abcdefghjkmnpqrstvwxyz";
    std::string text;
    for (std::size_t bit = 0; text.size() < digits; bit += 5) {
        const unsigned pair = unsigned{hash[bit / 8]} << 8 | hash[bit / 8 + 1];
        text += kLetters[pair >> (11 - bit % 8) & 31U];
    }
    return text;
}

}  // namespace

std::string Pseudonyms::make(std::string_view word, std::string_view original, std::size_t digits,
                             const std::function<bool(std::string_view)>& taken) {
    std::string made;
    if (!key_.empty())
        made = concat(word, " ", letters_of(keyed_hash(key_, concat(word, " ", original)), digits));
    while (key_.empty() && (made.empty() || taken(made)))
        made = concat(word, " ", ++numbers_[std::string(word)]);
    return *made_.insert(made).first;
}

bool Pseudonyms::contains(std::string_view text) const {
    return text == kRedactedText || made_.find(text) != made_.end();
}

Result<std::string> read_key(const std::string& argument) {
    std::string key = argument;
    if (argument.starts_with('@')) {
        const std::string path = argument.substr(1);
        const auto bytes = read_whole_file(path, kMaxKeyBytes);
        if (!bytes) return fail(path, ": ", bytes.error().message);
        key.assign(bytes->begin(), bytes->end());
        if (key.ends_with('\n')) key.pop_back();
        if (key.ends_with('\r')) key.pop_back();
    }
    if (key.empty()) return fail("the key is empty");
    return key;
}

}  // namespace tickreel
