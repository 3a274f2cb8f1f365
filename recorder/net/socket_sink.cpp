#include "recorder/net/socket_sink.h"

#include <algorithm>
#include <cerrno>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tickreel/base/errno_text.h"

namespace tickreel {

namespace {

constexpr std::size_t kMostBehind = 4U << 20;

class SocketSink final : public ByteSink {
public:
    explicit SocketSink(int socket) : socket_(socket) {}
    SocketSink(const SocketSink&) = delete;
    SocketSink& operator=(const SocketSink&) = delete;
    ~SocketSink() override { ::close(socket_); }

    Result<void> write(ByteView bytes) override {
        waiting_.insert(waiting_.end(), bytes.begin(), bytes.end());
        const ssize_t sent =
            ::send(socket_, waiting_.data(), waiting_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0 && errno != EAGAIN && errno != EINTR)
            return fail("the reader has gone: ", errno_text());
        waiting_.erase(waiting_.begin(), waiting_.begin() + std::max<ssize_t>(sent, 0));
        if (waiting_.size() > kMostBehind) return fail("the reader is too slow");
        return {};
    }
    Result<void> sync() override { return {}; }
    Result<void> close() override { return {}; }

private:
    int socket_;
    Bytes waiting_{};
};

}  // namespace

std::unique_ptr<ByteSink> socket_sink(int socket) {
    return std::make_unique<SocketSink>(socket);
}

bool takes_bytes(int descriptor) {
    pollfd room{descriptor, POLLOUT, 0};
    return ::poll(&room, 1, 0) == 1;
}

}  // namespace tickreel
