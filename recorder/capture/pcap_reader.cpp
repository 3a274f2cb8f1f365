#include "recorder/capture/pcap_reader.h"

#include <string>

#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

constexpr std::uint32_t kMicroseconds = 0xa1b2c3d4;
constexpr std::uint32_t kNanoseconds = 0xa1b23c4d;
constexpr std::size_t kFileHeader = 24;
constexpr std::size_t kPacketHeader = 16;
constexpr std::uint32_t kLinkMask = 0x0fffffff;  // the other bits describe frame checksums
// libpcap's limit is 256 KiB, USB captures exceed it; anything longer is garbage.
constexpr std::uint32_t kMaxPacket = 1 << 20;

bool is_magic(std::uint32_t value) {
    return value == kMicroseconds || value == kNanoseconds;
}

}  // namespace

CaptureKind recognise_capture(ByteView head) {
    if (head.size() < 4) return CaptureKind::None;
    if (big32(head, 0) == 0x0a0d0d0a) return CaptureKind::Pcapng;
    const bool pcap = is_magic(big32(head, 0)) || is_magic(FileOrder{false}.u32(head, 0));
    return pcap ? CaptureKind::Pcap : CaptureKind::None;
}

Result<std::unique_ptr<PacketReader>> PcapReader::open(const ByteSource& file,
                                                       ProblemSink problems) {
    const Result<std::uint64_t> size = file.size();
    if (!size) return size.error();
    if (*size < kFileHeader) return fail("file ends inside the pcap header, at offset ", *size);
    FileWindow window(file, *size);
    const Result<ByteView> header = window.read(kFileHeader);
    if (!header) return header.error();
    FileOrder order{is_magic(big32(*header, 0))};
    const std::uint32_t magic = order.u32(*header, 0);
    if (!is_magic(magic)) return fail("no pcap file: wrong magic at offset 0");
    const std::uint32_t link = order.u32(*header, 20) & kLinkMask;
    std::unique_ptr<PcapReader> reader(new PcapReader(std::move(window), std::move(problems)));
    reader->order_ = order;
    reader->nanoseconds_ = magic == kNanoseconds;
    reader->link_ = static_cast<LinkType>(link);
    return std::unique_ptr<PacketReader>(std::move(reader));
}

std::optional<CapturedPacket> PcapReader::give_up(const std::string& message) {
    damaged_ = true;
    problems_({message, InputLoss::Rest});
    return std::nullopt;
}

std::optional<CapturedPacket> PcapReader::next() {
    if (damaged_ || file_.left() == 0) return std::nullopt;
    const std::uint64_t offset = file_.position();
    if (file_.left() < kPacketHeader)
        return give_up(concat("file ends inside a packet header at offset ", offset));
    const Result<ByteView> header = file_.read(kPacketHeader);
    if (!header) return give_up(header.error().message);
    const std::uint32_t seconds = order_.u32(*header, 0);
    const std::uint32_t fraction = order_.u32(*header, 4);
    const std::uint32_t stored = order_.u32(*header, 8);
    CapturedPacket packet;
    packet.offset = offset;
    packet.link = link_;
    packet.original_length = order_.u32(*header, 12);
    packet.time = std::chrono::seconds(seconds) +
                  std::chrono::nanoseconds(std::int64_t{fraction} * (nanoseconds_ ? 1 : 1000));
    if (stored > kMaxPacket)
        return give_up(concat("packet at offset ", offset, " claims ", stored,
                              " bytes; the rest of the file is not read"));
    if (stored > file_.left())
        return give_up(concat("file ends inside the packet at offset ", offset));
    const Result<ByteView> bytes = file_.read(stored);
    if (!bytes) return give_up(bytes.error().message);
    packet.bytes.assign(bytes->begin(), bytes->end());
    return packet;
}

}  // namespace tickreel
