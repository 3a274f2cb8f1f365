#include "recorder/net/udp_socket.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <poll.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "recorder/net/socket_address.h"

namespace tickreel {

namespace {

// A burst of a full server (64 players, several packets each) fits many times over.
constexpr int kSocketBuffer = 4 << 20;
constexpr int kSendPatience = 5;  // ms, when the system's send buffer is full
constexpr std::size_t kMaxBatch = 64;

std::string reason() {
    return std::strerror(errno);  // NOLINT(concurrency-mt-unsafe)
}

bool is_icmp_error(int error) {
    return error == ECONNREFUSED || error == EHOSTUNREACH || error == ENETUNREACH ||
           error == EHOSTDOWN;
}

Sent send_message(int fd, ByteView bytes, const SocketAddress* to) {
    const auto try_once = [&] {
        return ::sendto(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL,
                        to != nullptr ? to->get() : nullptr, to != nullptr ? to->length : 0);
    };
    // The first failure may only tell of an ICMP answer to an earlier datagram, and this one was
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

}  // namespace

ReceiveBatch::ReceiveBatch(std::size_t capacity)
    : space_(std::make_unique_for_overwrite<Byte[]>(
          std::clamp<std::size_t>(capacity, 1, kMaxBatch) * kMaxDatagram)),
      entries_(std::clamp<std::size_t>(capacity, 1, kMaxBatch)) {}

Result<UdpSocket> UdpSocket::open(int family) {
    const int fd = ::socket(family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return fail("cannot open a socket: ", reason());
    // As large as the system lets us; a smaller one works too.
    ::setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &kSocketBuffer, sizeof kSocketBuffer);
    ::setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &kSocketBuffer, sizeof kSocketBuffer);
    return UdpSocket(fd, family);
}

Result<UdpSocket> UdpSocket::bind(const Endpoint& local) {
    Result<UdpSocket> socket = open(local.is_v4() ? AF_INET : AF_INET6);
    if (!socket) return socket;
    if (socket->family_ == AF_INET6) {
        const int no = 0;  // [::]:port hears IPv4 too
        ::setsockopt(socket->fd_, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
    }
    const SocketAddress address = to_socket_address(local, socket->family_);
    if (::bind(socket->fd_, address.get(), address.length) == 0) return socket;
    if (errno == EADDRINUSE)
        return fail("port ", local.port, " is in use by another program; choose another one or 0");
    return fail("cannot listen on ", to_string(local), ": ", reason());
}

Result<UdpSocket> UdpSocket::connect(const Endpoint& remote) {
    Result<UdpSocket> socket = open(remote.is_v4() ? AF_INET : AF_INET6);
    if (!socket) return socket;
    const SocketAddress address = to_socket_address(remote, socket->family_);
    if (::connect(socket->fd_, address.get(), address.length) == 0) return socket;
    return fail("cannot reach ", to_string(remote), ": ", reason());
}

UdpSocket::UdpSocket(UdpSocket&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), family_(other.family_) {}

UdpSocket& UdpSocket::operator=(UdpSocket&& other) noexcept {
    std::swap(fd_, other.fd_);
    std::swap(family_, other.family_);
    return *this;
}

UdpSocket::~UdpSocket() {
    if (fd_ >= 0) ::close(fd_);
}

Endpoint UdpSocket::local() const {
    SocketAddress address;
    if (::getsockname(fd_, address.get(), &address.length) != 0) return {};
    return to_endpoint(address.get()).value_or(Endpoint{});
}

std::size_t UdpSocket::receive(ReceiveBatch& batch, bool& refused) const {
    const std::size_t capacity = batch.entries_.size();
    std::array<mmsghdr, kMaxBatch> messages{};
    std::array<iovec, kMaxBatch> parts{};
    std::array<sockaddr_storage, kMaxBatch> senders;  // 8 KiB that the system fills
    for (std::size_t i = 0; i < capacity; ++i) {
        parts[i] = {batch.space_.get() + i * kMaxDatagram, kMaxDatagram};
        messages[i].msg_hdr.msg_iov = &parts[i];
        messages[i].msg_hdr.msg_iovlen = 1;
        messages[i].msg_hdr.msg_name = &senders[i];
        messages[i].msg_hdr.msg_namelen = sizeof senders[i];
    }
    batch.count_ = 0;
    const int got =
        ::recvmmsg(fd_, messages.data(), static_cast<unsigned>(capacity), MSG_DONTWAIT, nullptr);
    if (got < 0) {
        refused = is_icmp_error(errno);
        return 0;
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(got); ++i) {
        const auto from = to_endpoint(reinterpret_cast<const sockaddr*>(&senders[i]));
        const ByteView bytes(batch.space_.get() + i * kMaxDatagram, messages[i].msg_len);
        batch.entries_[batch.count_++] = {from.value_or(Endpoint{}), bytes};
    }
    return batch.count_;
}

Sent UdpSocket::send(ByteView bytes) const {
    return send_message(fd_, bytes, nullptr);
}

Sent UdpSocket::send_to(ByteView bytes, const Endpoint& to) const {
    const SocketAddress address = to_socket_address(to, family_);
    return send_message(fd_, bytes, &address);
}

Result<SocketPoller> SocketPoller::make() {
    const int fd = ::epoll_create1(EPOLL_CLOEXEC);
    if (fd < 0) return fail("cannot wait for sockets: ", reason());
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
        return fail("cannot wait for a socket: ", reason());
    return {};
}

std::vector<std::uint64_t> SocketPoller::wait(std::chrono::milliseconds timeout) const {
    std::array<epoll_event, kMaxBatch> events{};
    const int got = ::epoll_wait(fd_, events.data(), static_cast<int>(events.size()),
                                 static_cast<int>(timeout.count()));
    std::vector<std::uint64_t> tags;
    tags.reserve(events.size());
    for (int i = 0; i < got; ++i) {
        // epoll_event is packed: its members must be copied, not referred to.
        const std::uint64_t tag = events[static_cast<std::size_t>(i)].data.u64;
        tags.push_back(tag);
    }
    return tags;
}

}  // namespace tickreel
