// See feed_decoder.h.
#include <cstddef>
#include <cstdint>

#include "recorder/games/firefall/decoder.h"
#include "recorder/games/firefall/probe.h"
#include "tests/fuzz/feed_decoder.h"

using namespace tickreel;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    firefall::Decoder decoder(firefall::Annotations::Accepted);
    (void)firefall::probe(tickreel_test::feed_decoder(decoder, ByteView(data, size)));
    return 0;
}
