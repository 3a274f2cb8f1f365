#include "recorder/commands/output/out.h"

#include <cerrno>

#include <unistd.h>

#include "tickreel/base/concat.h"
#include "tickreel/base/errno_text.h"
#include "tickreel/base/standard_output.h"

namespace tickreel {

namespace {
constexpr std::size_t kBuffer = 1U << 16;
}

void Out::write(std::string_view text) {
    if (!open_) return;
    buffer_ += text;
    if (buffer_.size() >= kBuffer) flush();
}

void Out::line(std::string_view text) {
    write(text);
    write("\n");
}

void Out::flush() {
    std::string_view rest = buffer_;
    while (open_ && !rest.empty()) {
        const ssize_t n = ::write(descriptor_, rest.data(), rest.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) {
            open_ = false;
            if (errno != EPIPE) failure_ = concat(kOutputFailed, ": ", errno_text());
            break;
        }
        rest.remove_prefix(static_cast<std::size_t>(n));
    }
    buffer_.clear();
}

Result<void> Out::finish() {
    flush();
    return failure_.empty() ? Result<void>{} : Result<void>{Error{failure_}};
}

}  // namespace tickreel
