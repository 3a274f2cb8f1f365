// A .demo is rejected, or its frames survive export and import with the same values.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "recorder/games/teeworlds/demo_export.h"
#include "recorder/games/teeworlds/demo_import.h"
#include "tests/recorder/teeworlds/collecting_sink.h"
#include "tickreel/base/shared_sink.h"

using namespace tickreel;
using tickreel_test::CollectingSink;

namespace {

bool import_into(const Bytes& bytes, CollectingSink& sink) {
    return teeworlds::import_demo(*memory_source(bytes), sink, ignore_problems, {}).ok();
}

void expect(bool holds) {
    if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    CollectingSink once;
    if (!import_into(Bytes(data, data + size), once)) return 0;
    Bytes exported;
    const auto exporter = teeworlds::make_demo_exporter(std::make_unique<SharedSink>(exported));
    for (const ItemType& type : once.schema.types()) exporter->add_type(type);
    for (const auto& [key, value] : once.properties) exporter->set_property(key, value);
    exporter->begin_segment({});  // no name: no map is searched for on this machine
    for (const Frame& frame : once.frames) exporter->add_frame(frame);
    if (!exporter->finish().ok()) return 0;  // several segments, ticks beyond a demo's limits

    CollectingSink again;
    expect(import_into(exported, again));
    expect(once.frames.size() == again.frames.size());
    for (std::size_t i = 0; i < once.frames.size(); ++i) {
        expect(once.frames[i].tick == again.frames[i].tick);
        expect(once.named_items(i) == again.named_items(i));
        expect(once.named_events(i) == again.named_events(i));
    }
    return 0;
}
