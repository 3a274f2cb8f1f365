#include "tests/format/reel/reel_file.h"

#include <stdexcept>

namespace tickreel_test {

std::unique_ptr<tickreel::ReelReader> open_bytes(const tickreel::Bytes& bytes) {
    auto reader = tickreel::ReelReader::open(tickreel::memory_source(bytes));
    if (!reader) throw std::runtime_error("cannot open: " + reader.error().message);
    return std::move(*reader);
}

}  // namespace tickreel_test
