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

// The next bits of the stream select the symbol and its length. A table for all 15 bits takes 128
// KiB, which a recorder that runs briefly 25 times a second never finds in the cache; one for the
// first 11 takes 8 KiB, covers all but rare bytes, and often yields two of them at once.
struct Tables {
    std::array<Code, kSymbols> codes{};
    struct Quick {
        std::array<Byte, 2> bytes{};
        std::uint8_t count = 0;   // 0: the code is longer, or it is the end symbol
        std::uint8_t length = 0;  // of all of them
    };
    std::array<Quick, 1U << kQuickBits> quick{};
    struct Entry {
        std::uint16_t symbol = 0;
        std::uint8_t length = 0;
    };
    std::vector<Entry> lookup = std::vector<Entry>(1U << kMaxCodeBits);
};

// The two rarest entries are merged until one is left. The list stays sorted by frequency, highest
// first; ties keep their order, which determines the codes and must not change.
std::vector<Node> build_tree() {
    struct Entry {
        std::uint32_t frequency = 0;
        int node = 0;
    };
    std::vector<Node> nodes(kSymbols);
    std::vector<Entry> list;
    list.reserve(kSymbols);
    for (int i = 0; i < 256; ++i)
        list.push_back({kByteFrequencies[static_cast<std::size_t>(i)], i});
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
        for (std::size_t i = code.bits; i < tables.lookup.size(); i += step)
            tables.lookup[i] = {static_cast<std::uint16_t>(node), code.length};
        return;
    }
    for (int bit = 0; bit < 2; ++bit) {
        Code longer = code;
        longer.bits = static_cast<std::uint16_t>(longer.bits | (bit << code.length));
        ++longer.length;
        assign_codes(nodes, nodes[static_cast<std::size_t>(node)].child[bit], longer, tables);
    }
}

void fill_quick(Tables& tables) {
    for (std::size_t bits = 0; bits < tables.quick.size(); ++bits) {
        Tables::Quick& quick = tables.quick[bits];
        while (quick.count < quick.bytes.size()) {
            const Tables::Entry next = tables.lookup[bits >> quick.length];
            const auto length = static_cast<std::uint8_t>(quick.length + next.length);
            if (next.symbol == kEndSymbol || length > kQuickBits) break;
            quick.bytes[quick.count++] = static_cast<Byte>(next.symbol);
            quick.length = length;
        }
    }
}

const Tables& tables() {
    static const std::unique_ptr<const Tables> built = [] {
        auto made = std::make_unique<Tables>();
        const std::vector<Node> nodes = build_tree();
        assign_codes(nodes, static_cast<int>(nodes.size()) - 1, Code{}, *made);
        fill_quick(*made);
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

namespace {

std::uint64_t eight_bytes(ByteView bytes) {
    std::uint64_t eight = 0;
    for (unsigned i = 0; i < 8; ++i) eight |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
    return eight;
}

}  // namespace

bool huffman_decode(ByteView in, std::size_t limit, Bytes& out) {
    const Tables& table = tables();
    limit = std::min(limit, in.size() * 8);  // no code is shorter than a bit
    out.resize(limit);
    std::size_t size = 0;
    std::uint64_t bits = 0;
    unsigned count = 0;  // number of valid bits; above them `bits` is zero, or what comes next
    std::size_t at = 0;
    for (;;) {
        if (count <= 32 && in.size() - at >= 8) {
            bits |= eight_bytes(in.subspan(at)) << count;
            const unsigned taken = (64 - count) / 8;
            at += taken;
            count += taken * 8;
        }
        while (count <= 32 && at < in.size()) {
            bits |= static_cast<std::uint64_t>(in[at++]) << count;
            count += 8;
        }
        const Tables::Quick quick = table.quick[bits & ((1U << kQuickBits) - 1)];
        if (quick.count > 0 && quick.length <= count && size + 2 <= limit) {
            out[size] = quick.bytes[0];
            out[size + 1] = quick.bytes[1];
            size += quick.count;
            bits >>= quick.length;
            count -= quick.length;
            continue;
        }
        const Tables::Entry entry = table.lookup[bits & ((1U << kMaxCodeBits) - 1)];
        if (entry.length > count) break;
        if (entry.symbol == kEndSymbol) {
            out.resize(size);
            return true;
        }
        if (size >= limit) break;
        out[size++] = static_cast<Byte>(entry.symbol);
        bits >>= entry.length;
        count -= entry.length;
    }
    out.clear();
    return false;
}

}  // namespace tickreel::teeworlds
