// Any bytes as a replay of the game: rejected, or frames in the order that FrameSink requires.
#include <cstddef>
#include <cstdint>

#include "recorder/games/firefall/nsr.h"
#include "tests/recorder/teeworlds/collecting_sink.h"

using namespace tickreel;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto file = memory_source(Bytes(data, data + size));
    tickreel_test::CollectingSink sink;
    (void)firefall::import_nsr(*file, sink, ignore_problems, {});
    return 0;
}
