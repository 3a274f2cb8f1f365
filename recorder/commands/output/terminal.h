#pragma once
// Interactive output: lines on stderr that are redrawn.

#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>

namespace tickreel {

bool is_terminal(std::FILE* stream);

struct TerminalSize {
    std::size_t rows = 0;
    std::size_t columns = 0;
};
TerminalSize terminal_size(std::FILE* stream);  // zeros: it is none

// A line that overwrites itself, or several. Does nothing if disabled; erases itself at the end.
// The terminal cuts what is longer than its lines; more lines than it has would stay.
class StatusLine {
public:
    explicit StatusLine(bool wanted) : wanted_(wanted) {}
    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;
    ~StatusLine() { clear(); }

    void show(std::string_view text);
    void clear();
    bool wanted() const { return wanted_; }

private:
    std::string to_begin() const;

    bool wanted_ = false;
    bool drawn_ = false;
    std::size_t above_ = 0;  // lines drawn before the one with the cursor
};

// "importing [#####.....] 52 %", at most ten times per second.
class ProgressBar {
public:
    ProgressBar(bool wanted, std::string title) : line_(wanted), title_(std::move(title)) {}
    void show(double share);  // 0..1
    void clear() { line_.clear(); }

private:
    StatusLine line_;
    std::string title_;
    std::chrono::steady_clock::time_point last_{};
};

}  // namespace tickreel
