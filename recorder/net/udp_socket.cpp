#include "recorder/net/udp_socket.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "recorder/net/socket_address.h"
#include "tickreel/base/errno_text.h"

namespace tickreel {

namespace {

// A burst of a full server (64 players, several packets each) fits many times over.
constexpr int kSocketBuffer = 4 << 20;
constexpr int kSendPatience = 5;           // ms, when the system's send buffer is full
constexpr std::size_t kMaxBatch = 64;      // of one system call
constexpr std::size_t kControlRoom = 128;  // the address it was sent to

bool is_icmp_error(int error) {
    return error == ECONNREFUSED || error == EHOSTUNREACH || error == ENETUNREACH ||
           error == EHOSTDOWN;
}

// Repeats what the system did not take at once.
template <class Once>
Sent send_patiently(int fd, const Once& try_once) {
    // The first failure may only report an ICMP answer to an earlier datagram, and this one was
    // not sent: hence the second attempt.
    for (int attempt = 0; attempt < 3; ++attempt) {
        if (try_once() >= 0) return Sent::Yes;
        if (errno == EAGAIN || errno == EWOULDBLOCK) {
            pollfd wait{fd, POLLOUT, 0};
            ::poll(&wait, 1, kSendPatience);
        } else if (errno != EINTR && !is_icmp_error(errno)) {
            return Sent::Dropped;
        }
    }
    return is_icmp_error(errno) ? Sent::Refused : Sent::Dropped;
}

bool is_any_address(const Endpoint& endpoint) {
    const std::size_t from = endpoint.is_v4() ? 12 : 0;
    return std::all_of(endpoint.address.begin() + static_cast<std::ptrdiff_t>(from),
                       endpoint.address.end(), [](Byte byte) { return byte == 0; });
}

template <class Info>
Info read_info(const cmsghdr* header) {
    Info info{};
    std::memcpy(&info, CMSG_DATA(header), sizeof info);
    return info;
}

// The address that a datagram was sent to; {}: not told.
Endpoint destination(msghdr& message) {
    Endpoint to;
    for (cmsghdr* one = CMSG_FIRSTHDR(&message); one != nullptr; one = CMSG_NXTHDR(&message, one)) {
        if (one->cmsg_level == IPPROTO_IP && one->cmsg_type == IP_PKTINFO) {
            const auto info = read_info<in_pktinfo>(one);
            std::array<std::uint8_t, 4> address{};
            std::memcpy(address.data(), &info.ipi_spec_dst, 4);
            to = v4_endpoint(address, 0);
        } else if (one->cmsg_level == IPPROTO_IPV6 && one->cmsg_type == IPV6_PKTINFO) {
            const auto info = read_info<in6_pktinfo>(one);
            std::memcpy(to.address.data(), &info.ipi6_addr, 16);
            to.scope = info.ipi6_ifindex;
        }
    }
    return to;
}

struct alignas(cmsghdr) Control {
    std::array<Byte, kControlRoom> bytes;
};

// The control message that makes a datagram leave from `via`.
template <class Info>
void write_info(msghdr& message, int level, int type, const Info& info) {
    message.msg_controllen = CMSG_SPACE(sizeof info);
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = level;
    header->cmsg_type = type;
    header->cmsg_len = CMSG_LEN(sizeof info);
    std::memcpy(CMSG_DATA(header), &info, sizeof info);
}

void leave_from(msghdr& message, const Endpoint& via, int family) {
    if (family == AF_INET) {
        in_pktinfo info{};
        std::memcpy(&info.ipi_spec_dst, via.address.data() + 12, 4);
        write_info(message, IPPROTO_IP, IP_PKTINFO, info);
        return;
    }
    in6_pktinfo info{};
    std::memcpy(&info.ipi6_addr, via.address.data(), 16);
    if (!via.is_v4()) info.ipi6_ifindex = via.scope;
    write_info(message, IPPROTO_IPV6, IPV6_PKTINFO, info);
}

// What a message points to.
struct Slot {
    iovec part;
    SocketAddress address;
    Control control;
};

// Whom a datagram came from, and which address of ours it was sent to.
void ask_for_addresses(msghdr& message, Slot& slot) {
    message.msg_name = slot.address.get();
    message.msg_namelen = sizeof slot.address.storage;
    message.msg_control = &slot.control;
    message.msg_controllen = sizeof slot.control;
}

void address_message(msghdr& message, const Outgoing& what, Slot& slot, int family) {
    slot.part = {const_cast<Byte*>(what.bytes.data()), what.bytes.size()};
    slot.address = to_socket_address(what.to, family);
    message = {};
    message.msg_name = slot.address.get();
    message.msg_namelen = slot.address.length;
    message.msg_iov = &slot.part;
    message.msg_iovlen = 1;
    if (what.via == Endpoint{}) return;
    slot.control = {};
    message.msg_control = slot.control.bytes.data();
    leave_from(message, what.via, family);
}

}  // namespace

ReceiveBatch::ReceiveBatch(std::size_t capacity)
    : space_(std::make_unique_for_overwrite<Byte[]>(
          std::clamp<std::size_t>(capacity, 1, kMaxEntries) * kMaxDatagram)),
      entries_(std::clamp<std::size_t>(capacity, 1, kMaxEntries)) {}

Result<UdpSocket> UdpSocket::open(int family) {
    const int fd = ::socket(family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return fail("cannot open a socket: ", errno_text());
    // With CAP_NET_ADMIN in any case, else as large as net.core.rmem_max lets us; a smaller one
    // works too.
    if (::setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &kSocketBuffer, sizeof kSocketBuffer) != 0)
        ::setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &kSocketBuffer, sizeof kSocketBuffer);
    if (::setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, &kSocketBuffer, sizeof kSocketBuffer) != 0)
        ::setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &kSocketBuffer, sizeof kSocketBuffer);
    return UdpSocket(fd, family);
}

