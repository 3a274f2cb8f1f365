#include "recorder/commands/live_reel.h"

#include <cstdio>
#include <utility>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "tickreel/base/concat.h"
#include "tickreel/base/errno_text.h"
#include "tickreel/reel/layout.h"

namespace tickreel {

class LiveReel::Spool {
public:
    Result<void> append(ByteView bytes) {
        if (file_ == nullptr) return fail("no temporary file: ", errno_text());
        while (!bytes.empty()) {
            const ssize_t put = ::pwrite(::fileno(file_.get()), bytes.data(), bytes.size(),
                                         static_cast<off_t>(size_));
            if (put <= 0) return fail("the temporary file takes no more: ", errno_text());
            size_ += static_cast<std::uint64_t>(put);
            bytes = bytes.subspan(static_cast<std::size_t>(put));
        }
        return {};
    }
    Result<Bytes> read(std::uint64_t offset, std::size_t length) const {
        Bytes bytes(length);
        const ssize_t got = length == 0 ? 0
                                        : ::pread(::fileno(file_.get()), bytes.data(), length,
                                                  static_cast<off_t>(offset));
        if (got != static_cast<ssize_t>(length)) return fail("offset ", offset, ": cannot be read");
        return bytes;
    }
    std::uint64_t size() const { return size_; }

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::unique_ptr<std::FILE, Close> file_{std::tmpfile()};
    std::uint64_t size_ = 0;
};

namespace {

template <class Spool>
class SpoolSource final : public ByteSource {
public:
    explicit SpoolSource(std::shared_ptr<const Spool> spool) : spool_(std::move(spool)) {}
    Result<std::uint64_t> size() const override { return spool_->size(); }
    Result<Bytes> read(std::uint64_t offset, std::size_t length) const override {
        return spool_->read(offset, length);
    }

private:
    std::shared_ptr<const Spool> spool_;
};

}  // namespace

Result<std::unique_ptr<LiveReel>> LiveReel::ask(const std::string& socket, std::uint64_t client) {
    auto request = PathRequest::send(
        socket, client == 0 ? std::string("tail\n") : concat("tail client=", client, "\n"));
    if (!request) return request.error();
    return std::unique_ptr<LiveReel>(new LiveReel(*std::move(request), std::make_shared<Spool>()));
}

Result<bool> LiveReel::receive(std::chrono::milliseconds patience) {
    const Result<Bytes> more = request_.receive(patience);
    if (!more) return more.error();
    if (more->empty()) return false;
    if (spool_->size() == 0 && more->front() == '{') {
        const auto refusal = nlohmann::json::parse(more->begin(), more->end(), nullptr, false);
        return fail(refusal.is_object()
                        ? refusal.value("error", "refused without a reason")
                        : "unexpected answer; the socket does not belong to a tickreel recorder");
    }
    if (spool_->size() == 0 && more->front() != layout::kMagic.front())
        return fail("unexpected answer; the socket does not belong to a tickreel recorder");
    if (const auto kept = spool_->append(*more); !kept) return kept.error();
    return true;
}

Result<std::unique_ptr<ReelReader>> LiveReel::open() const {
    return ReelReader::open(std::make_unique<SpoolSource<Spool>>(spool_));
}

}  // namespace tickreel
