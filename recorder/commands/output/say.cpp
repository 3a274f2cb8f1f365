#include "recorder/commands/output/say.h"

#include <climits>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>

#include <unistd.h>

#include "recorder/net/socket_sink.h"

namespace tickreel {

namespace {

struct Stderr {
    std::mutex mutex{};
    bool waits = true;
    std::uint64_t left_out = 0;  // messages, since one was written
};

Stderr& standard_error() {
    static Stderr one;
    return one;
}

// A pipe with room takes PIPE_BUF bytes at once. O_NONBLOCK would be set for all programs that have
// the same pipe or terminal.
bool write(std::string_view words, bool waits) {
    while (!words.empty()) {
        if (!waits && !takes_bytes(STDERR_FILENO)) return false;
        const std::string_view part = waits ? words : words.substr(0, PIPE_BUF);
        std::fwrite(part.data(), 1, part.size(), stderr);
        words.remove_prefix(part.size());
    }
    return true;
}

}  // namespace

void never_wait_to_say() {
    const std::lock_guard lock(standard_error().mutex);
    standard_error().waits = false;
}

void draw_words(std::string_view words) {
    const std::lock_guard lock(standard_error().mutex);
    (void)write(words, standard_error().waits);
}

void say_words(std::string_view words) {
    Stderr& all = standard_error();
    const std::lock_guard lock(all.mutex);
    if (all.left_out > 0) {
        const std::string missing = fmt::format(
            "tickreel: {} messages are missing here, there was no room for them\n", all.left_out);
        if (write(missing, all.waits)) all.left_out = 0;
    }
    if (all.left_out > 0 || !write(words, all.waits)) ++all.left_out;
}

}  // namespace tickreel