Result<UdpSocket> UdpSocket::bind(const Endpoint& local) {
    Result<UdpSocket> socket = open(local.is_v4() ? AF_INET : AF_INET6);
    if (!socket) return socket;
    const int yes = 1;
    if (socket->family_ == AF_INET6) {
        const int no = 0;  // [::]:port hears IPv4 too
        ::setsockopt(socket->fd_, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
    }
    if (is_any_address(local)) {
        const bool v6 = socket->family_ == AF_INET6;
        ::setsockopt(socket->fd_, v6 ? IPPROTO_IPV6 : IPPROTO_IP,
                     v6 ? IPV6_RECVPKTINFO : IP_PKTINFO, &yes, sizeof yes);
    }
    const SocketAddress address = to_socket_address(local, socket->family_);
    if (::bind(socket->fd_, address.get(), address.length) == 0) return socket;
    if (errno == EADDRINUSE)
        return fail("port ", local.port, " is in use by another program; choose another one or 0");
    return fail("cannot listen on ", to_string(local), ": ", errno_text());
}

bool UdpSocket::may_borrow() const {
    const int yes = 1;
    const bool v6 = family_ == AF_INET6;
    return ::setsockopt(fd_, v6 ? IPPROTO_IPV6 : IPPROTO_IP, v6 ? IPV6_TRANSPARENT : IP_TRANSPARENT,
                        &yes, sizeof yes) == 0;
}

Result<UdpSocket> UdpSocket::connect(const Endpoint& remote, const Endpoint& local, bool borrowed) {
    Result<UdpSocket> socket = open(remote.is_v4() ? AF_INET : AF_INET6);
    if (!socket) return socket;
    if (borrowed && !socket->may_borrow())
        return fail("cannot use addresses of others: ", errno_text());
    const int yes = 1;
    // A port that we have chosen is shared with our own sockets to the server's other ports. Set
    // before the system chooses one, it could choose one that another client of ours has.
    if (local.port != 0) ::setsockopt(socket->fd_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    Endpoint from = local;
    if (is_any_address(local))
        from.address = remote.is_v4() ? v4_endpoint({}, 0).address : Endpoint{}.address;
    const SocketAddress own = to_socket_address(from, socket->family_);
    if (::bind(socket->fd_, own.get(), own.length) != 0)
        return fail("cannot send from ", borrowed ? "the client's address" : to_string(from), ": ",
                    errno_text());
    if (local.port == 0) ::setsockopt(socket->fd_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    const SocketAddress address = to_socket_address(remote, socket->family_);
    if (::connect(socket->fd_, address.get(), address.length) != 0)
        return fail("cannot reach ", to_string(remote), ": ", errno_text());
    socket->peer_ = remote;
    return socket;
}

Result<UdpSocket> UdpSocket::bind_beside(const Endpoint& local) {
    Result<UdpSocket> socket = open(local.is_v4() ? AF_INET : AF_INET6);
    if (!socket) return socket;
    const int yes = 1;
    ::setsockopt(socket->fd_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    const SocketAddress own = to_socket_address(local, socket->family_);
    if (::bind(socket->fd_, own.get(), own.length) != 0)
        return fail("cannot listen on ", to_string(local), ": ", errno_text());
    return socket;
}

UdpSocket::UdpSocket(UdpSocket&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      family_(other.family_),
      peer_(other.peer_),
      only_peer_(other.only_peer_) {}

UdpSocket& UdpSocket::operator=(UdpSocket&& other) noexcept {
    std::swap(fd_, other.fd_);
    std::swap(family_, other.family_);
    std::swap(peer_, other.peer_);
    std::swap(only_peer_, other.only_peer_);
    return *this;
}

UdpSocket::~UdpSocket() {
    if (fd_ >= 0) ::close(fd_);
}

Endpoint UdpSocket::local() const {
    SocketAddress address;
    address.length = sizeof address.storage;
    if (::getsockname(fd_, address.get(), &address.length) != 0) return {};
    return to_endpoint(address.get()).value_or(Endpoint{});
}

std::size_t UdpSocket::receive_more(ReceiveBatch& batch, std::size_t most, bool& refused) const {
    const std::size_t capacity =
        std::min({most, batch.capacity() - batch.entries().size(), kMaxBatch});
    return capacity == 1 ? receive_one(batch, refused) : receive_many(batch, capacity, refused);
}

// A single one: the look for a second would cost half as much again, and room for many messages
// lies on other pages of the stack.
std::size_t UdpSocket::receive_one(ReceiveBatch& batch, bool& refused) const {
    Slot slot;
    msghdr message{};
    ssize_t got = 0;
    if (only_peer_) {
        got = ::recv(fd_, batch.room(), kMaxDatagram, MSG_DONTWAIT);
    } else {
        slot.part = {batch.room(), kMaxDatagram};
        message.msg_iov = &slot.part;
        message.msg_iovlen = 1;
        ask_for_addresses(message, slot);
        got = ::recvmsg(fd_, &message, MSG_DONTWAIT);
    }
    if (got < 0) {
        refused = is_icmp_error(errno);
        only_peer_ = only_peer_ || (!refused && peer_ != Endpoint{});
        return 0;
    }
    const ByteView bytes(batch.room(), static_cast<std::size_t>(got));
    if (only_peer_)
        batch.add(peer_, {}, bytes);
    else
        batch.add(to_endpoint(slot.address.get()).value_or(Endpoint{}), destination(message),
                  bytes);
    return 1;
}

std::size_t UdpSocket::receive_many(ReceiveBatch& batch, std::size_t capacity,
                                    bool& refused) const {
    std::array<mmsghdr, kMaxBatch> messages;  // of these, only what is used is touched
    std::array<Slot, kMaxBatch> slots;
    Byte* const room = batch.room();
    for (std::size_t i = 0; i < capacity; ++i) {
        Slot& slot = slots[i];
        slot.part = {room + i * kMaxDatagram, kMaxDatagram};
        messages[i] = {};
        messages[i].msg_hdr.msg_iov = &slot.part;
        messages[i].msg_hdr.msg_iovlen = 1;
        if (!only_peer_) ask_for_addresses(messages[i].msg_hdr, slot);
    }
    const int got =
        ::recvmmsg(fd_, messages.data(), static_cast<unsigned>(capacity), MSG_DONTWAIT, nullptr);
    if (got < 0) refused = is_icmp_error(errno);
    const std::size_t count = got < 0 ? 0 : static_cast<std::size_t>(got);
    for (std::size_t i = 0; i < count; ++i) {
        const ByteView bytes(room + i * kMaxDatagram, messages[i].msg_len);
        if (only_peer_) {
            batch.add(peer_, {}, bytes);
            continue;
        }
        const auto from = to_endpoint(slots[i].address.get());
        batch.add(from.value_or(Endpoint{}), destination(messages[i].msg_hdr), bytes);
    }
    if (count < capacity && !refused) only_peer_ = peer_ != Endpoint{};
    return count;
}

// The count that SO_RXQ_OVFL attaches to datagrams, also of those behind which none came.
std::uint32_t UdpSocket::overflowed() const {
    std::array<std::uint32_t, SK_MEMINFO_VARS> counts{};
    socklen_t size = sizeof counts;
    ::getsockopt(fd_, SOL_SOCKET, SO_MEMINFO, counts.data(), &size);
    return counts[SK_MEMINFO_DROPS];
}

Sent UdpSocket::send(ByteView bytes) const {
    return send_patiently(
        fd_, [&] { return ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL); });
}

Sent UdpSocket::send_to(ByteView bytes, const Endpoint& to, const Endpoint& via) const {
    if (via == Endpoint{}) {
        const SocketAddress address = to_socket_address(to, family_);
        return send_patiently(fd_, [&] {
            return ::sendto(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL, address.get(),
                            address.length);
        });
    }
    Slot slot;
    msghdr message{};
    address_message(message, {bytes, to, via}, slot, family_);
    return send_patiently(fd_, [&] { return ::sendmsg(fd_, &message, MSG_NOSIGNAL); });
}

void UdpSocket::send_all(std::span<const Outgoing> all, std::vector<Sent>& results) const {
    results.clear();
    if (all.size() == 1)
        results.push_back(send_to(all[0].bytes, all[0].to, all[0].via));
    else
        send_many(all, results);
}

void UdpSocket::send_many(std::span<const Outgoing> all, std::vector<Sent>& results) const {
    std::array<mmsghdr, kMaxBatch> messages;  // of these, only what is used is touched
    std::array<Slot, kMaxBatch> slots;
    while (!all.empty()) {
        const std::size_t count = std::min(all.size(), kMaxBatch);
        std::size_t done = 0;
        if (count > 1) {
            for (std::size_t i = 0; i < count; ++i)
                address_message(messages[i].msg_hdr, all[i], slots[i], family_);
            done = static_cast<std::size_t>(std::max(
                0, ::sendmmsg(fd_, messages.data(), static_cast<unsigned>(count), MSG_NOSIGNAL)));
        }
        results.insert(results.end(), done, Sent::Yes);
        all = all.subspan(done);
        if (done == count) continue;
        // A single one, or the system did not take it: that one alone, with patience.
        results.push_back(send_to(all[0].bytes, all[0].to, all[0].via));
        all = all.subspan(1);
    }
}

Result<SocketPoller> SocketPoller::make() {
    const int fd = ::epoll_create1(EPOLL_CLOEXEC);
    if (fd < 0) return fail("cannot wait for sockets: ", errno_text());
    return SocketPoller(fd);
}

SocketPoller::SocketPoller(SocketPoller&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

SocketPoller::~SocketPoller() {
    if (fd_ >= 0) ::close(fd_);
}

Result<void> SocketPoller::add(const UdpSocket& socket, std::uint64_t tag) const {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = tag;
    if (::epoll_ctl(fd_, EPOLL_CTL_ADD, socket.fd_, &event) != 0)
        return fail("cannot wait for a socket: ", errno_text());
    return {};
}

void SocketPoller::wait(std::chrono::milliseconds timeout,
                        std::vector<std::uint64_t>& ready) const {
    std::array<epoll_event, kMaxBatch> events;  // of all these, only what is used is set
    const int got = ::epoll_wait(fd_, events.data(), static_cast<int>(events.size()),
                                 static_cast<int>(timeout.count()));
    ready.clear();
    for (int i = 0; i < got; ++i) {
        // epoll_event is packed: its members must be copied, not referred to.
        const std::uint64_t tag = events[static_cast<std::size_t>(i)].data.u64;
        ready.push_back(tag);
    }
}

Result<std::unique_ptr<SystemNetwork>> SystemNetwork::make() {
    Result<SocketPoller> poller = SocketPoller::make();
    if (!poller) return poller.error();
    return std::unique_ptr<SystemNetwork>(new SystemNetwork(*std::move(poller)));
}

Result<void> SystemNetwork::borrow_addresses() {
    const Result<UdpSocket> probe = UdpSocket::open(AF_INET);
    if (!probe) return probe.error();
    if (!probe->may_borrow())
        return fail("no permission to use addresses of others (", errno_text(),
                    "): start as root, or with the capability CAP_NET_RAW");
    borrows_ = true;
    return {};
}

Result<std::unique_ptr<DatagramSocket>> SystemNetwork::bind(const Endpoint& local) {
    Result<UdpSocket> socket = UdpSocket::bind(local);
    if (!socket) return socket.error();
    return std::unique_ptr<DatagramSocket>(std::make_unique<UdpSocket>(*std::move(socket)));
}

Result<std::unique_ptr<DatagramSocket>> SystemNetwork::connect(const Endpoint& remote,
                                                               const Endpoint& local) {
    Result<UdpSocket> socket = UdpSocket::connect(remote, local, borrows_);
    if (!socket) return socket.error();
    return std::unique_ptr<DatagramSocket>(std::make_unique<UdpSocket>(*std::move(socket)));
}

Result<std::unique_ptr<DatagramSocket>> SystemNetwork::overhear(const DatagramSocket& socket) {
    Result<UdpSocket> beside = UdpSocket::bind_beside(socket.local());
    if (!beside) return beside.error();
    return std::unique_ptr<DatagramSocket>(std::make_unique<UdpSocket>(*std::move(beside)));
}

bool SystemNetwork::is_own_address(const Endpoint& endpoint) {
    Endpoint any_port = endpoint;
    any_port.port = 0;
    return UdpSocket::bind(any_port).ok();
}

Result<void> SystemNetwork::watch(const DatagramSocket& socket, std::uint64_t tag) {
    // Every socket of this network was made above.
    return poller_.add(static_cast<const UdpSocket&>(socket), tag);
}

}  // namespace tickreel
