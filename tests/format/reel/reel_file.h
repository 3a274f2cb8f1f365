#pragma once
// Reels in memory, for tests.

#include <memory>

#include "tickreel/base/file.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel_test {

// Writes to bytes that outlive the writer.
class SharedSink final : public tickreel::ByteSink {
public:
    explicit SharedSink(std::shared_ptr<tickreel::Bytes> bytes) : bytes_(std::move(bytes)) {}
    tickreel::Result<void> write(tickreel::ByteView bytes) override {
        bytes_->insert(bytes_->end(), bytes.begin(), bytes.end());
        return {};
    }
    tickreel::Result<void> sync() override { return {}; }
    tickreel::Result<void> close() override { return {}; }

private:
    std::shared_ptr<tickreel::Bytes> bytes_;
};

// Opens or throws, which fails the test.
std::unique_ptr<tickreel::ReelReader> open_bytes(const tickreel::Bytes& bytes);

}  // namespace tickreel_test
