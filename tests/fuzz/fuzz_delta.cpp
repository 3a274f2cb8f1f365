// Any bytes as a base snapshot and a delta: rejected, or the result can be encoded as a delta.
#include <cstdlib>

#include "format/model/delta.h"

using namespace tickreel;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ByteReader in({data, size});
    const Result<Snapshot> base = apply_delta(Snapshot(), in);
    if (!base) return 0;
    const Result<Snapshot> target = apply_delta(*base, in);
    if (!target) return 0;
    if (target->size() > kMaxItems || target->word_count() > kMaxWords) std::abort();
    ByteWriter out;
    write_delta(*base, *target, out);
    ByteReader again(out.data());
    const Result<Snapshot> copy = apply_delta(*base, again);
    if (!copy || !(*copy == *target) || again.left() != 0) std::abort();
    return 0;
}
