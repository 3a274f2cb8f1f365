#pragma once
// A sink whose bytes stay readable during and after writing: they belong to the caller and outlive
// the sink. Use MemorySink where the caller keeps the sink itself.

#include <algorithm>

#include "tickreel/base/rewritable_sink.h"

namespace tickreel {

class SharedSink final : public RewritableSink {
public:
    explicit SharedSink(Bytes& bytes) : bytes_(bytes) {}
    Result<void> write(ByteView bytes) override {
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
        return {};
    }
    Result<void> rewrite(std::uint64_t offset, ByteView bytes) override {
        if (offset > bytes_.size() || bytes.size() > bytes_.size() - offset)
            return fail("nothing is at offset ", offset, " yet");
        std::copy(bytes.begin(), bytes.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(offset));
        return {};
    }
    Result<void> sync() override { return {}; }
    Result<void> close() override { return {}; }

private:
    Bytes& bytes_;
};

}  // namespace tickreel
