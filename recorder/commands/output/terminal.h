#pragma once
// Interactive output: one line on stderr that is redrawn.

#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>

namespace tickreel {

bool is_terminal(std::FILE* stream);

// A line that overwrites itself. Does nothing if disabled; erases itself at the end.
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
    bool wanted_ = false;
    bool drawn_ = false;
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
