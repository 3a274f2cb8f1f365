// Settings, sessions and files of markers are rejected, or survive writing and reading.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "player/state/marker_file.h"
#include "player/state/settings.h"

using namespace tickreel;

namespace {

void expect(bool holds) {
    if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const Result<Settings> settings = parse_settings(text);
    if (settings) {
        const Result<Settings> again = parse_settings(settings_text(*settings));
        expect(again.ok() && *again == *settings);
    }
    const Result<Session> session = parse_session(text);
    if (session) {
        const Result<Session> again = parse_session(session_text(*session));
        expect(again.ok() && *again == *session);
    }
    static const Timeline kTimeline({{100, 2000}, {0, 500}}, 50);
    const Result<std::vector<Marker>> markers = parse_markers(text, kTimeline);
    if (markers) {
        const auto again = parse_markers(markers_text(*markers), kTimeline);
        expect(again.ok() && *again == *markers);
    }
    return 0;
}
