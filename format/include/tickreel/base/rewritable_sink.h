#pragma once
// A sink in which bytes that were written can be put right: for formats whose header tells what is
// known at the end. Files of create_file() are such sinks (a pipe says no when it is asked), and
// SharedSink.

#include "tickreel/base/file.h"

namespace tickreel {

class RewritableSink : public ByteSink {
public:
    // Over bytes that are there; what write() does next goes to the end as before.
    virtual Result<void> rewrite(std::uint64_t offset, ByteView bytes) = 0;
};

}  // namespace tickreel
