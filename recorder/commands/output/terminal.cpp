#include "recorder/commands/output/terminal.h"

#include <algorithm>

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "recorder/commands/output/say.h"

namespace tickreel {

namespace {

constexpr std::size_t kBarWidth = 30;
constexpr std::chrono::milliseconds kRedraw{100};

}  // namespace

bool is_terminal(std::FILE* stream) {
    return ::isatty(::fileno(stream)) == 1;
}

TerminalSize terminal_size(std::FILE* stream) {
    winsize size{};
    if (::ioctl(::fileno(stream), TIOCGWINSZ, &size) != 0) return {};
    return {size.ws_row, size.ws_col};
}

std::string StatusLine::to_begin() const {
    return above_ == 0 ? "\r" : fmt::format("\r\x1b[{}A", above_);
}

void StatusLine::show(std::string_view text) {
    if (!wanted_) return;
    std::string lines;
    for (const char character : text) {
        if (character == '\n') lines += "\x1b[K";
        lines += character;
    }
    // Without line wrap, and without what was below.
    draw_words(fmt::format("{}\x1b[?7l{}\x1b[K\x1b[J\x1b[?7h", to_begin(), lines));
    drawn_ = true;
    above_ = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

void StatusLine::clear() {
    if (!drawn_) return;
    draw_words(to_begin() + "\x1b[J");
    drawn_ = false;
    above_ = 0;
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
