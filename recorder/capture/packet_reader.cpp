#include "recorder/capture/packet_reader.h"

#include <algorithm>
#include <utility>

#include "recorder/capture/pcap_reader.h"
#include "recorder/capture/pcapng_reader.h"

namespace tickreel {

Result<std::unique_ptr<PacketReader>> open_capture(const ByteSource& file, ProblemSink problems) {
    const Result<std::uint64_t> size = file.size();
    if (!size) return size.error();
    const Result<Bytes> head =
        file.read(0, static_cast<std::size_t>(std::min<std::uint64_t>(*size, 4)));
    if (!head) return head.error();
    switch (recognise_capture(*head)) {
        case CaptureKind::Pcap:
            return PcapReader::open(file, std::move(problems));
        case CaptureKind::Pcapng:
            return PcapngReader::open(file, std::move(problems));
        case CaptureKind::None:
            break;
    }
    return fail("not a capture file: neither pcap nor pcapng at offset 0");
}

}  // namespace tickreel
