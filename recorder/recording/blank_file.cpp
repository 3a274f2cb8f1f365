#include "recorder/recording/blank_file.h"

#include <algorithm>
#include <cerrno>
#include <vector>

#include <unistd.h>

namespace tickreel {

bool is_blank(int file) {
    constexpr std::size_t kAtOnce = 64UL * 1024;
    std::vector<char> bytes(kAtOnce);
    for (off_t at = 0;;) {
        const ssize_t n = ::pread(file, bytes.data(), bytes.size(), at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return n == 0;
        if (std::any_of(bytes.begin(), bytes.begin() + n, [](char byte) { return byte != 0; }))
            return false;
        at += n;
    }
}

}  // namespace tickreel
