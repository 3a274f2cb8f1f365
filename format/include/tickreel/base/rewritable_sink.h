#pragma once
// A sink whose written bytes can be overwritten, for formats whose header holds values that are
// known only at the end. create_file() and SharedSink provide such sinks (a pipe fails when it is
// asked to rewrite).

#include "tickreel/base/file.h"

namespace tickreel {

class RewritableSink : public ByteSink {
public:
    // Overwrites existing bytes; write() still appends.
    virtual Result<void> rewrite(std::uint64_t offset, ByteView bytes) = 0;
};

}  // namespace tickreel
