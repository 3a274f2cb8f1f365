#include "recorder/games/teeworlds/wire/huffman.h"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "recorder/games/teeworlds/wire/huffman_frequencies.h"

namespace tickreel::teeworlds {

namespace {

constexpr int kEndSymbol = 256;
constexpr int kSymbols = 257;
constexpr unsigned kMaxCodeBits = 15;
constexpr unsigned kQuickBits = 11;

struct Code {
    std::uint16_t bits = 0;  // first bit of the path in the lowest bit
    std::uint8_t length = 0;
};

struct Node {
    int child[2] = {-1, -1};
};

// One lookup per symbol: the next bits of the stream lead to the symbol and its length. All 15 of
// them take 128 KiB, which a recorder that works for a moment 25 times a second never finds in the
// cache; the first 11 take 8 KiB and are enough for all but rare bytes.
struct Tables {
    std::array<Code, kSymbols> codes{};
    struct Entry {
        std::uint16_t symbol = 0;
        std::uint8_t length = 0;
    };
    std::array<Entry, 1U << kQuickBits> quick{};  // length 0: the code is longer
    std::vector<Entry> lookup = std::vector<Entry>(1U << kMaxCodeBits);
};

// The two rarest entries join until one is left. The list stays sorted by frequency, highest
// first; ties keep their order, which decides the codes and so must be exactly this.
std::vector<Node> build_tree() {
    struct Entry {
        std::uint32_t frequency = 0;
        int node = 0;
    };
    std::vector<Node> nodes(kSymbols);
    std::vector<Entry> list;
    list.reserve(kSymbols);
    for (int i = 0; i < 256; ++i) {
        list.push_back({kByteFrequencies[static_cast<std::size_t>(i)], i});
    }
    list.push_back({kEndFrequency, kEndSymbol});
    while (list.size() > 1) {
        std::stable_sort(list.begin(), list.end(),
                         [](const Entry& a, const Entry& b) { return a.frequency > b.frequency; });
        const Entry last = list.back();
        list.pop_back();
        Entry& joined = list.back();
        nodes.push_back(Node{{last.node, joined.node}});
        joined = {joined.frequency + last.frequency, static_cast<int>(nodes.size()) - 1};
    }
    return nodes;
}

void assign_codes(const std::vector<Node>& nodes, int node, Code code, Tables& tables) {
    if (node < kSymbols) {
        tables.codes[static_cast<std::size_t>(node)] = code;
        const std::size_t step = std::size_t{1} << code.length;
        for (std::size_t i = code.bits; i < tables.lookup.size(); i += step) {
            tables.lookup[i] = {static_cast<std::uint16_t>(node), code.length};
        }
        return;
    }
    for (int bit = 0; bit < 2; ++bit) {
        Code longer = code;
        longer.bits = static_cast<std::uint16_t>(longer.bits | (bit << code.length));
        ++longer.length;
        assign_codes(nodes, nodes[static_cast<std::size_t>(node)].child[bit], longer, tables);
    }
}

const Tables& tables() {
    static const std::unique_ptr<const Tables> built = [] {
        auto made = std::make_unique<Tables>();
        const std::vector<Node> nodes = build_tree();
        assign_codes(nodes, static_cast<int>(nodes.size()) - 1, Code{}, *made);
        for (std::size_t i = 0; i < made->quick.size(); ++i)
            if (made->lookup[i].length <= kQuickBits) made->quick[i] = made->lookup[i];
        return made;
    }();
    return *built;
}

}  // namespace

Bytes huffman_encode(ByteView in, HuffmanEnd end) {
    const Tables& table = tables();
    Bytes out;
    out.reserve(in.size());
    std::uint32_t bits = 0;
    unsigned count = 0;
    const auto put = [&](std::size_t symbol) {
        const Code code = table.codes[symbol];
        bits |= static_cast<std::uint32_t>(code.bits) << count;
        for (count += code.length; count >= 8; count -= 8) {
            out.push_back(static_cast<Byte>(bits));
            bits >>= 8;
        }
    };
    for (const Byte byte : in) put(byte);
    put(kEndSymbol);
    if (count > 0 || end == HuffmanEnd::Vanilla) out.push_back(static_cast<Byte>(bits));
    return out;
}

bool huffman_decode(ByteView in, std::size_t limit, Bytes& out) {
    const Tables& table = tables();
    out.clear();
    std::uint64_t bits = 0;
    unsigned count = 0;  // bits that are real; above them `bits` is zero
    std::size_t at = 0;
    for (;;) {
        while (count <= 56 && at < in.size()) {
            bits |= static_cast<std::uint64_t>(in[at++]) << count;
            count += 8;
        }
        Tables::Entry entry = table.quick[bits & ((1U << kQuickBits) - 1)];
        if (entry.length == 0) entry = table.lookup[bits & ((1U << kMaxCodeBits) - 1)];
        if (entry.length > count) return false;
        if (entry.symbol == kEndSymbol) return true;
        if (out.size() >= limit) return false;
        out.push_back(static_cast<Byte>(entry.symbol));
        bits >>= entry.length;
        count -= entry.length;
    }
}

}  // namespace tickreel::teeworlds
