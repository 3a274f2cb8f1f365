#pragma once
// The line over the map that says what the last command did, and fades.

#include <cstdint>
#include <string>

namespace tickreel {

class Notices {
public:
    void say(std::string text) {
        text_ = std::move(text);
        age_ = 0.0;
        ++count_;
    }
    const std::string& text() const { return text_; }
    std::uint64_t count() const { return count_; }  // how many there were
    bool shows() const {                            // long ones take longer to read
        constexpr double kSecondsALetter = 0.04;
        return !text_.empty() && age_ < 1.2 + kSecondsALetter * static_cast<double>(text_.size());
    }
    void advance(double seconds) { age_ += seconds; }

private:
    std::string text_;
    std::uint64_t count_ = 0;
    double age_ = 0.0;  // seconds
};

}  // namespace tickreel
