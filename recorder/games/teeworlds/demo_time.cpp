#include "recorder/games/teeworlds/demo_time.h"

#include <array>
#include <cstdio>

namespace tickreel::teeworlds {

namespace {

std::optional<int> digits(std::string_view text, std::size_t at, std::size_t count) {
    int number = 0;
    for (std::size_t i = at; i < at + count; ++i) {
        if (text[i] < '0' || text[i] > '9') return std::nullopt;
        number = number * 10 + (text[i] - '0');
    }
    return number;
}

}  // namespace

std::optional<std::chrono::nanoseconds> parse_demo_time(std::string_view text) {
    if (text.size() != 19) return std::nullopt;
    const auto year = digits(text, 0, 4);
    const auto month = digits(text, 5, 2);
    const auto day = digits(text, 8, 2);
    const auto hour = digits(text, 11, 2);
    const auto minute = digits(text, 14, 2);
    const auto second = digits(text, 17, 2);
    if (!year || !month || !day || !hour || !minute || !second) return std::nullopt;
    if (*year < 1970 || *year > 2200) return std::nullopt;  // nanoseconds end in 2262
    const std::chrono::year_month_day date{std::chrono::year(*year),
                                           std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day))};
    if (!date.ok() || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
    return std::chrono::sys_days(date).time_since_epoch() + std::chrono::hours(*hour) +
           std::chrono::minutes(*minute) + std::chrono::seconds(*second);
}

std::string format_demo_time(std::chrono::nanoseconds time) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
    const auto days = std::chrono::floor<std::chrono::days>(seconds);
    const std::chrono::year_month_day date{std::chrono::sys_days(days)};
    const auto of_day = static_cast<int>((seconds - days).count());
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02u_%02d-%02d-%02d",
                  static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                  static_cast<unsigned>(date.day()), of_day / 3600, of_day / 60 % 60, of_day % 60);
    return text.data();
}

}  // namespace tickreel::teeworlds
