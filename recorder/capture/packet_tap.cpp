#include "recorder/capture/packet_tap.h"

#include <array>

#include <ifaddrs.h>
#include <net/if.h>
#include <pcap/pcap.h>
#include <poll.h>

#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

// Of each packet, with all headers: datagrams of games fit into one of an Ethernet (1514). The
// system keeps that much room for short ones too; with what it adds, two share a page of memory.
constexpr int kMostBytes = 1800;
constexpr int kBuffer = 64 << 20;  // bytes, of the system: 64 players for some seconds

bool is_loopback(const std::string& interface) {
    ifaddrs* all = nullptr;
    if (::getifaddrs(&all) != 0) return false;
    bool loops = false;
    for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next)
        loops = loops || (one->ifa_name == interface && (one->ifa_flags & IFF_LOOPBACK) != 0);
    ::freeifaddrs(all);
    return loops;
}

class LiveTap final : public PacketTap {
public:
    explicit LiveTap(pcap_t* handle) : handle_(handle) {}
    LiveTap(const LiveTap&) = delete;
    LiveTap& operator=(const LiveTap&) = delete;
    ~LiveTap() override { ::pcap_close(handle_); }

    Result<void> activate(const std::string& interface, const std::string& filter) {
        ::pcap_set_snaplen(handle_, kMostBytes);
        ::pcap_set_buffer_size(handle_, kBuffer);
        ::pcap_set_immediate_mode(handle_, 1);
        if (::pcap_activate(handle_) < 0) return failed(interface);
        std::array<char, PCAP_ERRBUF_SIZE> why{};
        if (::pcap_setnonblock(handle_, 1, why.data()) != 0)
            return fail("cannot listen in on ", interface, ": ", why.data());
        bpf_program program{};
        if (::pcap_compile(handle_, &program, filter.c_str(), 1, PCAP_NETMASK_UNKNOWN) != 0)
            return failed(interface);
        const int set = ::pcap_setfilter(handle_, &program);
        ::pcap_freecode(&program);
        if (set != 0) return failed(interface);
        descriptor_ = ::pcap_get_selectable_fd(handle_);
        link_ = static_cast<LinkType>(::pcap_datalink(handle_));
        return {};
    }

    std::optional<CapturedPacket> next() override {
        pcap_pkthdr* header = nullptr;
        const u_char* bytes = nullptr;
        if (::pcap_next_ex(handle_, &header, &bytes) != 1) return std::nullopt;
        CapturedPacket packet;
        packet.time =
            std::chrono::seconds(header->ts.tv_sec) + std::chrono::microseconds(header->ts.tv_usec);
        packet.link = link_;
        packet.bytes.assign(bytes, bytes + header->caplen);
        packet.original_length = header->len;
        return packet;
    }
    bool damaged() const override { return false; }
    std::uint64_t position() const override { return 0; }

    void wait(std::chrono::milliseconds timeout) override {
        pollfd readable{descriptor_, POLLIN, 0};
        ::poll(&readable, 1, static_cast<int>(timeout.count()));
    }
    std::uint32_t dropped() const override {
        pcap_stat counts{};
        return ::pcap_stats(handle_, &counts) == 0 ? counts.ps_drop : 0;
    }

private:
    Error failed(const std::string& interface) {
        return fail("cannot listen in on ", interface, ": ", ::pcap_geterr(handle_));
    }

    pcap_t* handle_;
    int descriptor_ = -1;
    LinkType link_ = LinkType::Ethernet;
};

}  // namespace

Result<std::unique_ptr<PacketTap>> open_tap(const std::string& interface, const Endpoint& server) {
    std::array<char, PCAP_ERRBUF_SIZE> why{};
    pcap_t* handle = ::pcap_create(interface.c_str(), why.data());
    if (handle == nullptr) return fail("cannot listen in on ", interface, ": ", why.data());
    auto tap = std::make_unique<LiveTap>(handle);
    // Only of the first piece of a packet says the system which port it is for. What goes out of a
    // loopback interface comes in again: one of the two is enough.
    const std::string filter =
        concat("udp and host ", host_text(server), is_loopback(interface) ? " and inbound" : "");
    if (const auto active = tap->activate(interface, filter); !active) return active.error();
    return std::unique_ptr<PacketTap>(std::move(tap));
}

}  // namespace tickreel
