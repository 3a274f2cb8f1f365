#include "recorder/net/address_proof.h"

#include <algorithm>
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

std::uint32_t token_at(ByteView bytes) {
    return static_cast<std::uint32_t>(bytes[0]) << 24U |
           static_cast<std::uint32_t>(bytes[1]) << 16U |
           static_cast<std::uint32_t>(bytes[2]) << 8U | bytes[3];
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

// `text_up_to`: the size of datagrams at whose end it may look like text.
template <class Take>
void each_token(ByteView bytes, std::size_t text_up_to, const Take& take) {
    for (std::size_t at = 0; at + kToken <= bytes.size(); ++at) {
        const bool last = at + kToken == bytes.size();
        if (at + kToken > kHead && !last) continue;
        const ByteView token = bytes.subspan(at, kToken);
        const bool may_be_text = last && bytes.size() <= text_up_to;
        take(token_at(token), is_random(token) || (may_be_text && may_be_random(token)));
    }
}

bool holds(const std::vector<std::uint32_t>& tokens, std::uint32_t token) {
    return std::find(tokens.begin(), tokens.end(), token) != tokens.end();
}

}  // namespace

bool AddressProof::heard(ByteView from_client) {
    bool proven = false;
    each_token(from_client, kShortAnswer, [&](std::uint32_t token, bool random) {
        proven = proven || holds(answers_, token);
        if (random && said_.size() < kMost) said_.push_back(token);
    });
    return proven;
}

void AddressProof::answered(ByteView from_server) {
    if (from_server.size() > kShortAnswer || said_.size() >= kMost) return;
    each_token(from_server, kBriefAnswer, [&](std::uint32_t token, bool random) {
        if (random && answers_.size() < kMost && !holds(said_, token)) answers_.push_back(token);
    });
}

}  // namespace tickreel
