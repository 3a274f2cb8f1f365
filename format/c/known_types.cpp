#include "format/c/known_types.h"

#include <map>
#include <mutex>

#include "tickreel/base/file.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel::c {

const KnownTypes& known_types(std::string_view game) {
    static const KnownTypes kNone;
    static std::mutex mutex;
    static std::map<std::string_view, KnownTypes> read;
    const std::lock_guard lock(mutex);
    for (const WrittenTypes& written : written_types()) {
        if (written.game != game) continue;
        const auto [at, is_new] = read.try_emplace(written.game);
        if (!is_new) return at->second;
        const auto reel =
            ReelReader::open(memory_source(Bytes(written.reel.begin(), written.reel.end())));
        if (reel) at->second = {(*reel)->schema(), written.usual};
        return at->second;
    }
    return kNone;
}

}  // namespace tickreel::c
