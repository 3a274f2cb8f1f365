#include "recorder/capture/pcapng_reader.h"

#include <algorithm>
#include <string>

#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

constexpr std::uint32_t kSectionHeader = 0x0a0d0d0a;
constexpr std::uint32_t kByteOrderMagic = 0x1a2b3c4d;
constexpr std::uint32_t kInterface = 1;
constexpr std::uint32_t kObsoletePacket = 2;
constexpr std::uint32_t kSimplePacket = 3;
constexpr std::uint32_t kEnhancedPacket = 6;
constexpr std::uint32_t kBlockHead = 8;    // type and length
constexpr std::uint32_t kBlockFrame = 12;  // with the length repeated at the end
constexpr std::size_t kStampedHead = 20;
constexpr std::uint64_t kSmallestFile = 28;  // a section header without options
constexpr std::uint32_t kMaxPacketBlock = 2 << 20;
constexpr std::size_t kMaxInterfaces = 4096;
constexpr std::uint16_t kOptionResolution = 9;
constexpr std::uint16_t kOptionOffset = 14;
constexpr std::int64_t kMaxSeconds = 9'000'000'000;  // still fits as nanoseconds
constexpr std::uint64_t kNano = 1'000'000'000;

std::uint64_t power_of_ten(unsigned exponent) {
    std::uint64_t value = 1;
    for (unsigned i = 0; i < exponent; ++i) value *= 10;
    return value;
}

}  // namespace

std::chrono::nanoseconds pcapng_time(std::uint64_t ticks, std::uint8_t resolution,
                                     std::int64_t offset_seconds) {
    const unsigned digits = resolution & 0x7fU;
    std::uint64_t seconds = 0;
    std::uint64_t nanos = 0;
    if ((resolution & 0x80U) != 0) {  // powers of two
        seconds = digits < 64 ? ticks >> digits : 0;
        std::uint64_t fraction = digits < 64 ? ticks - (seconds << digits) : ticks;
        unsigned bits = digits;
        while (bits > 32) {  // so that the product below fits
            fraction >>= 1U;
            --bits;
        }
        nanos = fraction * kNano >> bits;
    } else if (digits <= 19) {
        const std::uint64_t unit = power_of_ten(digits);
        seconds = ticks / unit;
        const std::uint64_t fraction = ticks % unit;
        nanos =
            digits <= 9 ? fraction * power_of_ten(9 - digits) : fraction / power_of_ten(digits - 9);
    }
    const auto whole = static_cast<std::int64_t>(
        std::min<std::uint64_t>(seconds, static_cast<std::uint64_t>(kMaxSeconds)));
    const std::int64_t shift = std::clamp(offset_seconds, -kMaxSeconds, kMaxSeconds);
    return std::chrono::seconds(std::clamp(whole + shift, -kMaxSeconds, kMaxSeconds)) +
           std::chrono::nanoseconds(nanos);
}

Result<std::unique_ptr<PacketReader>> PcapngReader::open(const ByteSource& file,
                                                         ProblemSink problems) {
    const Result<std::uint64_t> size = file.size();
    if (!size) return size.error();
    if (*size < kSmallestFile)
        return fail("file ends inside the first pcapng block, at offset ", *size);
    const Result<Bytes> magic = file.read(0, 4);
    if (!magic) return magic.error();
    if (big32(*magic, 0) != kSectionHeader)
        return fail("not a pcapng file: the block at offset 0 is not a section header");
    return std::unique_ptr<PacketReader>(
        new PcapngReader(FileWindow(file, *size), std::move(problems)));
}

void PcapngReader::give_up(std::uint64_t offset, const std::string& what) {
    damaged_ = true;
    problems_({concat("block at offset ", offset, " ", what, "; the rest of the file is not read"),
               InputLoss::Rest});
}

// The byte order may change with every section.
bool PcapngReader::start_section(ByteView magic) {
    order_.big = big32(magic, 0) == kByteOrderMagic;
    interfaces_.clear();
    return order_.u32(magic, 0) == kByteOrderMagic;
}

