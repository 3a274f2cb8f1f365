#include "recorder/commands/output/terminal.h"

#include <algorithm>

#include <fmt/core.h>
#include <unistd.h>

namespace tickreel {

namespace {

constexpr std::size_t kBarWidth = 30;
constexpr std::chrono::milliseconds kRedraw{100};

}  // namespace

bool is_terminal(std::FILE* stream) {
    return ::isatty(::fileno(stream)) == 1;
}

void StatusLine::show(std::string_view text) {
    if (!wanted_) return;
    fmt::print(stderr, "\r{}\x1b[K", text);
    std::fflush(stderr);
    drawn_ = true;
}

void StatusLine::clear() {
    if (!drawn_) return;
    fmt::print(stderr, "\r\x1b[K");
    std::fflush(stderr);
    drawn_ = false;
}

void ProgressBar::show(double share) {
    const auto now = std::chrono::steady_clock::now();
    if (!line_.wanted() || now - last_ < kRedraw) return;
    last_ = now;
    const double part = std::clamp(share, 0.0, 1.0);
    const auto full = static_cast<std::size_t>(part * static_cast<double>(kBarWidth));
    line_.show(fmt::format("{} [{}{}] {:3.0f} %", title_, std::string(full, '#'),
                           std::string(kBarWidth - full, '.'), part * 100.0));
}

}  // namespace tickreel
