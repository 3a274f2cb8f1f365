// A text of types is refused, or its types can be read from any words.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "recorder/games/teeworlds/schema_fields.h"
#include "tickreel/model/row.h"

using namespace tickreel;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto types = teeworlds::read_item_types({reinterpret_cast<const char*>(data), size});
    if (!types) return 0;
    for (const auto& [type, protocol] : *types) {
        const std::vector<Word> words(size % 64, 7);
        for (std::size_t i = 0; i < type.fields.size(); ++i)
            static_cast<void>(read_field(type, words, i));
    }
    return 0;
}
