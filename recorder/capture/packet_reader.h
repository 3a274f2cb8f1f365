#pragma once
// Reads the packets of a capture file one by one, as stored by the capturing program. Memory: one
// packet, whatever the size of the file.

#include <chrono>
#include <memory>
#include <optional>

#include "tickreel/base/file.h"
#include "tickreel/base/problem.h"

namespace tickreel {

// The outermost header of a packet (tcpdump.org/linktypes.html).
enum class LinkType : std::uint16_t {
    Null = 0,  // BSD loopback: 4 bytes of address family, then IP
    Ethernet = 1,
    RawBsd = 12,
    RawOther = 14,
    Raw = 101,
    Loop = 108,
    LinuxSll = 113,  // tcpdump -i any
    Ipv4 = 228,
    Ipv6 = 229,
    LinuxSll2 = 276,
};

struct CapturedPacket {
    std::chrono::nanoseconds time{};  // UTC since 1970
    LinkType link = LinkType::Ethernet;
    Bytes bytes{};
    std::uint32_t original_length = 0;  // longer than `bytes` if the capture truncated it
    std::uint64_t offset = 0;           // of its record in the file
};

class PacketReader {
public:
    virtual ~PacketReader() = default;
    // Empty at the end, and at the first invalid place: then damaged() is true and a problem has
    // named the offset.
    virtual std::optional<CapturedPacket> next() = 0;
    virtual bool damaged() const = 0;
    virtual std::uint64_t position() const = 0;  // bytes read, for progress
};

enum class CaptureKind { None, Pcap, Pcapng };
CaptureKind recognise_capture(ByteView head);  // needs only the first 4 bytes

// Opens either format. The source must outlive the reader.
Result<std::unique_ptr<PacketReader>> open_capture(const ByteSource& file, ProblemSink problems);

}  // namespace tickreel
