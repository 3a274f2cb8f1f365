#include "recorder/net/address_proof.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace tickreel {

namespace {

constexpr std::size_t kToken = 4;
constexpr std::size_t kShortAnswer = 64;  // longer ones are no handshake
constexpr std::size_t kHead = 24;         // where a token stands, if it is not at the end
constexpr std::size_t kMost = 256;        // tokens remembered
constexpr std::size_t kDistinct = 3;
// One random token of 50 looks like text. It is taken for one at the end of an answer that has no
// room for a text: handshakes without a token, and reasons, end with a small number.
constexpr std::size_t kBriefAnswer = 16;

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

bool may_be_random(ByteView token) {
    const std::set<Byte> distinct(token.begin(), token.end());
    return distinct.size() >= kDistinct && *distinct.begin() != 0;
}

std::optional<std::uint32_t> plain_tail(ByteView bytes) {
    if (bytes.size() < kToken || bytes.size() > kShortAnswer) return std::nullopt;
    const ByteView tail = bytes.last(kToken);
    if (is_random(tail) || !may_be_random(tail)) return std::nullopt;
    return token_at(tail, 0);
}

template <class Take>
void each_token(ByteView bytes, const Take& take) {
    for (std::size_t at = 0; at + kToken <= bytes.size(); ++at) {
        if (at + kToken > kHead && at + kToken < bytes.size()) continue;
        take(token_at(bytes, at), is_random(bytes.subspan(at, kToken)));
    }
}

bool holds(const std::vector<std::uint32_t>& tokens, std::uint32_t token) {
    return std::find(tokens.begin(), tokens.end(), token) != tokens.end();
}

}  // namespace

bool AddressProof::heard(ByteView from_client) {
    bool proven = false;
    each_token(from_client, [&](std::uint32_t token, bool random) {
        proven = proven || holds(answers_, token);
        if (random && said_.size() < kMost) said_.push_back(token);
    });
    if (const auto plain = plain_tail(from_client); plain && said_.size() < kMost)
        said_.push_back(*plain);
    return proven;
}

void AddressProof::answered(ByteView from_server) {
    if (from_server.size() > kShortAnswer || said_.size() >= kMost) return;
    const auto take = [&](std::uint32_t token, bool random) {
        if (random && answers_.size() < kMost && !holds(said_, token)) answers_.push_back(token);
    };
    each_token(from_server, take);
    if (from_server.size() > kBriefAnswer) return;
    if (const auto plain = plain_tail(from_server)) take(*plain, true);
}

}  // namespace tickreel
