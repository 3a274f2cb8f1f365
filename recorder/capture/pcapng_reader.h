#pragma once
// The pcapng format, which consists of blocks. Supported: section header, interface description
// (link type, time resolution and offset), enhanced, simple and obsolete packets; other blocks are
// skipped. Several sections and interfaces. Layout: draft-ietf-opsawg-pcapng.

#include <vector>

#include "recorder/capture/endian.h"
#include "recorder/capture/file_window.h"
#include "recorder/capture/packet_reader.h"

namespace tickreel {

class PcapngReader final : public PacketReader {
public:
    static Result<std::unique_ptr<PacketReader>> open(const ByteSource& file, ProblemSink problems);

    std::optional<CapturedPacket> next() override;
    bool damaged() const override { return damaged_; }
    std::uint64_t position() const override { return file_.position(); }

private:
    struct Interface {
        LinkType link = LinkType::Ethernet;
        std::uint32_t snap_length = 0;  // 0: no limit
        std::uint8_t resolution = 6;    // if_tsresol
        std::int64_t offset_seconds = 0;
    };
    struct Block {
        std::uint32_t type = 0;
        std::uint64_t offset = 0;
        ByteView body{};
    };

    PcapngReader(FileWindow file, ProblemSink problems)
        : file_(std::move(file)), problems_(std::move(problems)) {}
    std::optional<Block> next_block();
    std::optional<CapturedPacket> stamped(const Block& block);
    std::optional<CapturedPacket> simple(const Block& block);
    void add_interface(ByteView body);
    bool start_section(ByteView magic);
    void give_up(std::uint64_t offset, const std::string& what);

    FileWindow file_;
    ProblemSink problems_;
    FileOrder order_{};
    std::vector<Interface> interfaces_;  // of this section
    std::chrono::nanoseconds last_time_{};
    bool damaged_ = false;
};

// Converts an if_tsresol tick count to nanoseconds; saturates instead of overflowing.
std::chrono::nanoseconds pcapng_time(std::uint64_t ticks, std::uint8_t resolution,
                                     std::int64_t offset_seconds);

}  // namespace tickreel
