// A .teehistorian is refused, or becomes frames whose ticks rise and whose rows can be read.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "recorder/games/teeworlds/teehistorian_import.h"
#include "tickreel/model/ignoring_sink.h"
#include "tickreel/model/row.h"

using namespace tickreel;

namespace {

void expect(bool holds) {
    if (!holds) std::abort();
}

// Keeps no frames: a far skip of ticks is many of them.
class CheckingSink final : public IgnoringSink {
public:
    void add_gap(const Gap& gap) override { expect(last_ < gap.from && gap.from < gap.to); }
    void add_frame(const Frame& frame) override {
        expect(last_ < frame.tick);
        last_ = frame.tick;
        expect(frame.snapshot.size() <= 256);
        for (const Event& event : frame.events) {
            const ItemType& type = schema()[event.type];
            for (std::size_t field = 0; field < type.fields.size(); ++field)
                static_cast<void>(read_field(type, event.row, field));
        }
    }

private:
    Tick last_ = -1;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    CheckingSink sink;
    static_cast<void>(teeworlds::import_teehistorian(*memory_source(Bytes(data, data + size)), sink,
                                                     ignore_problems, {}));
    return 0;
}
