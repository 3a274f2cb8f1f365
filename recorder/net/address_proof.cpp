#include "recorder/net/address_proof.h"

#include <algorithm>
#include <array>
#include <set>

namespace tickreel {

namespace {

constexpr std::size_t kToken = 4;
constexpr std::size_t kShortAnswer = 64;  // longer ones are no handshake
constexpr std::size_t kHead = 24;         // where a token stands, if it is not at the end
constexpr std::size_t kMost = 256;        // tokens remembered
constexpr std::size_t kDistinct = 3;

std::uint32_t token_at(ByteView bytes, std::size_t at) {
    return static_cast<std::uint32_t>(bytes[at]) << 24U |
           static_cast<std::uint32_t>(bytes[at + 1]) << 16U |
           static_cast<std::uint32_t>(bytes[at + 2]) << 8U | bytes[at + 3];
}

// Small numbers, letters and repetitions can be guessed.
bool is_random(ByteView token) {
    const auto plain = [](Byte byte) { return byte == 0 || (byte >= 0x20 && byte < 0x7f); };
    if (std::all_of(token.begin(), token.end(), plain)) return false;
    std::set<Byte> distinct(token.begin(), token.end());
    distinct.erase(0);
    return distinct.size() >= kDistinct;
}

template <class Take>
void each_token(ByteView bytes, const Take& take) {
    for (std::size_t at = 0; at + kToken <= bytes.size(); ++at) {
        if (at + kToken > kHead && at + kToken < bytes.size()) continue;
        if (is_random(bytes.subspan(at, kToken))) take(token_at(bytes, at));
    }
}

bool holds(const std::vector<std::uint32_t>& tokens, std::uint32_t token) {
    return std::find(tokens.begin(), tokens.end(), token) != tokens.end();
}

}  // namespace

bool AddressProof::heard(ByteView from_client) {
    bool proven = false;
    each_token(from_client, [&](std::uint32_t token) {
        proven = proven || holds(answers_, token);
        if (said_.size() < kMost) said_.push_back(token);
    });
    return proven;
}

void AddressProof::answered(ByteView from_server) {
    if (from_server.size() > kShortAnswer || said_.size() >= kMost) return;
    each_token(from_server, [&](std::uint32_t token) {
        if (answers_.size() < kMost && !holds(said_, token)) answers_.push_back(token);
    });
}

}  // namespace tickreel