std::optional<PcapngReader::Block> PcapngReader::next_block() {
    if (damaged_ || file_.left() == 0) return std::nullopt;
    Block block;
    block.offset = file_.position();
    const auto stop = [&](const std::string& what) {
        give_up(block.offset, what);
        return std::nullopt;
    };
    if (file_.left() < kBlockFrame) return stop("is cut off: the file ends inside it");
    const Result<ByteView> head = file_.read(kBlockHead);
    if (!head) return stop("cannot be read");
    const Bytes type_and_length(head->begin(), head->end());  // the view ends with the next read
    std::uint32_t taken = kBlockHead;
    block.type = order_.u32(type_and_length, 0);
    if (big32(type_and_length, 0) == kSectionHeader) {  // the same in both byte orders
        block.type = kSectionHeader;
        const Result<ByteView> magic = file_.read(4);
        if (!magic || !start_section(*magic)) return stop("has an unknown byte order");
        taken += 4;
    }
    const std::uint32_t length = order_.u32(type_and_length, 4);
    if (length < kBlockFrame || length % 4 != 0 || length < taken)
        return stop(concat("has an impossible length of ", length));
    if (length - taken > file_.left()) return stop("is cut off: the file ends inside it");
    const bool wanted = block.type == kInterface || block.type == kObsoletePacket ||
                        block.type == kSimplePacket || block.type == kEnhancedPacket;
    if (!wanted) {
        file_.skip(length - taken);
        return block;
    }
    if (length > kMaxPacketBlock) return stop("is too long for a packet");
    const Result<ByteView> rest = file_.read(length - taken);
    if (!rest) return stop("cannot be read: " + rest.error().message);
    block.body = rest->first(length - kBlockFrame);
    return block;
}

std::optional<CapturedPacket> PcapngReader::next() {
    while (const std::optional<Block> block = next_block()) {
        if (block->type == kInterface) {
            if (block->body.size() < 8 || interfaces_.size() >= kMaxInterfaces) {
                give_up(block->offset, "describes no interface");
                return std::nullopt;
            }
            add_interface(block->body);
            continue;
        }
        std::optional<CapturedPacket> packet;
        if (block->type == kEnhancedPacket || block->type == kObsoletePacket)
            packet = stamped(*block);
        else if (block->type == kSimplePacket)
            packet = simple(*block);
        if (packet || damaged_) return packet;
    }
    return std::nullopt;
}

void PcapngReader::add_interface(ByteView body) {
    Interface entry;
    entry.link = static_cast<LinkType>(order_.u16(body, 0));
    entry.snap_length = order_.u32(body, 4);
    std::size_t at = 8;
    while (body.size() - at >= 4) {
        const std::uint16_t code = order_.u16(body, at);
        const std::size_t length = order_.u16(body, at + 2);
        at += 4;
        if (code == 0 || length > body.size() - at) break;
        if (code == kOptionResolution && length >= 1) entry.resolution = body[at];
        if (code == kOptionOffset && length >= 8) {
            const std::uint64_t first = order_.u32(body, at);
            const std::uint64_t second = order_.u32(body, at + 4);
            entry.offset_seconds = static_cast<std::int64_t>(order_.big ? first << 32U | second
                                                                        : second << 32U | first);
        }
        at += std::min((length + 3) / 4 * 4, body.size() - at);
    }
    interfaces_.push_back(entry);
}

// Enhanced packets, and obsolete ones, which differ only in how they number their interface.
std::optional<CapturedPacket> PcapngReader::stamped(const Block& block) {
    const ByteView body = block.body;
    if (body.size() < kStampedHead) {
        give_up(block.offset, "is too short for a packet");
        return std::nullopt;
    }
    const std::size_t number =
        block.type == kObsoletePacket ? order_.u16(body, 0) : order_.u32(body, 0);
    const std::size_t stored = order_.u32(body, 12);
    if (number >= interfaces_.size() || stored > body.size() - kStampedHead) {
        give_up(block.offset, number >= interfaces_.size() ? "names an unknown interface"
                                                           : "is shorter than its packet");
        return std::nullopt;
    }
    const Interface& from = interfaces_[number];
    const std::uint64_t ticks = std::uint64_t{order_.u32(body, 4)} << 32U | order_.u32(body, 8);
    CapturedPacket packet;
    packet.time = pcapng_time(ticks, from.resolution, from.offset_seconds);
    packet.link = from.link;
    packet.original_length = order_.u32(body, 16);
    packet.offset = block.offset;
    const ByteView bytes = body.subspan(kStampedHead, stored);
    packet.bytes.assign(bytes.begin(), bytes.end());
    last_time_ = packet.time;
    return packet;
}

// A simple packet has no time and no interface: use the first interface and the previous time.
std::optional<CapturedPacket> PcapngReader::simple(const Block& block) {
    const ByteView body = block.body;
    if (body.size() < 4 || interfaces_.empty()) {
        give_up(block.offset,
                body.size() < 4 ? "is too short for a packet" : "comes before any interface");
        return std::nullopt;
    }
    CapturedPacket packet;
    packet.time = last_time_;
    packet.link = interfaces_.front().link;
    packet.original_length = order_.u32(body, 0);
    packet.offset = block.offset;
    std::size_t stored = std::min<std::size_t>(packet.original_length, body.size() - 4);
    if (interfaces_.front().snap_length > 0)
        stored = std::min<std::size_t>(stored, interfaces_.front().snap_length);
    const ByteView bytes = body.subspan(4, stored);
    packet.bytes.assign(bytes.begin(), bytes.end());
    return packet;
}

}  // namespace tickreel
