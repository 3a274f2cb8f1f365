#pragma once
// A sink whose bytes stay readable while and after something writes: they belong to the caller and
// outlive the sink. MemorySink is for who keeps the sink itself.

#include "format/base/file.h"

namespace tickreel {

class SharedSink final : public ByteSink {
public:
    explicit SharedSink(Bytes& bytes) : bytes_(bytes) {}
    Result<void> write(ByteView bytes) override {
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
        return {};
    }
    Result<void> sync() override { return {}; }
    Result<void> close() override { return {}; }

private:
    Bytes& bytes_;
};

}  // namespace tickreel
